"""How the fields of a view may be drawn: said by their types, found by their paths."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
import pytest

from kosmoport.core.views import (
    BySeat,
    Card,
    Cards,
    Drawn,
    FaceUp,
    Hand,
    OfSeat,
    Pile,
    Score,
    SeatView,
    Stack,
    Unshown,
    all_fields,
    fields_of,
)
from tests.conformance.tables import ALL_GAMES

Slot: TypeAlias = Annotated[int, Drawn(of="deck")]


class Laid(msgspec.Struct, frozen=True):
    """A card on the table."""

    owner: OfSeat[int]
    card: Card[Slot | None]
    face_up: FaceUp


class PlayerView(msgspec.Struct, frozen=True):
    """A player."""

    score: Score
    hand: Hand[Slot]
    name: str


class View(SeatView, frozen=True):
    """A table."""

    deck: Unshown[tuple[int, ...]]
    stock: Stack
    turn: OfSeat[int | None]
    waiting: tuple[OfSeat[int], ...]
    rows: tuple[Cards[Slot], ...]
    laid: Pile[Laid]
    places: Annotated[tuple[int, ...], Drawn(names=("north", "south"))]
    bids: BySeat[Card[Slot | None]]
    others: BySeat[PlayerView]


KNOWN: dict[str, Any] = {"seat": 0, "players": 2, "options": {}, "deck": [1, 2], "stock": 3, "turn": None}
KNOWN |= {"waiting": [1], "rows": [[0]], "places": [0, 4], "bids": [None, 1]}
KNOWN |= {"laid": [{"owner": 1, "card": None, "face_up": False}]}
KNOWN |= {"others": [{"score": 2, "hand": [0, 1], "name": "Ada"}, {"score": 0, "hand": [], "name": "Bob"}]}


def test_a_view_says_how_its_fields_may_be_drawn() -> None:
    assert fields_of(View) == {
        "deck": Drawn("unshown"),
        "stock": Drawn("pile"),
        "turn": Drawn("seat"),
        "waiting": Drawn("seat"),
        "rows[]": Drawn("cards", of="deck"),
        "laid": Drawn("pile"),
        "laid.owner": Drawn("seat"),
        "laid.card": Drawn("card", of="deck"),
        "laid.face_up": Drawn("open"),
        "places": Drawn(names=("north", "south")),
        "bids": Drawn("by_seat"),
        "bids[]": Drawn("card", of="deck"),
        "others": Drawn("by_seat"),
        "others.score": Drawn("score"),
        "others.hand": Drawn("hand", of="deck"),
    }


def test_what_is_said_changes_nothing_in_the_type() -> None:
    known = msgspec.convert(KNOWN, View)
    assert known.others[0].hand == (0, 1)
    assert msgspec.to_builtins(known) == msgspec.to_builtins(
        msgspec.convert(msgspec.to_builtins(known), View)
    )
    with pytest.raises(msgspec.ValidationError, match="Expected `int`"):
        msgspec.convert(KNOWN | {"stock": "many"}, View)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_lists_that_fields_point_into_are_there(game: Any) -> None:
    said, fields = fields_of(game.view.View), all_fields(game.view.View)
    assert said
    assert {drawn.of for drawn in said.values() if drawn.of} <= set(fields)
    assert sum(drawn.kind == "by_seat" for path, drawn in said.items() if "." not in path) >= 1
