"""The games in OpenSpiel: its own tests on every table, its ISMCTS on every game, and that nothing leaks."""

from __future__ import annotations

import copy
import gc
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

from examples import goofspiel
from kosmoport.adapters import open_spiel
from kosmoport.adapters.open_spiel import SpielState
from kosmoport.core import layout
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.games import GAMES, kosmiczna_eskadra
from tests.conformance.tables import games, tables

TABLES = tables()

NO_SECRETS_OF_ONES_OWN = ("piraci", "kosmiczna_misja")  # what is hidden there, nobody knows

open_spiel.register(goofspiel.GAME)


def load(game: Game, **parameters: Any) -> Any:
    return pyspiel.load_game(f"python_{game.id}", {"rng_seed": 1, **parameters})


def moments(spiel: Any, seed: int) -> Iterator[SpielState]:
    """A random game, stopping before every decision and at its end."""
    rng = np.random.default_rng(seed)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


# ---------------------------------------------------------------- OpenSpiel's own tests


def test_every_game_is_registered_and_every_number_of_players_tested() -> None:
    assert len(GAMES) == 5
    assert {f"python_{game.id}" for game in GAMES} <= set(pyspiel.registered_names())
    tested = {(entry.values[0], entry.values[1]) for entry in TABLES}
    assert tested >= {(game, n) for game in GAMES for n in range(game.players[0], game.players[1] + 1)}


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_open_spiels_own_random_sim_test_passes(game: Game, players: int) -> None:
    spiel = pyspiel.load_game(f"python_{game.id}(players={players})")
    assert spiel.num_players() == players
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", games())
def test_open_spiels_ismcts_plays_to_the_end(game: Game) -> None:
    spiel = load(game, players=game.players[0])
    random = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(random_state=random)
    bot = ismcts.ISMCTSBot(
        game=spiel, evaluator=rollouts, uct_c=open_spiel.UCT_C, max_simulations=3, random_state=random
    )
    state, decisions = spiel.new_initial_state(), 0
    while not state.is_terminal():
        chosen = 0 if state.is_chance_node() else int(bot.step(state))
        decisions += not state.is_chance_node()
        state.apply_action_with_legality_check(chosen)
    assert decisions > 10
    assert sum(state.returns()) == pytest.approx(1)


def test_open_spiels_learning_environment_takes_the_observations() -> None:
    learning = rl_environment.Environment(load(kosmiczna_eskadra.GAME, players=2))
    step = learning.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == kosmiczna_eskadra.GAME.hidden.OBSERVATION
        step = learning.step([step.observations["legal_actions"][seat][0]])
    assert sum(step.rewards) == pytest.approx(1)


# ---------------------------------------------------------------- what a player knows


@pytest.mark.parametrize("game", games())
def test_another_world_from_an_information_state_looks_the_same_to_the_player_alone(game: Game) -> None:
    random, changed, others = np.random.RandomState(2), 0, 0
    for state in moments(load(game), 2):
        for player in range(state.num_players()):
            world = state.resample_from_infostate(player, random.uniform)
            assert world.current_player() == state.current_player()
            assert world.history() == []
            assert _known(world, player) == _known(state, player)
            changed += world.dealt.memory != state.dealt.memory
            others += any(_known(world, p) != _known(state, p) for p in range(state.num_players()))
    assert changed > 5, "resampling never changed anything, so nothing was tested"
    assert (others > 5) == (game.id not in NO_SECRETS_OF_ONES_OWN)


def _known(state: SpielState, player: int) -> list[Any]:
    """All that OpenSpiel lets a player know of a state."""
    legal = state.legal_actions(player)
    return [
        state.information_state_string(player),
        state.observation_string(player),
        list(state.observation_tensor(player)),
        legal,
        [state.action_to_string(player, action) for action in legal[:20]],
    ]


@pytest.mark.parametrize("game", games())
def test_information_states_tell_apart_whatever_a_player_knows_to_be_different(game: Game) -> None:
    seen: dict[tuple[int, str], Any] = {}
    told = 0
    for seed in range(2):
        for state in moments(load(game, rng_seed=seed), seed):
            player = max(state.current_player(), 0)
            view = state.dealt.view(player)
            assert seen.setdefault((player, state.information_state_string(player)), view) == view
            told += 1
    assert len(seen) == told, "an action of one's own is always remembered"


def test_a_world_drawn_again_and_again_is_not_always_the_same() -> None:
    state = next(moments(load(goofspiel.GAME), 1))
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = {bytes(state.resample_from_infostate(0, sampler).dealt.memory) for _ in range(20)}
    assert len(worlds) > 15


def test_the_draft_is_asked_seat_by_seat_and_nobody_sees_the_others_picks() -> None:
    state = next(moments(pyspiel.load_game("python_kosmodraci(players=3,rng_seed=4)"), 1))
    first, *_, last = state.legal_actions()
    one, other = state.child(first), state.child(last)
    assert state.current_player() == 0
    assert one.current_player() == other.current_player() == 1
    assert _known(one, 1) == _known(other, 1)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert str(one) != str(other)


