"""A study of balance: many games with the same bot in every seat, and what happened in each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from kosmoport.bots.registry import Maker
from kosmoport.core.components import ComponentFile
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.watch import Log
from kosmoport.lab.arena import Terms, deal_out, play_dealt
from kosmoport.lab.balance.watched import WatchedPlay
from kosmoport.lab.contest import DECISION_SECONDS, Contest, ContestTerms, FaultLine, digest
from kosmoport.lab.results import Results, default_name
from kosmoport.lab.rivals import rival_maker
from kosmoport.lab.work import Crew, Job, Result, Spent, Task, crew, gather

STANDARD = "standard"  # components of a game: those that come with it ...
CHANGED = "changed"  # ... or those of a file


class WatchedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it is written; one that failed has a reason and nothing else."""

    number: int
    deal: int  # the same deal is played with all components
    components: str
    first: int | None = None  # the seat that goes first, where turns have an order
    points: tuple[float, ...] = ()  # by seat
    shares: tuple[int, ...] = ()  # of the win, in sixtieths
    decisions: int = 0
    counts: dict[str, int] = {}
    faults: tuple[FaultLine, ...] = ()
    failed: str | None = None


@dataclass(frozen=True)
class Study:
    """What is played: a contest of a bot with itself, where components are compared with both."""

    contest: Contest
    bot: str
    changed: ComponentFile | None = None

    @property
    def game(self) -> Game:
        return self.contest.terms.game

    @property
    def options(self) -> Options:
        return self.contest.terms.options

    @property
    def seed(self) -> int:
        return self.contest.terms.seed

    @property
    def deals(self) -> int:
        return self.contest.deals

    @property
    def variants(self) -> tuple[str, ...]:
        """The components every deal is played with."""
        return (STANDARD,) if self.changed is None else (STANDARD, CHANGED)

    @cached_property
    def header(self) -> dict[str, Any]:
        """Everything that is needed to play the same games again."""
        tables = None if self.changed is None else self.changed.tables
        return {**self.contest.header, "changed": tables, "changed_digest": tables and digest(tables)}

    def tasks(self) -> list[Task]:
        return [{"deal": deal, "components": name} for deal in range(self.deals) for name in self.variants]

    def job(self) -> Job:
        setting: ContestTerms = self.contest.job().shared
        settings = {STANDARD: setting, CHANGED: replace(setting, components=self.changed)}
        return Job(watching, Order({name: settings[name] for name in self.variants}, self.bot))

    def file_name(self) -> str:
        """A name for the report that no other study has."""
        what = {key: value for key, value in self.header.items() if key != "deals"}
        name = default_name(f"{self.game.id}-balance-{digest(what)[:8]}-{self.bot}")
        return str(Path(name).with_suffix(".html"))


def study_of(
    game: Game,
    bot: str,
    deals: int | None = None,
    *,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    components: ComponentFile | None = None,
    seconds: float | None = DECISION_SECONDS,
) -> Study:
    """The study of a game with this bot; BadInput if it cannot be played.

    Nobody has to hurry unless the options say so. Given components are compared with the standard ones.
    """
    watch = game.watch
    given = {**game.calm, **watch.options, **(options or {})}
    terms = Terms(game, game.read_options(given), game.standard_components, seed, seconds)
    seating = (bot,) * terms.options["players"]
    count = watch.deals if deals is None else deals
    return Study(Contest("balance", terms, (bot,), (seating,), count), bot, components)


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Order:
    """What workers must know of a study."""

    settings: dict[str, ContestTerms]  # by components
    bot: str


def watching(order: Order) -> Callable[[Task], Result | Spent]:
    """How a worker plays the games of a study."""
    terms = {name: setting.terms() for name, setting in order.settings.items()}
    make = rival_maker(order.bot, terms[STANDARD].game)

    def play(task: Task) -> Result | Spent:
        result = watch_game(terms[task["components"]], task["deal"], make)
        # A bot that was late may still be thinking, on the time of the others.
        return Spent(result) if any(fault["kind"] == "late" for fault in result["faults"]) else result

    return play


def watch_game(terms: Terms, deal: int, make: Maker) -> Result:
    """One game; its deal, dice and bots start from the same numbers with any components."""
    watch = terms.game.watch
    dealt, chance = deal_out(terms, deal)
    play = WatchedPlay(dealt, watch.lookout)
    first = watch.first(play)
    outcome = play_dealt(terms, play, chance, deal, 0, [make] * terms.options["players"])
    log, counted = Log(play, play.events), (*watch.lengths, *watch.counted(terms.options))
    return {
        "first": first,
        "points": list(watch.points(log)),
        "shares": list(outcome.shares),
        "decisions": outcome.decisions,
        "counts": {count.id: int(count.of(log)) for count in counted},
        "faults": [{"seat": f.seat, "kind": f.kind, "what": f.what} for f in outcome.faults],
    }


@dataclass(frozen=True)
class Sample:
    """The finished games of a study, by components and in order; every deal that counts has them all."""

    study: Study
    games: dict[str, list[WatchedGame]]
    failed: list[WatchedGame]
    complete: bool  # False: it was interrupted

    @property
    def deals(self) -> int:
        return len(self.games[STANDARD])

    @property
    def standard(self) -> list[WatchedGame]:
        return self.games[STANDARD]


def play_study(
    study: Study,
    *,
    out: Path | None = None,
    resume: bool = False,
    hands: Crew | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Sample:
    """Play all games that the file of results does not have yet; without a file all of them.

    Ctrl-C ends it early: `complete` is False then, and the finished games are there.
    """
    results = Results(study.header, study.tasks(), out, resume)
    _lines(results)  # a damaged file is found out before anything is played
    with hands or crew() as workers:
        complete = gather(study.job(), results, workers, progress)
    return sort_out(study, _lines(results), complete)


def _lines(results: Results) -> list[WatchedGame]:
    try:
        return msgspec.convert(results.finished(), list[WatchedGame])
    except msgspec.ValidationError as error:
        raise BadInput(f"{results.path} has a result that is none: {error}") from None


def sort_out(study: Study, lines: Sequence[WatchedGame], complete: bool = True) -> Sample:
    """Games by components; a deal that was not finished with all of them is left out."""
    deals: dict[int, dict[str, WatchedGame]] = {}
    for line in lines:
        if line.failed is None:
            deals.setdefault(line.deal, {})[line.components] = line
    whole = [deals[deal] for deal in sorted(deals) if len(deals[deal]) == len(study.variants)]
    games = {name: [played[name] for played in whole] for name in study.variants}
    return Sample(study, games, [line for line in lines if line.failed is not None], complete)
