"""Many games stepped together: compiled behind the rules, one call for a decision in each of them.

A game is a row: its table (state and generators), the numbers its seat may choose from now, and what a
learner is shown. No number from outside is trusted: what is not legal is never applied.
`list_choices` and `chosen_action` come from a second file: vector_listed_driver.py, or one for poses.
"""

from kosmoport.core.chance import below, seed_chance
from kosmoport.core.contract import CHANCE, BaseState
from kosmoport.core.layout import Record
from kosmoport.engine.playout import new_game
from kosmoport.engine.seats import first_seat
from kosmoport.engine.the_game import rules
from kosmoport.engine.vector_listed_driver import chosen_action, list_choices
from kosmoport.engine.vector_rows import Kit, Table, Tables

SECOND_STREAM = 0x80000000  # sampled actions are drawn so far from the dice that no row meets another's


def entry_vector_seed(tables: Tables, number: int) -> None:
    """Start the generators of every row; row i deals and throws like game i of a batch of this number."""
    for i in range(len(tables)):
        seed_chance(tables[i].rng, number + i)
        seed_chance(tables[i].draws, number + i + SECOND_STREAM)


def entry_vector_step(
    tables: Tables,
    kits: list[Kit],
    menu: list[list[int]],
    shares: list[float],
    actions: list[int],
    legal: list[list[int]],
    shown: list[list[int]],
    masks: list[list[bool]],
    seats: list[int],
    rewards: list[list[float]],
    dones: list[bool],
    illegal: list[bool],
) -> None:
    """In every row the seat to move does its action, and the next seat is shown what it knows and may do.

    A finished game is scored and the next one begins; where none has begun, one begins and the action is
    left out.
    """
    kit = kits[0]
    for i in range(len(tables)):
        table = tables[i]
        refused = False
        ended = False
        if table.begun == 1:
            refused = decide(table, kit, menu, actions[i], legal[i])
            ended = rules.is_over(table.s) or table.decisions == kit.limit
        pay_out(table.s, kit, ended, shares, rewards[i])
        if ended or table.begun == 0:
            tables.s[i] = kit.blank
            begin_row(table, kit)
        illegal[i] = refused
        dones[i] = ended
        seats[i] = table.seat
        mark_choices(table, kit, menu, legal[i], masks[i])
        rules.observe(table.s, kit.c, table.seat, shown[i])


def entry_vector_sample(tables: Tables, legal: list[list[int]], actions: list[int]) -> None:
    """An action for every row, each legal one as likely as the others."""
    for i in range(len(tables)):
        actions[i] = legal[i][below(tables[i].draws, tables[i].choices)]


def begin_row(table: Table, kit: Kit) -> None:
    """A new game in a row; its generator goes on where the last game left it."""
    new_game(table.s, kit.c, table.rng, kit.d)
    table.begun = 1
    table.decisions = 0
    next_decision(table, kit.c)


def next_decision(table: Table, c: Record) -> None:
    """Throw the dice that are due and find the seat to move; of several, one after the other is asked."""
    while rules.chance_due(table.s):
        rules.apply(table.s, c, CHANCE, rules.roll(table.s, c, table.rng))
    if not rules.is_over(table.s):
        table.seat = first_seat(rules.to_act(table.s))


def decide(table: Table, kit: Kit, menu: list[list[int]], chosen: int, legal: list[int]) -> bool:
    """The seat does what was chosen, or a random legal action where that is none; True in that case."""
    action = chosen_action(table, kit, menu, chosen)
    refused = action < 0
    if refused:
        action = chosen_action(table, kit, menu, legal[below(table.rng, table.choices)])
    rules.apply(table.s, kit.c, int(table.seat), action)
    table.decisions += 1
    next_decision(table, kit.c)
    return refused


def pay_out(s: BaseState, kit: Kit, ended: bool, shares: list[float], rewards: list[float]) -> None:
    """Each seat's share of the win in a game that has ended, else nothing."""
    for p in range(s.opt.players):
        rewards[p] = 0
    if ended:
        rules.returns(s, kit.c, kit.returned)
        for p in range(s.opt.players):
            rewards[p] = shares[kit.returned[p]]


def mark_choices(table: Table, kit: Kit, menu: list[list[int]], legal: list[int], mask: list[bool]) -> None:
    """The legal actions as a list and as a mask."""
    for k in range(len(mask)):
        mask[k] = False
    table.choices = list_choices(table, kit, menu, legal)
    for k in range(table.choices):
        mask[legal[k]] = True
