"""The next game of the same people: what is agreed on there, and for whom its seats are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.games import game_by_id
from kosmoport.table.declined import Declined
from kosmoport.table.entries import Reservation
from kosmoport.table.settings import Level, NewTable, TableSettings, of_today, read_settings
from kosmoport.table.table import Table

Kept = tuple[Reservation | None, ...]


class Place(msgspec.Struct, frozen=True):
    """A seat of the game before, as it is carried to the next one: kept for a person, or with a bot."""

    kept: Reservation | None
    bot: Level | None
    colour: str = ""  # none yet


def next_game(table: Table, game: str | None) -> tuple[TableSettings, Kept]:
    """The same game once more (None), or another one; Declined where that cannot be."""
    places: Sequence[Place] = rotated(_places(table))
    if game is None or game == table.settings.game:
        settings = _once_more(table.settings, places)
    else:
        places, settings = _another(table.settings, places, game)
    return settings, tuple([place.kept for place in places])


def rotated(seats: Sequence[Any]) -> tuple[Any, ...]:
    """Everybody one seat further: who was first is last to be asked."""
    return (*seats[-1:], *seats[:-1])


def _places(table: Table) -> list[Place]:
    return [
        Place(Reservation(seat.key, seat.name or "") if seat.key is not None else None, bot, seat.colour)
        for seat, bot in zip(table.seats, table.settings.bots, strict=True)
    ]


def _once_more(old: TableSettings, places: Sequence[Place]) -> TableSettings:
    """What was agreed on, by the rules of today; Declined where these have no such thing."""
    try:
        today = of_today(old)
    except BadInput:
        raise Declined("agreed_otherwise") from None
    return msgspec.structs.replace(
        today,
        bots=tuple([place.bot for place in places]),
        colours=tuple([place.colour for place in places]),
        continues=None,
    )


def _another(old: TableSettings, places: Sequence[Place], game: str) -> tuple[list[Place], TableSettings]:
    """Another game as it is usually played, in turns; who may see, take back and hurry stays agreed on."""
    try:
        found = game_by_id(game)
    except BadInput:
        raise Declined("no_such_game") from None
    seats = _fitted(places, found, old.timeout_level)
    asked = NewTable(
        game,
        players=len(seats),
        options=dict(found.calm),
        bots=[place.bot for place in seats],
        colours=_colours(seats, found.colours),
        public=old.public,
        unhurried=old.unhurried,
        clock=old.clock,
        timeout_level=old.timeout_level,
        sealed=old.sealed,
        take_back=old.take_back,
        hints=old.hints,
    )
    return seats, read_settings(asked)


def _fitted(places: Sequence[Place], game: Game, level: Level) -> list[Place]:
    """As many seats as the game has: the last bots stay away, or more of them come; people never do."""
    low, high = game.players
    people = sum(place.kept is not None for place in places)
    if people > high:
        raise Declined("too_many_people", most=high)
    room = high - people  # for bots
    seats = []
    for place in places:
        room -= place.kept is None
        if place.kept is not None or room >= 0:
            seats.append(place)
    return seats + [Place(None, level)] * (low - len(seats))


def _colours(seats: Sequence[Place], colours: Sequence[str]) -> list[str]:
    """Everybody keeps their colour where the game has it."""
    free = [colour for colour in colours if colour not in {place.colour for place in seats}]
    return [place.colour if place.colour in colours else free.pop(0) for place in seats]
