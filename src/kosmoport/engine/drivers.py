"""What Python calls in machine code: arrays of records and an index go in, numbers come out.

These functions are assembled behind the rules and compiled with them. An array and an index are
passed instead of one record because a structured scalar costs four times as much to hand over.
"""

from kosmoport.core.chance import seed_chance
from kosmoport.core.contract import CHANCE
from kosmoport.engine.playout import new_game, play_on
from kosmoport.engine.seats import first_seat


def entry_setup(states, i, comps, deals, j):
    """Set a state up from a deal."""
    setup(states[i], comps[0], deals[j])


def entry_seed(rngs, number):
    seed_chance(rngs[0], number)


def entry_legal(states, i, comps, seat, out):
    """Legal actions of a seat; returns how many."""
    return legal_actions(states[i], comps[0], seat, out)


def entry_why_not(states, i, comps, seat, action):
    return why_not(states[i], comps[0], seat, action)


def entry_apply(states, i, comps, seat, action):
    """Do it if it is legal; returns the reason if it is not."""
    reason = why_not(states[i], comps[0], seat, action)
    if reason == 0:
        apply(states[i], comps[0], seat, action)
    return reason


def list_next(desk):
    """Throw dice that are due and list the next seat's actions; 256 * how many + seat, -1 at the end."""
    while chance_due(desk.s):
        apply(desk.s, desk.c, CHANCE, roll(desk.s, desk.c, desk.rng))
    if is_over(desk.s):
        return -1
    seat = first_seat(to_act(desk.s))
    return 256 * legal_actions(desk.s, desk.c, seat, desk.legal) + seat


def entry_begin(desks, i):
    """Deal and set up a game on a desk whose state has only its options."""
    desk = desks[i]
    new_game(desk.s, desk.c, desk.rng, desk.d)
    return list_next(desk)


def entry_step(desks, i, action):
    """The first seat to act does `action`, which must be one of those listed."""
    desk = desks[i]
    apply(desk.s, desk.c, first_seat(to_act(desk.s)), action)
    return list_next(desk)


def entry_chance_due(states, i):
    return chance_due(states[i])


def entry_to_act(states, i):
    return to_act(states[i])


def entry_is_over(states, i):
    return is_over(states[i])


def entry_scores(states, i, comps, out):
    scores(states[i], comps[0], out)


def entry_returns(states, i, comps, out):
    returns(states[i], comps[0], out)


def entry_observe(states, i, comps, seat, out):
    observe(states[i], comps[0], seat, out)


def entry_redeal(states, i, comps, seat, rngs):
    redeal_unseen(states[i], comps[0], seat, rngs[0])


def entry_batch(states, first, count, template, comps, deals, rngs, number, out, wins, limit):
    """Random games in states[first] and the following ones; game k of a batch starts its generator from
    `number` + k. Returns the decisions made; shares of the win are added up in `wins`. A game that is not
    over after `limit` steps stays open and counts for nobody."""
    decisions = 0
    for k in range(first, first + count):
        s = states[k]
        states[k] = template[0]
        seed_chance(rngs[0], number + k)
        new_game(s, comps[0], rngs[0], deals[0])
        decisions += play_on(s, comps[0], rngs[0], out, limit)
        if is_over(s):
            returns(s, comps[0], out)
            for p in range(s.opt.players):
                wins[p] += out[p]
    return decisions