def test_observers_show_one_seat_or_what_is_public() -> None:
    spiel = load(goofspiel.GAME, players=2)
    state = next(moments(spiel, 1))
    public = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = spiel.make_py_observer(public)
    assert observer.string_from(state, 0) == observer.string_from(state, 1)
    assert observer.string_from(spiel.new_initial_state(), 0) == ""
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(BadInput, match="what one seat knows, or what everybody knows"):
        spiel.make_py_observer(everything)
    with pytest.raises(BadInput, match="observers have no parameters, but got colour"):
        spiel.make_py_observer(None, {"colour": 1})


# ---------------------------------------------------------------- states


@pytest.mark.parametrize("game", games())
def test_copies_are_independent(game: Game) -> None:
    copied = 0
    for state in moments(load(game), 6):
        if state.is_terminal() or state.move_number() % 3:
            continue
        before = (str(state), state.history(), state.legal_actions())
        for twin in (state.clone(), copy.deepcopy(state)):
            assert (str(twin), twin.history(), twin.legal_actions()) == before
            twin.apply_action(before[2][-1])
            assert twin.dealt.memory != state.dealt.memory
        assert (str(state), state.history(), state.legal_actions()) == before
        copied += 1
    assert copied > 5


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_returns_are_the_shares_of_the_win(game: Game, players: int) -> None:
    *_, end = moments(load(game, players=players), players)
    s = layout.unpack_from(game.schema.State, end.dealt.memory)
    shares = game.returns(s, end.table.c)
    assert [share * WHOLE_WIN for share in end.returns()] == pytest.approx(shares)


@pytest.mark.parametrize("game", games())
def test_actions_are_said_in_words_that_can_be_read_back(game: Game) -> None:
    words, read = game.words("en"), 0
    for state in moments(load(game), 8):
        player = state.current_player()
        for number in [] if state.is_terminal() else state.legal_actions()[:12]:
            position = state.dealt
            told = words.read_action(state.action_to_string(player, number))
            assert game.encode(position.view(player), told) == position.action(number)
            read += 1
    assert read > 50


def test_before_the_deal_there_is_only_chance() -> None:
    state = load(goofspiel.GAME).new_initial_state()
    assert state.is_chance_node()
    assert str(state) == "before the deal"
    assert state.chance_outcomes() == [(0, 1.0)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "deal"
    assert state.returns() == [0.0] * 5
    assert not any(state.observation_tensor(0))
    with pytest.raises(BadInput, match="nothing has been dealt yet"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_a_state_outlives_the_name_of_its_game() -> None:
    state = next(moments(load(goofspiel.GAME), 1))
    gc.collect()
    assert state.clone().legal_actions() == state.legal_actions()
    assert state.resample_from_infostate(0, lambda: 0.5).legal_actions() == state.legal_actions()


# ---------------------------------------------------------------- parameters


def test_options_are_parameters_by_name() -> None:
    spiel = pyspiel.load_game(
        "python_kosmiczni_piraci(players=3,start_seat=2,auto_pick=False,planet_order=5;4;3;2;1;0)"
    )
    options = spiel.table.options
    assert (options["start_seat"], options["auto_pick"]) == (2, False)
    assert options["planet_order"] == (5, 4, 3, 2, 1, 0)
    draft = pyspiel.load_game("python_kosmodraci(sides=research:B;crime:B)")
    assert draft.table.options["sides"] == {"research": "B", "morale": "A", "crime": "B"}


@pytest.mark.parametrize("game", games())
def test_parameters_left_out_and_written_out_are_the_same(game: Game) -> None:
    spiel = pyspiel.load_game(f"python_{game.id}")
    assert pyspiel.load_game(str(spiel)).table.options == spiel.table.options
    assert set(spiel.table.options) <= set(spiel.get_parameters())


def test_a_seed_decides_every_deal_and_die() -> None:
    def story(seed: int) -> list[str]:
        game = pyspiel.load_game(f"python_kosmiczna_misja(players=2,rng_seed={seed})")
        return [str(state) for _ in range(2) for state in moments(game, 3)]

    assert story(1) == story(1)
    assert story(1) != story(2)


def test_the_limit_ends_a_game_and_the_leaders_share_the_win() -> None:
    spiel = pyspiel.load_game("python_kosmiczna_eskadra(players=2,limit=3)")
    assert spiel.max_game_length() == 3
    *before, end = moments(spiel, 1)
    assert len(before) == 3
    assert end.returns() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("python_piraci(players=9)", "option players must be a whole number from 3 to 5, not 9"),
        ("python_kosmiczna_eskadra(mode=lightning)", "option mode must be turns"),
        ("python_piraci(rng_seed=-7)", "a seed must be a whole number from 0"),
    ],
)
def test_bad_parameters_get_one_sentence(wrong: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        pyspiel.load_game(wrong)


# ---------------------------------------------------------------- the end of a program


def test_a_program_with_registered_games_ends_in_peace() -> None:
    """OpenSpiel keeps what was registered until the process is gone, when Python is no longer there."""
    program = (
        "import kosmoport.adapters.open_spiel, pyspiel\n"
        "game = pyspiel.load_game('python_kosmiczni_piraci')\n"
        "state = game.new_initial_state()\n"
        "state.apply_action(0)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_nothing_of_other_ecosystems_is_imported_by_default() -> None:
    program = (
        "import sys, kosmoport.cli\n"
        "print({'pettingzoo', 'gymnasium', 'pyspiel', 'open_spiel'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"
