"""How long a log may get: every line costs something at each waking, and people could write any number.

Moves that stand are the game and never refused, nor what bots and clocks do, beginning, closing, coming back
and a rematch. Of all else, moves that were taken back included, there may be `House.max_log` lines: going
back ends at half of that, talk and leaving at all of it, and votes about an absent player last of all, so
that nobody can hold a table up by filling its log.
"""

from __future__ import annotations

from kosmoport.table import protocol
from kosmoport.table.table import Table


def lines_besides_the_game(table: Table) -> int:
    """Lines that are not moves that stand."""
    moves = 0 if table.play is None else len(table.play.moves) - table.first_move
    return table.n - moves


def no_going_back(table: Table) -> bool:
    return lines_besides_the_game(table) >= table.house.max_log // 2


def no_talk(table: Table) -> bool:
    return lines_besides_the_game(table) >= table.house.max_log


def no_votes(table: Table) -> bool:
    return lines_besides_the_game(table) >= table.house.max_log * 11 // 10


def is_too_much(table: Table, command: protocol.AnyCommand) -> bool:
    """Is the log too long for what this would add to it?"""
    match command:
        case protocol.TakeBack() | protocol.AskBack():
            return no_going_back(table)
        case protocol.AskBot():
            return no_votes(table)
        case protocol.Chat() | protocol.Aid() | protocol.Ready(ready=False):
            return no_talk(table)
        case protocol.Leave():  # before the start somebody would have to sit down again
            return table.phase == "playing" and no_talk(table)
    return False
