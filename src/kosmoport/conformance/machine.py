"""Plain and compiled rules agree bit for bit, also with bounds checking, on any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np

from kosmoport.conformance.tables import Broken, Here, hold, is_posed, last_moment, moments, option_sets
from kosmoport.core import layout
from kosmoport.core.contract import MAX_SEATS, SPECTATOR
from kosmoport.core.errors import Refused
from kosmoport.core.game import C, D, Game, S
from kosmoport.core.play import Play, PlayOf, generator
from kosmoport.core.records import dump_record
from kosmoport.engine.batch import STEP_LIMIT, game_number, play_batch
from kosmoport.engine.compiled import compiled
from kosmoport.engine.reference import playing

DECISIONS = 25_000  # plain decisions compared per table
POSED_SHARE = 20  # plain poses are so much slower
AT_A_TIME = 16  # games
MOST_ASKED = 300  # numbers of actions


def plain_and_compiled_agree(game: Game, players: int, seed: int = 11, decisions: int = DECISIONS) -> int:
    """The final states of random games are the same to the byte; games."""
    wanted = decisions // POSED_SHARE if is_posed(game) else decisions
    return agree(game, game.read_options({"players": players}), seed, wanted)


def plain_and_compiled_agree_with_options(game: Game, players: int) -> int:
    """The same with options in pairs; sets of options."""
    sets = option_sets(game, players)
    for seed, options in enumerate(sets):
        agree(game, options, 20 + seed, 1)
    return len(sets)


def play_one(game: Game, options: dict[str, object], seed: int, index: int) -> tuple[Any, int]:
    """Random game `index` of a seed in plain Python: the final state and the number of decisions."""
    s, c = game.blank_state(options), game.component_record()
    rng, d = generator(game_number(seed, index)), game.schema.Deal()
    functions = playing(game)
    functions.new_game(s, c, rng, d)
    decisions: int = functions.play_on(s, c, rng, [0] * game.schema.MAX_LEGAL, STEP_LIMIT)
    return s, decisions


def agree(
    game: Game, options: dict[str, object], seed: int, decisions: int, boundscheck: bool = False
) -> int:
    """Compare games of a seed until so many decisions were made; returns the number of games."""
    compared = made = 0
    while made < decisions:
        batch = play_batch(game, options, AT_A_TIME, seed, first=compared, boundscheck=boundscheck)
        total = 0
        for k in range(AT_A_TIME):
            Here.text = f"{options['players']} players, game {compared + k} of seed {seed}"
            s, count = play_one(game, options, seed, compared + k)
            total += count
            _is_same(game, s, batch.states, k)
        hold(total == batch.decisions, f"plain made {total} decisions, and compiled {batch.decisions}")
        compared, made = compared + AT_A_TIME, made + total
    return compared


def _is_same(game: Game, s: Any, states: Any, k: int) -> None:
    if layout.to_array(s)[0].tobytes() == states[k].tobytes():
        return
    found = dict(layout.leaves(layout.from_array(states, k, game.schema.State)))
    wrong = {path: (value, found[path]) for path, value in layout.leaves(s) if found[path] != value}
    raise Broken(
        f"plain and compiled rules part ways; the fields that differ, each plain and compiled: {wrong}"
    )


def no_index_is_out_of_bounds(game: Game, players: int) -> int:
    """Whole games in machine code that looks at every index; games."""
    played = 0
    for seed, options in enumerate(option_sets(game, players)):
        batch = play_batch(game, options, 40, 40 + seed, boundscheck=True)
        is_over = compiled(game).entry_is_over
        hold(all(is_over(batch.states, i) for i in range(40)), "a compiled game does not end")
        played += 40
    return played


def threads_and_pieces_do_not_change_results(game: Game) -> int:
    """Games of a seed are the same on any number of threads; games."""
    options = game.read_options({})
    whole = play_batch(game, options, 60, 5, threads=1)
    threaded = play_batch(game, options, 60, 5, threads=3)
    tail = play_batch(game, options, 20, 5, first=40, threads=1)
    same = whole.states.tobytes() == threaded.states.tobytes() and whole.decisions == threaded.decisions
    hold(same, "the same games end in another way on three threads: something is kept outside the state")
    hold(whole.states[40:].tobytes() == tail.states.tobytes(), "a game depends on those before it")
    shares = whole.returns()
    hold(whole.wins == threaded.wins == shares.sum(axis=0).tolist(), "shares of the win do not add up")
    hold(bool((shares.sum(axis=1) > 55).all()), "a game gives away less than the whole win")
    return 60


def every_question_has_the_same_answer_compiled(game: Game) -> int:
    """Not only play: what may be done and why not, what a seat knows, a redealt world, the points."""
    asked = 0
    for seed, options in enumerate(option_sets(game, game.players[0])[:6]):
        for play, _ in moments(game, options, 600 + seed, every=7):
            states = layout.to_array(play.s)
            _ask_of_all(play, states)
            for seat in (SPECTATOR, *range(options["players"])):
                _ask_of_seat(play, states, seat, seed)
                asked += 1
            hold(states.tobytes() == layout.to_array(play.s).tobytes(), "a question changes the state")
    return asked


def _ask_of_all(play: Play, states: Any) -> None:
    game, machine, players = play.game, compiled(play.game, boundscheck=True), play.options["players"]
    comps, points = layout.to_array(play.c), np.zeros(MAX_SEATS, np.int64)
    _equal("to_act", machine.entry_to_act(states, 0), game.rules.to_act(play.s))
    _equal("chance_due", bool(machine.entry_chance_due(states, 0)), play.chance_due)
    _equal("is_over", bool(machine.entry_is_over(states, 0)), play.over)
    machine.entry_scores(states, 0, comps, points)
    _equal("scores", points[:players].tolist(), game.scores(play.s, play.c))
    machine.entry_returns(states, 0, comps, points)
    _equal("returns", points[:players].tolist(), game.returns(play.s, play.c))


def _ask_of_seat(play: Play, states: Any, seat: int, seed: int) -> None:
    game, machine, comps = play.game, compiled(play.game, boundscheck=True), layout.to_array(play.c)
    listed = np.zeros(game.schema.MAX_LEGAL, np.int64)
    observed = np.zeros(game.hidden.OBSERVATION, np.int64)
    count = machine.entry_legal(states, 0, comps, seat, listed)
    _equal("legal_actions", listed[:count].tolist(), play.legal(seat))
    for action in range(-1, min(game.schema.ACTIONS, MOST_ASKED) + 1):
        answer = machine.entry_why_not(states, 0, comps, seat, action)
        _equal("why_not", answer, game.rules.why_not(play.s, play.c, seat, action))
    machine.entry_observe(states, 0, comps, seat, observed)
    _equal("observe", observed.tolist(), game.observation(play.s, play.c, seat))
    world, rng = layout.clone(play.s), generator(seed)
    rngs, redealt = layout.to_array(rng), layout.to_array(play.s)
    game.hidden.redeal_unseen(world, play.c, seat, rng)
    machine.entry_redeal(redealt, 0, comps, seat, rngs)
    _equal("redeal_unseen", redealt.tobytes(), layout.to_array(world).tobytes())
    _equal("redeal_unseen", rngs.tobytes(), layout.to_array(rng).tobytes())


def _equal(function: str, compiled_answer: Any, plain_answer: Any) -> None:
    hold(compiled_answer == plain_answer, f"{function} has another answer compiled: {compiled_answer}")


def a_record_replays_compiled(game: Game, players: int) -> int:
    """A finished game is replayed in machine code to the same bits; moves."""
    moves = 0
    for seed, options in enumerate(option_sets(game, players)[:8]):
        play = last_moment(game, options, 400 + seed)
        same = replay_compiled(play).tobytes() == layout.to_array(play.s).tobytes()
        hold(same, f"a record replays to another state in machine code: {dump_record(play)[:100]}")
        moves += len(play.moves)
    return moves


def replay_compiled(play: PlayOf[S, C, D]) -> np.ndarray[Any, Any]:
    """The state after all moves of a play, as an array of one record."""
    machine = compiled(play.game)
    states = layout.to_array(play.game.blank_state(play.options))
    comps = layout.to_array(play.c)
    machine.entry_setup(states, 0, comps, layout.to_array(play.d), 0)
    for move in play.moves:
        reason = machine.entry_apply(states, 0, comps, move.seat, move.action)
        if reason != 0:
            raise Refused(play.game.reasons[reason])
    return states
