"""A ladder: every bot against every other, each in every seat equally often, and ratings from all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kosmoport.core.components import ComponentFile
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.lab.arena import Terms
from kosmoport.lab.contest import DECISION_SECONDS, Contest, GameLine, Played, Seating
from kosmoport.lab.tally import Tally

MIXED, PAIRS = "mixed", "pairs"
TABLES = (MIXED, PAIRS)


@dataclass(frozen=True)
class Rating:
    """Strength on openskill's scale (25 at the start) and its standard deviation."""

    bot: str
    strength: float
    deviation: float


@dataclass(frozen=True)
class LadderResult:
    """The games of a ladder, and what they say; the strongest bot is first."""

    played: Played
    tally: Tally
    ratings: tuple[Rating, ...]


def ladder_of(
    game: Game,
    bots: Sequence[str],
    deals: int,
    *,
    tables: str | None = None,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    components: ComponentFile | None = None,
    seconds: float | None = DECISION_SECONDS,
) -> Contest:
    """The ladder of these bots; BadInput if it cannot be played.

    `mixed` tables seat as many different bots as there are players, every choice of them; `pairs` tables
    seat two kinds of bots in equal numbers, every two of them. Unless told, a ladder is mixed where there are
    enough bots.
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadInput("a ladder needs at least two bots, all different")
    values = game.read_options(dict(options or {}))
    players = values["players"]
    tables = tables or (MIXED if len(bots) >= players else PAIRS)
    if tables not in TABLES:
        raise BadInput(f"tables must be {' or '.join(TABLES)}, not {tables!r}")
    if tables == MIXED and len(bots) < players:
        raise BadInput(f"mixed tables of {players} players need {players} different bots, not {len(bots)}")
    seatings = mixed_tables(bots, players) if tables == MIXED else pair_tables(bots, players)
    terms = Terms(game, values, components or game.standard_components, seed, seconds)
    return Contest(f"ladder-{tables}", terms, tuple(bots), seatings, deals)


def mixed_tables(bots: Sequence[str], players: int) -> tuple[Seating, ...]:
    """All choices of so many bots; at each table every bot has every seat equally often."""
    rows = balanced_rows(players)
    return tuple(tuple(chosen[k] for k in row) for chosen in combinations(bots, players) for row in rows)


def balanced_rows(size: int) -> list[tuple[int, ...]]:
    """Orders of 0..size-1 with each number in each place, and next after each other number, equally often.

    Williams' design: the first row zigzags, the others count on from it; odd sizes need the mirror image too.
    """
    zigzag = [(k + 1) // 2 if k % 2 else -(k // 2) for k in range(size)]
    rows = [tuple((k + shift) % size for k in zigzag) for shift in range(size)]
    return rows + [row[::-1] for row in rows] if size % 2 else rows


def pair_tables(bots: Sequence[str], players: int) -> tuple[Seating, ...]:
    """Every two bots with half of the seats each, in every order; an odd seat goes to either in turn."""
    found = []
    for one, other in combinations(bots, 2):
        for seats in sorted({players // 2, (players + 1) // 2}):
            for own in combinations(range(players), seats):
                found.append(tuple(one if seat in own else other for seat in range(players)))
    return tuple(found)


def count(played: Played) -> LadderResult:
    return LadderResult(played, Tally(played.games), rate(played.contest.bots, played.games))


def rate(bots: Sequence[str], games: Sequence[GameLine]) -> tuple[Rating, ...]:
    """Ratings by the Plackett-Luce model of openskill, game by game.

    A bot counts once a game: several seats of it are not several witnesses, so they stand with the mean of
    their places. Bots do not change while they are measured, so nothing is added to their deviation (tau 0).
    """
    model = openskill_models().PlackettLuce(tau=0.0)
    now = {bot: model.rating(name=bot) for bot in bots}
    for game in games:
        if game.failed is None:
            places = mean_places(game)
            teams = model.rate([[now[bot]] for bot in places], ranks=list(places.values()))
            now |= {bot: team[0] for bot, team in zip(places, teams, strict=True)}
    found = [Rating(bot, rating.mu, rating.sigma) for bot, rating in now.items()]
    return tuple(sorted(found, key=lambda rating: -rating.strength))


def mean_places(game: GameLine) -> dict[str, float]:
    """The bots of a game with the mean of the places of their seats."""
    places: dict[str, list[float]] = {}
    for bot, place in zip(game.seats, game.places, strict=True):
        places.setdefault(bot, []).append(place)
    return {bot: sum(own) / len(own) for bot, own in places.items()}


def openskill_models() -> Any:
    """The library that rates; BadInput if it is not installed."""
    try:
        from openskill import models
    except ImportError:
        raise BadInput("ratings need the extra lab: pip install kosmoport[lab]") from None
    return models
