"""How a table refuses, and who may speak for a seat."""

from __future__ import annotations

from typing import Any

from kosmoport.core.game import Game
from kosmoport.core.reasons import rules_behind
from kosmoport.table import protocol
from kosmoport.table.table import Table
from kosmoport.table.takeback import REASONS

HOST = "host"

# Every id a refusal may have besides the reasons of the games; words/<language>.json says them.
REFUSALS = (
    "not_host",
    "not_seated",
    "begun",
    "not_begun",
    "not_over",
    "closed",
    "seat_taken",
    "no_free_seat",
    "no_such_seat",
    "name_taken",
    "bad_name",
    "name_of_bot",
    "no_name",
    "bad_colour",
    "not_all_seated",
    "not_all_ready",
    "late",
    "bot_plays",
    "not_given",
    "not_gone",
    "take_back_off",
    "no_such_proposal",
    "answered_already",
    "not_asked",
    "chat_too_long",
    "too_far_back",
    "already_asked",
    "other_round",
    "nothing_to_reveal",
    "not_promised",
    "no_hints",
    "not_your_turn",
    "before_this_table",
    "not_yet",
    "no_aid",
    "no_aim",
    "given_away",
    "log_full",
    "changed",
    "seat_kept",
    "people_stay",
    "cannot_agree",
    "keeps_its_own",
    "not_late",
    "race_runs",
    "has_seat",
    "agreed_otherwise",
    "no_such_game",
    "too_many_people",
    *REASONS,
)


class Declined(Exception):
    """The table refuses; nothing has changed."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason)
        self.problem = protocol.Problem(reason, args)


class Illegal(Declined):
    """The rules of the game refuse, and say which of them."""

    def __init__(self, game: Game, reason: str) -> None:
        super().__init__(reason)
        self.problem = protocol.Problem(reason, rules=game.id, cites=rules_behind(game, reason))


def own_seat(table: Table, sender: str) -> int:
    if sender == HOST:
        raise Declined("not_seated")
    return int(sender)


def only_host(table: Table, sender: str) -> None:
    if sender != HOST and not is_host(table, int(sender)):
        raise Declined("not_host")


def only_before_the_start(table: Table) -> None:
    if table.phase == "closed":
        raise Declined("closed")
    if table.phase != "gathering" or table.frozen is not None:
        raise Declined("begun")


def player(table: Table, sender: str) -> int:
    """The seat of somebody who decides in a game that is on."""
    if sender == HOST:
        raise Declined("not_seated")
    seat = int(sender)
    if table.phase == "gathering":
        raise Declined("not_begun")
    if table.phase == "over":
        raise Illegal(table.game, "over")
    own = table.seats[seat]
    if own.key is not None and own.level is not None:
        raise Declined("bot_plays")
    return seat


def is_host(table: Table, seat: int) -> bool:
    return table.seats[seat].key == table.host
