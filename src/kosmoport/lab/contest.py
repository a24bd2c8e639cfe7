"""A contest: given seatings of bots, all played on the same deals, by whoever does the work."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from kosmoport import __version__
from kosmoport.bots.registry import Maker
from kosmoport.core.components import ComponentFile
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.batch import game_number
from kosmoport.lab.arena import Terms, play_game
from kosmoport.lab.results import Results, default_name
from kosmoport.lab.rivals import WITH_SETTINGS, rival_maker
from kosmoport.lab.work import Crew, Job, Result, Spent, Task, crew, gather

DECISION_SECONDS = 30.0  # far more than any bot should need

Seating = tuple[str, ...]  # bots by seat


class FaultLine(msgspec.Struct, frozen=True):
    """A fault as it is written."""

    seat: int
    kind: str
    what: str


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it is written; one that failed has a reason and no result."""

    number: int
    deal: int
    seats: Seating
    scores: tuple[int, ...] = ()
    shares: tuple[int, ...] = ()  # of the win, in sixtieths
    places: tuple[float, ...] = ()
    decisions: int = 0
    faults: tuple[FaultLine, ...] = ()
    failed: str | None = None


@dataclass(frozen=True)
class ContestTerms:
    """What workers must know of a contest."""

    version: str
    package: str  # of the game
    options: Options
    components: ComponentFile | None  # None: those of the box
    seed: int
    seconds: float | None

    def terms(self) -> Terms:
        if self.version != __version__:
            raise BadInput(f"the worker has kosmoport {__version__}, not {self.version}")
        game: Game = importlib.import_module(self.package).GAME
        return Terms(game, self.options, self.components or game.standard_components, self.seed, self.seconds)


@dataclass(frozen=True)
class Contest:
    """What is played: every seating on every deal."""

    kind: str  # of contest, as its file says
    terms: Terms
    bots: Seating
    seatings: tuple[Seating, ...]
    deals: int

    def __post_init__(self) -> None:
        game_number(self.terms.seed)
        if self.deals < 1:
            raise BadInput(f"there must be at least 1 deal, not {self.deals}")
        if self.terms.seconds is not None and not self.terms.seconds > 0:
            raise BadInput(f"seconds for a decision must be more than 0, not {self.terms.seconds:g}")
        for name in self.bots:
            rival_maker(name, self.terms.game)

    @cached_property
    def header(self) -> dict[str, Any]:
        """Everything that is needed to play the same games again."""
        terms = self.terms
        standard = terms.components is terms.game.standard_components
        return {
            "kosmoport": self.kind,
            "version": __version__,
            "game": terms.game.id,
            "rules": terms.game.version,
            "options": terms.options,
            "components": None if standard else terms.components.tables,
            "components_digest": digest(terms.components.tables),
            "bots": list(self.bots),
            "seatings": len(self.seatings),
            "seconds": terms.seconds,
            "seed": terms.seed,
            "deals": self.deals,
        }

    def tasks(self) -> list[Task]:
        """The games, deal by deal."""
        seatings = [list(seating) for seating in self.seatings]
        return [
            {"deal": deal, "order": order, "seats": seats}
            for deal in range(self.deals)
            for order, seats in enumerate(seatings)
        ]

    def job(self) -> Job:
        terms = self.terms
        standard = terms.components is terms.game.standard_components
        package = terms.game.package
        components = None if standard else terms.components
        return Job(
            seat_bots,
            ContestTerms(__version__, package, terms.options, components, terms.seed, terms.seconds),
        )

    def file_name(self) -> str:
        """A name for the results that no other contest has."""
        what = {key: value for key, value in self.header.items() if key != "deals"}
        return default_name(
            f"{self.terms.game.id}-{self.kind}-{digest(what)[:8]}-{'-'.join(dict.fromkeys(self.bots))}"
        )

    def modules(self) -> list[str]:
        """Modules that bots given as MODULE:CLASS come from."""
        kinds = [name.partition(":")[0] for name in self.bots if ":" in name]
        return [kind for kind in dict.fromkeys(kinds) if kind not in WITH_SETTINGS]


@dataclass(frozen=True)
class Played:
    """The games of a contest that are finished."""

    contest: Contest
    games: tuple[GameLine, ...]
    complete: bool  # False: it was interrupted


def digest(data: Any) -> str:
    """A short name for data of any size."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def seat_bots(setting: ContestTerms) -> Callable[[Task], Result | Spent]:
    """How a worker plays the games of a contest."""
    terms = setting.terms()
    makers: dict[str, Maker] = {}

    def play(task: Task) -> Result | Spent:
        for name in task["seats"]:
            if name not in makers:
                makers[name] = rival_maker(name, terms.game)
        outcome = play_game(terms, task["deal"], task["order"], [makers[name] for name in task["seats"]])
        result = asdict(outcome)
        # A bot that was late may still be thinking, on the time of the others.
        return Spent(result) if any(fault.kind == "late" for fault in outcome.faults) else result

    return play


def play_contest(
    contest: Contest,
    *,
    out: Path | None = None,
    resume: bool = False,
    hands: Crew | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Played:
    """Play all games that the file does not have yet; without a file all of them."""
    results = Results(contest.header, contest.tasks(), out, resume)
    games = _games(results)  # a damaged file is found out before anything is played
    with hands or crew() as workers:
        complete = gather(contest.job(), results, workers, progress)
    games = _games(results)
    return Played(contest, tuple(games), complete)


def _games(results: Results) -> Sequence[GameLine]:
    try:
        return msgspec.convert(results.finished(), list[GameLine])
    except msgspec.ValidationError as error:
        raise BadInput(f"{results.path} has a result that is none: {error}") from None
