"""Many games stepped together: compiled behind the rules, one call for a decision in each of them.

A game is a row: what it keeps (state and generators), the numbers its seat may choose from now, and what a
learner is shown. No number from outside is trusted: what is not legal is never applied.
`list_choices` and `chosen_action` come from a second file: vector_listed.py, or one for poses.
"""

from kosmoport.core.chance import below, seed_chance
from kosmoport.core.contract import CHANCE, BaseState
from kosmoport.core.layout import float32, int16, int32
from kosmoport.engine.drivers.playout import new_game
from kosmoport.engine.drivers.seats import first_seat
from kosmoport.engine.drivers.the_game import Components, rules
from kosmoport.engine.drivers.vector_listed import chosen_action, list_choices
from kosmoport.engine.drivers.vector_rows import Kit, Row

SECOND_STREAM = 0x80000000  # sampled actions are drawn so far from the dice that no row meets another's


def entry_vector_seed(rows: list[Row], number: int) -> None:
    """Start the generators of every row; row i deals and throws like game i of a batch of this number."""
    for i in range(len(rows)):
        seed_chance(rows[i].rng, number + i)
        seed_chance(rows[i].draws, number + i + SECOND_STREAM)


def entry_vector_step(
    rows: list[Row],
    kits: list[Kit],
    menu: list[list[int]],
    shares: list[float32],
    actions: list[int],
    legal: list[list[int32]],
    shown: list[list[int16]],
    masks: list[list[bool]],
    seats: list[int],
    rewards: list[list[float32]],
    dones: list[bool],
    illegal: list[bool],
) -> None:
    """In every row the seat to move does its action, and the next seat is shown what it knows and may do.

    A finished game is scored and the next one begins; where none has begun, one begins and the action is
    left out.
    """
    kit = kits[0]
    for i in range(len(rows)):
        row = rows[i]
        refused = False
        ended = False
        if row.begun == 1:
            refused = decide(row, kit, menu, actions[i], legal[i])
            ended = rules.is_over(row.s) or row.decisions == kit.limit
        pay_out(row.s, kit, ended, shares, rewards[i])
        if ended or row.begun == 0:
            rows[i].s = kit.blank  # a copy
            begin_row(row, kit)
        illegal[i] = refused
        dones[i] = ended
        seats[i] = row.seat
        mark_choices(row, kit, menu, legal[i], masks[i])
        rules.observe(row.s, kit.c, row.seat, shown[i])


def entry_vector_sample(rows: list[Row], legal: list[list[int32]], actions: list[int]) -> None:
    """An action for every row, each legal one as likely as the others."""
    for i in range(len(rows)):
        actions[i] = legal[i][below(rows[i].draws, rows[i].choices)]


def begin_row(row: Row, kit: Kit) -> None:
    """A new game in a row; its generator goes on where the last game left it."""
    new_game(row.s, kit.c, row.rng, kit.d)
    row.begun = 1
    row.decisions = 0
    next_decision(row, kit.c)


def next_decision(row: Row, c: Components) -> None:
    """Throw the dice that are due and find the seat to move; of several, one after the other is asked."""
    while rules.chance_due(row.s):
        rules.apply(row.s, c, CHANCE, rules.roll(row.s, c, row.rng))
    if not rules.is_over(row.s):
        row.seat = first_seat(rules.to_act(row.s))


def decide(row: Row, kit: Kit, menu: list[list[int]], chosen: int, legal: list[int]) -> bool:
    """The seat does what was chosen, or a random legal action where that is none; True in that case."""
    action = chosen_action(row, kit, menu, chosen)
    refused = action < 0
    if refused:
        action = chosen_action(row, kit, menu, legal[below(row.rng, row.choices)])
    rules.apply(row.s, kit.c, int(row.seat), action)
    row.decisions += 1
    next_decision(row, kit.c)
    return refused


def pay_out(s: BaseState, kit: Kit, ended: bool, shares: list[float32], rewards: list[float32]) -> None:
    """Each seat's share of the win in a game that has ended, else nothing."""
    for p in range(s.opt.players):
        rewards[p] = 0
    if ended:
        rules.returns(s, kit.c, kit.returned)
        for p in range(s.opt.players):
            rewards[p] = shares[kit.returned[p]]


def mark_choices(row: Row, kit: Kit, menu: list[list[int]], legal: list[int], mask: list[bool]) -> None:
    """The legal actions as a list and as a mask."""
    for k in range(len(mask)):
        mask[k] = False
    row.choices = list_choices(row, kit, menu, legal)
    for k in range(row.choices):
        mask[legal[k]] = True
