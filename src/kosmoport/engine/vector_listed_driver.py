"""What rows of a game may choose from when the rules list all actions; see vector_driver.py."""
# mypy: ignore-errors
# ruff: noqa: F821
# Assembled behind a game's rules, which supply the functions of the contract.

from kosmoport.core.contract import OK


def list_choices(table, kit, menu, legal):
    """The numbers that are legal now; returns how many."""
    return legal_actions(table.s, kit.c, table.seat, legal)


def chosen_action(table, kit, menu, chosen):
    """The action of this number, or -1 where it is not legal; the rules know it by the same number."""
    return chosen if why_not(table.s, kit.c, table.seat, chosen) == OK else -1
