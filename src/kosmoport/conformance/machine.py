"""Plain and compiled rules agree bit for bit, also where all is looked at, on any number of threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kosmoport.conformance.tables import Broken, Here, hold, is_posed, last_moment, moments, option_sets
from kosmoport.core import layout
from kosmoport.core.contract import SPECTATOR, BaseState
from kosmoport.core.errors import Refused
from kosmoport.core.game import C, D, Game, S
from kosmoport.core.play import Play, PlayOf, generator
from kosmoport.core.records import dump_record
from kosmoport.engine.batch import STEP_LIMIT, game_number, play_batch
from kosmoport.engine.modules import Backend, machine_of
from kosmoport.engine.reference import playing

DECISIONS = 25_000  # plain decisions compared per table
POSED_SHARE = 20  # plain poses are so much slower
AT_A_TIME = 16  # games
MOST_ASKED = 300  # numbers of actions

Kind: TypeAlias = tuple[Backend, bool]  # of a machine: what runs there, and does it look at everything?
LOOKING: dict[Kind, int] = {("plain", True): 1, ("wasm", True): 40}  # games for each set of options


def plain_and_compiled_agree(game: Game, players: int, seed: int = 11, decisions: int = DECISIONS) -> int:
    """The final states of random games are the same to the byte; games."""
    wanted = decisions // POSED_SHARE if is_posed(game) else decisions
    return agree(game, game.read_options({"players": players}), seed, wanted)


def plain_and_compiled_agree_with_options(game: Game, players: int, games: int = AT_A_TIME) -> int:
    """The same with options in pairs, so many games of each; sets of options."""
    sets = option_sets(game, players)
    for seed, options in enumerate(sets):
        agree(game, options, 20 + seed, 1, at_a_time=games)
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
    game: Game,
    options: dict[str, object],
    seed: int,
    decisions: int,
    checked: bool = False,
    at_a_time: int = AT_A_TIME,
) -> int:
    """Compare games of a seed until so many decisions were made; returns the number of games."""
    compared = made = 0
    while made < decisions:
        batch = play_batch(game, options, at_a_time, seed, first=compared, checked=checked)
        total = 0
        for k in range(at_a_time):
            Here.text = f"{options['players']} players, game {compared + k} of seed {seed}"
            s, count = play_one(game, options, seed, compared + k)
            total += count
            _is_same(s, batch.state(k))
        hold(total == batch.decisions, f"plain made {total} decisions, and compiled {batch.decisions}")
        compared, made = compared + at_a_time, made + total
    return compared


def _is_same(s: BaseState, compiled: BaseState) -> None:
    if s == compiled:
        return
    found = dict(layout.leaves(compiled))
    wrong = {path: (value, found[path]) for path, value in layout.leaves(s) if found[path] != value}
    raise Broken(
        f"plain and compiled rules part ways; the fields that differ, each plain and compiled: {wrong}"
    )


def nothing_leaves_its_bounds(game: Game, players: int) -> int:
    """Whole games where every number and every index is looked at; games."""
    return machines_agree(game, players, LOOKING)


def machines_agree(game: Game, players: int, kinds: Mapping[Kind, int]) -> int:
    """With options in pairs so many games on machines of these kinds end as on the usual one; games."""
    played = 0
    for seed, options in enumerate(option_sets(game, players), 40):
        usual = play_batch(game, options, max(kinds.values()), seed, threads=1)
        over = all(game.rules.is_over(usual.state(k)) for k in range(len(usual)))
        hold(over, "a compiled game does not end")
        for (on, checked), count in kinds.items():
            Here.text = f"{players} players, {count} games of seed {seed} on {on}"
            found = play_batch(game, options, count, seed, threads=1, on=on, checked=checked)
            for k in range(count):
                _is_same(found.state(k), usual.state(k))
            played += count
    return played


def threads_and_pieces_do_not_change_results(game: Game) -> int:
    """Games of a seed are the same on any number of threads; games."""
    options, c = game.read_options({}), game.component_record()
    whole = play_batch(game, options, 60, 5, threads=1)
    threaded = play_batch(game, options, 60, 5, threads=3)
    tail = play_batch(game, options, 20, 5, first=40, threads=1)
    same = (
        all(whole.state(k) == threaded.state(k) for k in range(60)) and whole.decisions == threaded.decisions
    )
    hold(same, "the same games end in another way on three threads: something is kept outside the state")
    same = all(whole.state(40 + k) == tail.state(k) for k in range(20))
    hold(same, "a game depends on those before it")
    shares = [game.returns(state, c) for state in map(whole.state, range(60))]
    wins = [sum(column) for column in zip(*shares, strict=True)]
    hold(whole.wins == threaded.wins == wins, "shares of the win do not add up")
    hold(all(sum(share) > 55 for share in shares), "a game gives away less than the whole win")
    return 60


def every_question_has_the_same_answer_compiled(game: Game) -> int:
    """Not only play: what may be done and why not, what a seat knows, a redealt world, the points."""
    asked = 0
    for seed, options in enumerate(option_sets(game, game.players[0])[:6]):
        for play, _ in moments(game, options, 600 + seed, every=7):
            asking = Asked(play)
            asking.of_all()
            for seat in (SPECTATOR, *range(options["players"])):
                asking.of_seat(seat, seed)
                asked += 1
            hold(asking.state.read() == play.s, "a question changes the state")
    return asked


class Asked:
    """A position in a machine that looks at everything it does, and the same in plain Python."""

    def __init__(self, play: Play) -> None:
        self.play, self.game, self.machine = play, play.game, machine_of(play.game, checked=True)
        self.state, self.comps = self.machine.record(play.s), self.machine.record(play.c)

    def of_all(self) -> None:
        play, game, ask, here = self.play, self.game, self.machine.call, (self.state, 0)
        points = self.machine.numbers("int64", 1, play.options["players"])
        _equal("to_act", ask("entry_to_act", *here), game.rules.to_act(play.s))
        _equal("chance_due", bool(ask("entry_chance_due", *here)), play.chance_due)
        _equal("is_over", bool(ask("entry_is_over", *here)), play.over)
        ask("entry_scores", self.state, self.comps, points)
        _equal("scores", points.view.tolist(), game.scores(play.s, play.c))
        ask("entry_returns", self.state, self.comps, points)
        _equal("returns", points.view.tolist(), game.returns(play.s, play.c))

    def of_seat(self, seat: int, seed: int) -> None:
        play, game, here = self.play, self.game, (self.state, 0, self.comps)
        listed = self.machine.numbers("int64", game.schema.MAX_LEGAL)
        observed = self.machine.numbers("int64", game.hidden.OBSERVATION)
        count = self.machine.call("entry_legal", *here, listed, seat)
        _equal("legal_actions", listed.view[:count].tolist(), play.legal(seat))
        why_not = self.machine.bind("entry_why_not", *here, seat)
        for action in range(-1, min(game.schema.ACTIONS, MOST_ASKED) + 1):
            _equal("why_not", why_not(action), game.rules.why_not(play.s, play.c, seat, action))
        self.machine.call("entry_observe", *here, observed, seat)
        _equal("observe", observed.view.tolist(), game.observation(play.s, play.c, seat))
        self._redealt(seat, seed)

    def _redealt(self, seat: int, seed: int) -> None:
        world, rng = layout.clone(self.play.s), generator(seed)
        rngs, state = self.machine.record(rng), self.machine.record(self.play.s)
        self.game.hidden.redeal_unseen(world, self.play.c, seat, rng)
        self.machine.call("entry_redeal", state, 0, self.comps, rngs, seat)
        _equal("redeal_unseen", state.read(), world)
        _equal("redeal_unseen", rngs.read(), rng)


def _equal(function: str, compiled_answer: Any, plain_answer: Any) -> None:
    hold(compiled_answer == plain_answer, f"{function} has another answer compiled: {compiled_answer}")


def a_record_replays_compiled(game: Game, players: int) -> int:
    """A finished game is replayed in machine code to the same bits; moves."""
    moves = 0
    for seed, options in enumerate(option_sets(game, players)[:8]):
        play = last_moment(game, options, 400 + seed)
        hold(
            replay_compiled(play) == play.s,
            f"a record replays to another state in machine code: {dump_record(play)[:100]}",
        )
        moves += len(play.moves)
    return moves


def replay_compiled(play: PlayOf[S, C, D]) -> S:
    """The state after all moves of a play in machine code."""
    machine = machine_of(play.game)
    state, comps = machine.record(play.game.blank_state(play.options)), machine.record(play.c)
    machine.call("entry_setup", state, 0, comps, machine.record(play.d), 0)
    apply = machine.bind("entry_apply", state, 0, comps)
    for move in play.moves:
        reason = apply(move.seat, move.action)
        if reason != 0:
            raise Refused(play.game.reasons[reason])
    return state.read()
