"""Tables that continue a finished game: what they take over from it, and whether its chance was fair."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from kosmoport.core import layout
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput
from kosmoport.core.play import new_play
from kosmoport.table.entries import Part, Past, PastMove
from kosmoport.table.fair import (
    Fair,
    Sources,
    chance_key,
    commitment,
    digest,
    first_chance_key,
    first_commitment,
)
from kosmoport.table.settings import (
    NewTable,
    TableSettings,
    read_bots,
    read_clock,
    read_colours,
    read_hints,
)
from kosmoport.table.table import Table

MOST_MOVES = 5000  # that a table may begin with; the longest matches have some hundreds
MOST_PARTS = 7000  # characters of all that a record says of the tables that were continued


def continuing(source: Table, asked: NewTable) -> tuple[TableSettings, Past]:
    """A table that goes on from a moment of this one, whose record must be open; BadInput if it cannot be."""
    assert asked.continues is not None
    _check_asked(source, asked)
    _check_moment(source, asked.continues.move)
    settings, bots = source.settings, read_bots(asked, source.settings.players)
    continued = TableSettings(
        game=settings.game,
        rules=settings.rules,
        options=settings.options,
        bots=bots,
        colours=read_colours(source.game, asked, tuple(seat.colour for seat in source.seats)),
        start=settings.start,
        public=asked.public,
        unhurried=asked.unhurried,
        clock=read_clock(asked, source.game, settings.options),
        timeout_level=asked.timeout_level,
        components=settings.components,
        sealed=asked.sealed,
        take_back=asked.take_back,
        hints=read_hints(asked, bots),
        continues=asked.continues.move,
    )
    return continued, _past(source, asked.continues.move)


def _check_asked(source: Table, asked: NewTable) -> None:
    """What the continued game has settled cannot be asked for anew."""
    if asked.game != source.game.id:
        raise BadInput(f"the game to continue is {source.game.title}: game must be {source.game.id}")
    if asked.players not in (None, source.settings.players):
        raise BadInput(f"the game to continue has {source.settings.players} players; leave players out")
    for name, given in (("options", asked.options), ("start", asked.start), ("components", asked.components)):
        if given not in (None, {}):
            raise BadInput(f"{name} must be left out: a game that is continued keeps its own")


def _check_moment(source: Table, move: int) -> None:
    moves = len(source.play.moves)
    if move > moves:
        raise BadInput(f"the game to continue has {moves} moves; there is no move {move}")
    if move > MOST_MOVES:
        raise BadInput(f"a game can be continued from its first {MOST_MOVES} moves")
    if move == moves and source.over:
        raise BadInput(f"the game is over after move {moves}; continue from an earlier one")


def _past(source: Table, move: int) -> Past:
    moves = tuple(
        PastMove(made.seat, made.action, before.cause, made.at)
        for made, before in zip(source.play.moves[:move], source.before, strict=False)
    )
    return Past(source.options, layout.to_data(source.deal), moves, _parts(source, move))


def _parts(source: Table, move: int) -> tuple[Part, ...]:
    """The tables that the first moves came from, the one that dealt first even if it gave no move."""
    own = _own_part(source, len(source.play.moves))
    parts: list[Part] = []
    for part in (*(source.past.parts if source.past is not None else ()), own):
        if not parts or parts[-1].until < move:
            parts.append(msgspec.structs.replace(part, until=min(part.until, move)))
    if len(json.dumps([told_of(part) for part in parts])) > MOST_PARTS:
        raise BadInput("this game has been continued too often; continue from an earlier move")
    return tuple(parts)


def _own_part(table: Table, until: int) -> Part:
    """What the chance of this table is made from."""
    secret = table.secret.hex()
    if table.frozen is None:
        return Part(table.id, secret, tuple(seat.luck for seat in table.seats), until)
    values = tuple(seat.value for seat in table.seats)
    return Part(table.id, secret, (), until, table.round, digest(table.frozen), values)


def dealt_at(table: Table) -> str:
    """The table that dealt: this one, or the first of those whose game it continues."""
    return table.id if table.past is None else table.past.parts[0].table


def is_shared(bots: Sequence[str | None]) -> bool:
    """Is anything hidden from somebody? Where one person plays with bots, nobody gains by knowing more."""
    return list(bots).count(None) > 1


def told_of(part: Part) -> dict[str, Any]:
    """What a record says of a table that was continued: its secrets, and how many moves were made by then."""
    secret = bytes.fromhex(part.secret)
    if part.frozen is None:
        promised = first_commitment(secret, part.table)
        own: dict[str, Any] = {"luck": list(part.luck)}
    else:
        promised = commitment(secret, part.table, part.round)
        own = {"round": part.round, "frozen": part.frozen, "values": list(part.values)}
    fair = {"table": part.table, "secret": part.secret, "commitment": promised, **own}
    return {**fair, "moves": part.until}


def source_of(part: Part) -> Fair:
    """Where the chance of a table came from that was continued."""
    secret = bytes.fromhex(part.secret)
    if part.frozen is None:
        return Fair(first_chance_key(secret, part.table, part.luck))
    return Fair(chance_key(secret, part.frozen, part.values))


def unfair_past(table: Table) -> str | None:
    """What in the past of a table is not what the secrets of its parts give; Refused if a move is illegal."""
    past, game = table.past, table.game
    assert past is not None
    sources = Sources([source_of(part) for part in past.parts], [part.until for part in past.parts[:-1]])
    play = new_play(game, game.read_options(past.options), sources.deal_stream(), table.components)
    if layout.to_data(play.d) != past.deal:
        return "the deal is not the one that the secret of the first table gives"
    for move in past.moves:
        if move.seat == CHANCE and play.chance_due:
            if move.action != game.roll(play.s, play.c, sources.next_roll(len(play.moves))):
                return f"the roll after move {len(play.moves)} is not the one that its table's secret gives"
        play.act(move.seat, move.action, move.at)
    return None
