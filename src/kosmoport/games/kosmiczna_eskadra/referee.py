"""A referee for the cardboard game: where the cards lie on a real table in, the whole shoot-out out.

The game can be played with the box and judged here. Nothing is remembered, nothing is drawn by
lot, and the judging is that of the live tables: the same rules on the same kind of state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from kosmoport.core import layout
from kosmoport.core.contract import NOBODY, SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.words import Counted, Told
from kosmoport.games.kosmiczna_eskadra import counting, rules, schema
from kosmoport.games.kosmiczna_eskadra.telling import name_of, tell
from kosmoport.games.kosmiczna_eskadra.view import View, view

# What can be agreed on for one round; everything else is about races, turns or matches.
AGREED = (
    "players",
    "asteroids",
    "asteroid_gap",
    "ore_split",
    "corsairs",
    "corsair_capacity",
    "touch_is_illegal",
    "table",
)
EXAMPLE: Mapping[str, Any] = {
    "options": {"players": 2, "corsairs": True},
    "cards": [
        {"seat": 0, "ship": 3, "x": -1200, "y": 900, "rot": 0},
        {"seat": 1, "ship": 9, "x": 1200, "y": -900, "rot": 45},
    ],
}
Tenths = Annotated[int, msgspec.Meta(ge=-schema.POSE_LIMIT, le=schema.POSE_LIMIT)]
Degrees = Annotated[int, msgspec.Meta(ge=0, lt=schema.DEGREES)]


class RefereeCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card on the table: whose it is, which ship of the squadron, its centre and how it is turned."""

    seat: Annotated[int, msgspec.Meta(ge=0, lt=schema.MAX_PLAYERS)]
    ship: Annotated[int, msgspec.Meta(ge=0, lt=schema.MAX_CARDS)]  # by its place in the squadron, from 0
    x: Tenths  # tenths of a millimetre from the table's centre, to the right
    y: Tenths  # and upwards
    rot: Degrees  # counter-clockwise


class RefereeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards in the order in which they were laid, and what was agreed on."""

    cards: Annotated[list[RefereeCard], msgspec.Meta(max_length=schema.MAX_LYING)]
    options: dict[str, Any] = {}  # of the game, as far as they matter for one round


class Judged(msgspec.Struct, frozen=True):
    """The shoot-out: the table before it, all that happened in order, and the table after it."""

    before: Any  # the view of a spectator, whose page has the type
    told: tuple[Told, ...]
    after: Any  # likewise
    points: tuple[int, ...]  # by seat
    winner: int | None  # of the round; null: it is tied
    count: tuple[Counted, ...]  # how the points of each seat come about


def judge(table: RefereeTable) -> Judged:
    """Check the placements, let all ships fire, count; BadInput says which card cannot be."""
    options = _read_options(table.options)
    c = _game().component_record()
    s = _laid(c, options, table.cards)
    before: View = view(s, c, SPECTATOR)
    rules.finish_stop(s, c)
    told = [tell(s, c, event, SPECTATOR) for event in layout.collect(s)]
    after: View = view(s, c, SPECTATOR)
    return Judged(
        before=before,
        told=tuple(line for line in told if line is not None),
        after=after,
        points=tuple(player.points for player in after.everybody),
        winner=after.winner,
        count=_formulas(after),
    )


def _read_options(given: dict[str, Any]) -> Options:
    for name in given:
        if name not in AGREED:
            raise BadInput(f"the referee has no option {name[:40]} (there are {', '.join(AGREED)})")
    return _game().read_options({**given, **_game().calm})  # the race is over


def _game() -> Game:
    """The game, of which this file is a part."""
    from kosmoport.games.kosmiczna_eskadra import GAME

    return GAME


def _laid(c: schema.Components, options: Options, cards: Sequence[RefereeCard]) -> schema.State:
    """The table after Stop, all of these cards on it and nothing fired yet."""
    s: schema.State = _game().blank_state(options)
    rules.setup(s, c, schema.Deal())
    for number, card in enumerate(cards, 1):
        _check_card(s, c, number, card)
        player = s.player[card.seat]
        player.held = card.ship
        player.pack -= 1 << card.ship
        rules.lay_card(s, card.seat, card.x, card.y, card.rot)
    s.stage, s.turn, s.drawing = schema.STOPPING, NOBODY, NOBODY
    layout.collect(s)
    return s


def _check_card(s: schema.State, c: schema.Components, number: int, card: RefereeCard) -> None:
    """A squadron has one card of each ship."""
    if card.seat >= s.opt.players:
        raise BadInput(f"card {number} is of seat {card.seat}, but the seats are 0 to {s.opt.players - 1}")
    if not s.player[card.seat].pack >> card.ship & 1:
        name = name_of(c, card.ship)
        raise BadInput(f"card {number} is the second {name} of seat {card.seat}, but a squadron has only one")


def _formulas(after: View) -> tuple[Counted, ...]:
    """KE-25 for each seat; the count tells it for the round that ends a match, as this one might."""
    steps = counting.count(replace(after, stage="done", winner=0))
    return tuple(step for step in steps if step.id == "formula")
