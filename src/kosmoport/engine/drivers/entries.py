"""What Python calls in machine code: arrays of records and an index go in, numbers come out.

These functions are assembled behind the rules and compiled with them. An array and an index are
passed instead of one record because a structured scalar costs four times as much to hand over.
"""

from kosmoport.core.chance import Rng, seed_chance
from kosmoport.core.contract import CHANCE, Action, BaseState, Seat
from kosmoport.core.layout import Record, array, int64
from kosmoport.engine.drivers.playout import new_game, play_on
from kosmoport.engine.drivers.seats import first_seat
from kosmoport.engine.drivers.the_game import Components, Deal, rules


class SteppedGame(Record):
    """Everything that one game needs which is stepped action by action."""

    s: BaseState
    c: Components
    d: Deal
    rng: Rng
    legal: list[int64] = array(1)  # as many as the game can have


def entry_setup(states: list[BaseState], i: int, comps: list[Components], deals: list[Deal], j: int) -> None:
    """Set a state up from a deal."""
    rules.setup(states[i], comps[0], deals[j])


def entry_seed(rngs: list[Rng], number: int) -> None:
    seed_chance(rngs[0], number)


def entry_legal(states: list[BaseState], i: int, comps: list[Components], out: list[int], seat: Seat) -> int:
    """Legal actions of a seat; returns how many."""
    return rules.legal_actions(states[i], comps[0], seat, out)


def entry_why_not(
    states: list[BaseState], i: int, comps: list[Components], seat: Seat, action: Action
) -> int:
    return rules.why_not(states[i], comps[0], seat, action)


def entry_apply(states: list[BaseState], i: int, comps: list[Components], seat: Seat, action: Action) -> int:
    """Do it if it is legal; returns the reason if it is not."""
    reason = rules.why_not(states[i], comps[0], seat, action)
    if reason == 0:
        rules.apply(states[i], comps[0], seat, action)
    return reason


def list_next(game: SteppedGame) -> int:
    """Throw dice that are due and list the next seat's actions; 256 * how many + seat, -1 at the end."""
    while rules.chance_due(game.s):
        rules.apply(game.s, game.c, CHANCE, rules.roll(game.s, game.c, game.rng))
    if rules.is_over(game.s):
        return -1
    seat = first_seat(rules.to_act(game.s))
    return 256 * rules.legal_actions(game.s, game.c, seat, game.legal) + seat


def entry_start(games: list[SteppedGame], number: int) -> None:
    """Start the generator of stepped games."""
    seed_chance(games[0].rng, number)


def entry_begin(games: list[SteppedGame], i: int) -> int:
    """Deal and set up a game whose state has only its options."""
    game = games[i]
    new_game(game.s, game.c, game.rng, game.d)
    return list_next(game)


def entry_step(games: list[SteppedGame], i: int, action: Action) -> int:
    """The first seat to act does `action`, which must be one of those listed."""
    game = games[i]
    rules.apply(game.s, game.c, first_seat(rules.to_act(game.s)), action)
    return list_next(game)


def entry_chance_due(states: list[BaseState], i: int) -> bool:
    return rules.chance_due(states[i])


def entry_to_act(states: list[BaseState], i: int) -> int:
    return rules.to_act(states[i])


def entry_is_over(states: list[BaseState], i: int) -> bool:
    return rules.is_over(states[i])


def entry_scores(states: list[BaseState], comps: list[Components], out: list[list[int]]) -> None:
    """Points in each of these positions, a row for each."""
    for i in range(len(states)):
        rules.scores(states[i], comps[0], out[i])


def entry_returns(states: list[BaseState], comps: list[Components], out: list[list[int]]) -> None:
    """Shares of the win in each of them."""
    for i in range(len(states)):
        rules.returns(states[i], comps[0], out[i])


def entry_observe(
    states: list[BaseState], i: int, comps: list[Components], out: list[int], seat: Seat
) -> None:
    rules.observe(states[i], comps[0], seat, out)


def entry_redeal(
    states: list[BaseState], i: int, comps: list[Components], rngs: list[Rng], seat: Seat
) -> None:
    rules.redeal_unseen(states[i], comps[0], seat, rngs[0])


def entry_batch(
    states: list[BaseState],
    first: int,
    count: int,
    template: list[BaseState],
    comps: list[Components],
    deals: list[Deal],
    rngs: list[Rng],
    out: list[int],
    wins: list[int],
    number: int,
    limit: int,
) -> int:
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
        if rules.is_over(s):
            rules.returns(s, comps[0], out)
            for p in range(s.opt.players):
                wins[p] += out[p]
    return decisions
