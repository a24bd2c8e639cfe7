"""From promises to a deal: what is frozen, who has still to reveal, and what comes of it."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from kosmoport.core import layout
from kosmoport.table import entries as log
from kosmoport.table.fair import LABEL, SECRET_BYTES, Fair, digest
from kosmoport.table.table import Table


def freeze(table: Table) -> log.Frozen:
    """Everything that bears on the deal, in one text: nobody can change any of it once values are told.

    Names are not in it, so that a person's name can be erased from a log that can still be checked.
    """
    settings = table.settings
    frozen = {
        "deal": LABEL,
        "table": table.id,
        "round": table.round,
        "commitment": table.commitment,
        "game": settings.game,
        "rules": settings.rules,
        "options": settings.options,
        "components": digest_of(settings.components),
        "continues": _past(table),
        "start": first_by_rulebook(table),
        "seats": _seats(table),
    }
    return log.Frozen(msgspec.json.encode(frozen).decode())


def _seats(table: Table) -> list[dict[str, Any]]:
    """By seat: a bot, a device with its promise and its number, or a person whose device gave none."""
    numbers: dict[str, int] = {}
    seats: list[dict[str, Any]] = []
    for p, seat in enumerate(table.seats):
        if seat.bot is not None:
            seats.append({"bot": seat.bot})
        elif seat.promise is None:
            seats.append({"promise": None})
        else:
            device = numbers.setdefault(seat.device or f"of seat {p} alone", len(numbers))
            seats.append({"promise": seat.promise, "device": device})
    return seats


def _past(table: Table) -> str | None:
    """What stands for the deal and the moves of the game that is continued."""
    if table.past is None:
        return None
    return past_digest(table.past.deal, [(move.seat, move.action) for move in table.past.moves])


def past_digest(deal: dict[str, Any], moves: list[tuple[int, int]]) -> str:
    found = digest_of([deal, moves])
    assert found is not None
    return found


def digest_of(data: Any) -> str | None:
    """What stands for data of JSON, whatever the order of its keys; None for nothing."""
    return None if data is None else digest(msgspec.json.encode(data, order="deterministic").decode())


def first_by_rulebook(table: Table) -> list[int] | None:
    """The youngest or oldest of those who gave their age: among equals a lot decides. None: no such rule."""
    ages = {p: seat.age for p, seat in enumerate(table.seats) if seat.age is not None}
    if table.past is not None or table.settings.start != "rulebook" or table.game.first is None or not ages:
        return None
    wanted = min(ages.values()) if table.game.first == "youngest" else max(ages.values())
    return [p for p, age in ages.items() if age == wanted]


def missing(table: Table) -> list[int]:
    """Seats whose devices have promised a value and not revealed it."""
    return [p for p, seat in enumerate(table.seats) if seat.promise is not None and seat.value is None]


def began(table: Table) -> log.Began:
    """The beginning, when everything is frozen and revealed: always the same one from the same log."""
    if table.past is not None:
        return log.Began(table.past.options, table.past.deal)
    assert table.frozen is not None
    equals = msgspec.json.decode(table.frozen)["start"]
    first = {} if equals is None else {"start_seat": table.fair.start_among(equals)}
    options = table.settings.options | first
    return log.Began(options, deal_of(table, options, table.fair))


def deal_of(table: Table, options: dict[str, Any], fair: Fair) -> dict[str, Any]:
    """The deal, drawn from everybody's randomness."""
    game = table.game
    s, c = game.blank_state(options), game.component_record(table.components)
    d = game.schema.Deal()
    game.rules.deal(s, c, fair.deal_stream(), d)
    data: dict[str, Any] = layout.to_data(d)
    return data


def new_round(table: Table, cause: Any, seats: list[int]) -> log.Round:
    """What was revealed is never used again: the table commits anew, and so does everybody else."""
    return log.Round(secrets.token_hex(SECRET_BYTES), cause, tuple(seats))


def next_of_deal(table: Table, now: int) -> tuple[tuple[log.AnyEntry, ...], int | None]:
    """What happens by itself before a game: entries now, or when to look again."""
    if table.is_of_before:
        return (new_round(table, "upgraded", []),), None
    if table.frozen is None:
        return (), None
    late = missing(table)
    if not late:
        return (began(table),), None
    until = table.reveal_until
    if until is not None and now >= until:
        return (new_round(table, "void", late),), None
    return (), until
