"""The PettingZoo environments: PettingZoo's own tests on every table, and that nothing leaks or differs."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from examples import goofspiel
from kosmoport.adapters.pettingzoo import TableEnv, env, raw_env
from kosmoport.core import layout
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.games import GAMES, kosmiczna_eskadra, kosmiczni_piraci, kosmodraci
from tests.conformance.tables import games, tables

TABLES = tables()

# PettingZoo's api_test warns of dictionaries and of empty masks at the end of an episode unless it knows the
# environment by name; its own classic games have both.
CLASSIC = (
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
)


def random_action(table: TableEnv, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(table.last()[0]["action_mask"])))


def moments(table: TableEnv, seed: int) -> Iterator[TableEnv]:
    """A random episode, stopping before every decision and at its end."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    while not (table.terminations[table.agent_selection] or table.truncations[table.agent_selection]):
        yield table
        table.step(random_action(table, rng))
    yield table


# ---------------------------------------------------------------- PettingZoo's own tests


def test_every_game_with_every_number_of_players_is_tested() -> None:
    tested = {(entry.values[0], entry.values[1]) for entry in TABLES}
    assert len(GAMES) == 5
    assert tested >= {(game, n) for game in GAMES for n in range(game.players[0], game.players[1] + 1)}


@pytest.mark.parametrize(("game", "players"), TABLES)
@CLASSIC[0]
@CLASSIC[1]
@CLASSIC[2]
def test_pettingzoos_own_api_test_passes(game: Game, players: int) -> None:
    api_test(env(game, players=players, seed=players))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoos_own_seed_test_passes(game: Game, players: int) -> None:
    seed_test(lambda: env(game, players=players))


# ---------------------------------------------------------------- what agents get


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_masked_actions_lead_to_the_end_and_rewards_are_the_shares_of_the_win(
    game: Game, players: int
) -> None:
    table = raw_env(game, players)
    for played in range(3):
        *_, end = moments(table, 10 * players + played)
        assert end.position.ended
        s = layout.unpack_from(game.schema.State, end.position.memory)
        shares = game.returns(s, table.table.c)
        assert [end.rewards[agent] * WHOLE_WIN for agent in end.agents] == pytest.approx(shares)
        assert sum(shares) == WHOLE_WIN
        assert all(end.terminations.values())
        assert not any(end.truncations.values())
        assert end.infos["player_0"] == {"scores": game.scores(s, table.table.c)}


@pytest.mark.parametrize("game", games())
def test_observations_and_masks_are_those_of_the_rules(game: Game) -> None:
    looked = 0
    for table in moments(raw_env(game), 4):
        s = layout.unpack_from(game.schema.State, table.position.memory)
        for seat, agent in enumerate(table.possible_agents):
            seen = table.observe(agent)
            assert seen["observation"].tolist() == game.observation(s, table.table.c, seat)
            mine = agent == table.agent_selection and not table.terminations[agent]
            assert seen["action_mask"].any() == mine
            if mine and game is not kosmiczna_eskadra.GAME:  # its poses have tests of their own
                legal = game.legal(s, table.table.c, seat)
                assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
            looked += 1
    assert looked > 20


@pytest.mark.parametrize("game", games())
def test_nothing_that_an_agent_gets_changes_when_the_unseen_is_dealt_anew(game: Game) -> None:
    changed = 0
    for table in moments(raw_env(game), 9):
        truth = table.position
        for seat, agent in enumerate(table.possible_agents):
            seen = table.observe(agent)
            table.position = truth.redealt(seat, 1000 + seat)
            changed += table.position.memory != truth.memory
            again = table.observe(agent)
            table.position = truth
            assert all(np.array_equal(seen[key], again[key]) for key in ("observation", "action_mask"))
    assert changed > 5, "redealing never changed anything, so nothing was tested"


@pytest.mark.parametrize("game", [goofspiel.GAME, kosmodraci.GAME], ids=["goofspiel", "kosmodraci"])
def test_who_decides_later_does_not_see_what_was_decided_at_the_same_time(game: Game) -> None:
    seen = []
    for choice in (0, -1):
        table = raw_env(game, 3)
        table.reset(seed=5)
        first = table.agent_selection
        table.step(int(np.flatnonzero(table.observe(first)["action_mask"])[choice]))
        assert table.agent_selection != first
        seen.append(table.observe(table.agent_selection)["observation"].tolist())
    assert seen[0] == seen[1]


# ---------------------------------------------------------------- seeds


