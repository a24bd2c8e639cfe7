"""What rows of a game may choose from when the rules list all actions; see vector.py."""

from kosmoport.core.contract import OK
from kosmoport.engine.drivers.the_game import rules
from kosmoport.engine.drivers.vector_rows import Kit, Row


def list_choices(row: Row, kit: Kit, menu: list[list[int]], legal: list[int]) -> int:
    """The numbers that are legal now; returns how many."""
    return rules.legal_actions(row.s, kit.c, row.seat, legal)


def chosen_action(row: Row, kit: Kit, menu: list[list[int]], chosen: int) -> int:
    """The action of this number, or -1 where it is not legal; the rules know it by the same number."""
    return chosen if rules.why_not(row.s, kit.c, row.seat, chosen) == OK else -1
