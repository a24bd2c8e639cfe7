"""A match: the given bots on the same deals in every seat order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from kosmoport.core.components import ComponentFile
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.lab.arena import Terms
from kosmoport.lab.contest import DECISION_SECONDS, Contest, Played, Seating, play_contest
from kosmoport.lab.tally import Standing, Tally
from kosmoport.lab.work import Crew


@dataclass(frozen=True)
class MatchResult:
    """The games of a match, and what they say."""

    played: Played
    tally: Tally

    def standings(self) -> list[Standing]:
        """The bots that have finished games, in the order in which they were given."""
        found = (self.tally.standing(bot) for bot in dict.fromkeys(self.played.contest.bots))
        return [standing for standing in found if standing is not None]


def match_of(
    game: Game,
    bots: Sequence[str],
    deals: int,
    *,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    components: ComponentFile | None = None,
    seconds: float | None = DECISION_SECONDS,
) -> Contest:
    """The match of these bots, one a seat; BadInput if it cannot be played."""
    low, high = game.players
    if not low <= len(bots) <= high:
        raise BadInput(f"{game.id} is for {low} to {high} players, not for {len(bots)} bots")
    given = dict(options or {})
    if str(given.setdefault("players", len(bots))) != str(len(bots)):
        raise BadInput(f"the option players is the number of bots: {len(bots)}, not {given['players']}")
    terms = Terms(game, game.read_options(given), components or game.standard_components, seed, seconds)
    return Contest("match", terms, tuple(bots), seat_orders(bots), deals)


def seat_orders(bots: Sequence[str]) -> tuple[Seating, ...]:
    """Every way to seat them that can be told apart."""
    return tuple(dict.fromkeys(permutations(bots)))


def play_match(
    game: Game,
    bots: Sequence[str],
    deals: int = 100,
    *,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    components: ComponentFile | None = None,
    seconds: float | None = DECISION_SECONDS,
    out: Path | None = None,
    resume: bool = False,
    hands: Crew | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> MatchResult:
    """Play a match on all cores (or with the given hands: `kosmoport.lab.work.crew`) and count it.

    Bots are given by name, as on the command line. Ctrl-C ends the match early; `result.played.complete`
    is False then and the finished games are counted.
    """
    contest = match_of(game, bots, deals, seed=seed, options=options, components=components, seconds=seconds)
    return count(play_contest(contest, out=out, resume=resume, hands=hands, progress=progress))


def count(played: Played) -> MatchResult:
    return MatchResult(played, Tally(played.games))