@pytest.mark.parametrize("game", games())
def test_a_seed_decides_every_later_deal_and_die(game: Game) -> None:
    def story(table: TableEnv) -> list[Any]:
        rng, lines = np.random.default_rng(3), list[Any]()
        for seed in (7, None):  # the second game goes on with the generator of the first
            table.reset(seed=seed)
            while not table.terminations[table.agent_selection]:
                lines.append(table.observe(table.agent_selection)["observation"].tolist())
                table.step(random_action(table, rng))
        return lines

    assert story(raw_env(game)) == story(raw_env(game))


def test_without_a_seed_games_differ_and_the_seed_of_the_environment_is_that_of_its_first_game() -> None:
    def deals(table: TableEnv) -> list[bytes]:
        found = []
        for _ in range(3):
            table.reset()
            found.append(bytes(table.position.memory))
        return found

    first, again = (deals(raw_env("kosmiczni_piraci", seed=11)) for _ in range(2))
    assert first == again
    assert len(set(first)) == 3
    assert deals(raw_env("kosmiczni_piraci")) != deals(raw_env("kosmiczni_piraci"))


def test_an_environment_can_be_pickled() -> None:
    table = pickle.loads(pickle.dumps(raw_env("piraci", 3, options={"open_stacks": True})))
    assert table.table.options["open_stacks"] is True
    table.reset(seed=1)
    assert len(table.agents) == 3


# ---------------------------------------------------------------- illegal actions and the limit


def test_an_illegal_action_ends_the_episode_as_in_the_classic_games() -> None:
    wrapped = env("kosmiczni_piraci", 3)
    wrapped.reset(seed=1)
    guilty, seen = wrapped.agent_selection, wrapped.last()[0]
    wrapped.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert wrapped.rewards == {agent: -1.0 if agent == guilty else 0 for agent in wrapped.agents}
    assert all(wrapped.terminations.values())
    with pytest.raises(AssertionError, match="action is not in action space"):
        wrapped.step(56)


def test_the_raw_environment_refuses_an_illegal_action_and_stays_as_it_was() -> None:
    table = raw_env("kosmiczni_piraci", 3)
    table.reset(seed=1)
    before = bytes(table.position.memory)
    with pytest.raises(BadInput, match=r"seat \d cannot choose action 50 now: "):
        table.step(50)
    with pytest.raises(BadInput, match="has to choose an action, not None"):
        table.step(None)
    assert bytes(table.position.memory) == before
    assert table.rewards == dict.fromkeys(table.agents, 0.0)


def test_the_limit_truncates_and_the_leaders_share_the_win() -> None:
    table = raw_env("kosmiczna_eskadra", 4, limit=5)
    *_, end = moments(table, 2)
    assert all(end.truncations.values())
    assert not any(end.terminations.values())
    assert list(end.rewards.values()) == [0.25] * 4
    assert end.observe("player_0")["action_mask"].sum() == 0


# ---------------------------------------------------------------- rendering and bad input


def test_rendering_says_what_everybody_sees(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env("kosmiczni_piraci", 3, render_mode="ansi")
    table.reset(seed=1)
    text = table.render()
    assert text is not None
    assert "player_2: 8 cards in hand" in text
    assert "Your hand" not in text
    shown = raw_env("kosmiczni_piraci", 3, render_mode="human")
    shown.reset(seed=1)
    assert capsys.readouterr().out == text + "\n\n"
    shown.step(random_action(shown, np.random.default_rng(1)))
    assert "7 cards in hand" in capsys.readouterr().out


def test_rendering_without_a_mode_warns() -> None:
    table = raw_env("piraci")
    table.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode='ansi' or 'human'"):
        assert table.render() is None


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": "go"}, "there is no game 'go'"),
        ({"name": "piraci", "players": 9}, "option players must be a whole number from 3 to 5, not 9"),
        ({"name": "piraci", "options": {"wings": 2}}, "there is no option wings"),
        ({"name": "piraci", "render_mode": "rgb_array"}, "there is no render mode 'rgb_array'"),
        ({"name": "piraci", "limit": 0}, "the limit of an episode must be at least 1 decision"),
        ({"name": "piraci", "seed": -1}, "a seed must be a whole number from 0"),
        ({"name": "kosmiczna_eskadra", "options": {"mode": "lightning"}}, "option mode must be turns"),
    ],
)
def test_bad_input_gets_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        env(**wrong)


def test_other_components_can_be_played_with() -> None:
    table = raw_env("kosmiczni_piraci", 3, components=kosmiczni_piraci.GAME.standard_components)
    *_, end = moments(table, 1)
    assert all(end.terminations.values())
