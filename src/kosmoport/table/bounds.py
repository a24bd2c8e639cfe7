"""How long a log may get: every line costs something at each waking, and people could write any number.

Moves that stand are the game and never refused, nor what bots and clocks do, revealing what was promised,
closing, coming back and a rematch. Of all else, moves that were taken back included, there may be
`Policy.max_log` lines: going back ends at half of that, talk, promises and leaving at all of it. Votes about
an absent player end last of all, so that nobody can hold a table up by filling its log. Beginning ends only
after a tenth of that many rounds that were void because some device did not reveal.
"""

from __future__ import annotations

from kosmoport.table.table import Table


def lines_besides_the_game(table: Table) -> int:
    """Lines that are not moves that stand."""
    moves = len(table.play.moves) - table.first_move if table.begun else 0
    return table.n - moves


def no_going_back(table: Table) -> bool:
    return lines_besides_the_game(table) >= table.policy.max_log // 2


def no_talk(table: Table) -> bool:
    return lines_besides_the_game(table) >= table.policy.max_log


def no_votes(table: Table) -> bool:
    return lines_besides_the_game(table) >= table.policy.max_log * 11 // 10


def no_rounds(table: Table) -> bool:
    return len(table.void) >= table.policy.max_log // 10
