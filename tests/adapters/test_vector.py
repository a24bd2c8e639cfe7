"""The vectorised environment does in every row what the plain engine does with the same actions and dice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from examples import goofspiel
from kosmoport.adapters.table import LIMIT
from kosmoport.adapters.vector import Step, VectorEnv
from kosmoport.conformance.tables import is_posed
from kosmoport.core.chance import below
from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import generator, new_play
from kosmoport.engine.batch import game_number
from kosmoport.engine.vector import Menu, Rows
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczna_eskadra import random_play
from kosmoport.games.kosmiczna_eskadra.rules import posed_action
from kosmoport.games.kosmiczna_eskadra.schema import RELEASE, SPACE
from kosmoport.games.kosmiczna_eskadra.shootout import obstacle
from tests.conformance.tables import ALL_GAMES

SEED = 7
ESKADRA = game_by_id("kosmiczna_eskadra")
LISTED = [game for game in ALL_GAMES if not is_posed(game)]
TABLES = [
    pytest.param(game, players, id=f"{game.id}-{players}")
    for game in LISTED
    for players in range(game.players[0], game.players[1] + 1)
]
NO_ACTIONS = [-1, 10**6, 2**62, -(2**63), 2**63 - 1]


class PlainRow:
    """One row as the rules in plain Python play it, with the generator of that row."""

    def __init__(self, env: VectorEnv, index: int, limit: int, file: ComponentFile | None = None) -> None:
        self.game, self.options, self.limit, self.file = env.game, env.options, limit, file
        self.rng = generator(game_number(SEED, index))
        self.begin()

    def begin(self) -> None:
        self.play = new_play(self.game, self.options, self.rng, self.file)
        self.decisions = 0
        self.throw_dice()

    def throw_dice(self) -> None:
        while self.play.chance_due:
            self.play.roll(self.rng)

    @property
    def seat(self) -> int:
        return self.play.seats_to_act()[0]

    def offers(self, number: int) -> bool:
        return number in self.numbers()

    def numbers(self) -> list[int]:
        return self.play.legal(self.seat)

    def action(self, number: int) -> int:
        return number

    def step(self, number: int) -> tuple[list[float], bool, bool]:
        """Rewards, done, illegal."""
        illegal = not self.offers(number)
        if illegal:
            number = self.numbers()[below(self.rng, len(self.numbers()))]
        self.play.act(self.seat, self.action(number))
        self.decisions += 1
        self.throw_dice()
        rewards = [0.0] * self.options["players"]
        done = self.play.over or self.decisions == self.limit
        if done:
            rewards = [share / WHOLE_WIN for share in self.game.returns(self.play.s, self.play.c)]
            self.begin()
        return rewards, done, illegal

    def shows(self, shown: Step, i: int, masks: bool = True) -> None:
        s, c = self.play.s, self.play.c
        assert shown.seats[i] == self.seat
        assert shown.observations[i].tolist() == self.game.observation(s, c, self.seat)
        if masks:
            assert np.flatnonzero(shown.masks[i]).tolist() == sorted(self.numbers())


class LatticeRow(PlainRow):
    """A row of Kosmiczna Eskadra: numbers are poses, the last one is what can always be done."""

    def begin(self) -> None:
        super().begin()
        lattice, blank = self.game.lattice, self.game.blank_state(self.play.options)
        assert lattice is not None
        *self.poses, last = lattice.poses(blank, self.play.c)
        self.last: int = lattice.action_at(blank, last)

    def offers(self, number: int) -> bool:
        return number == len(self.poses) or (
            0 <= number < len(self.poses) and self.is_free(self.poses[number])
        )

    def is_free(self, pose: tuple[int, int, int]) -> bool:
        s, c = self.play.s, self.play.c
        return obstacle(s, c, *pose, s.lying) == SPACE

    def numbers(self) -> list[int]:
        return [number for number in range(len(self.poses) + 1) if self.offers(number)]

    def action(self, number: int) -> int:
        if number == len(self.poses):
            return self.last
        return posed_action(RELEASE, *self.poses[number])


def some_actions(shown: Step, rng: random.Random, wrong: float) -> list[int]:
    """An action for every row: mostly a legal one, sometimes one that is masked out or does not exist."""
    actions = []
    for mask in shown.masks:
        fits = rng.random() >= wrong
        numbers = np.flatnonzero(mask if fits else ~mask).tolist() + ([] if fits else NO_ACTIONS)
        actions.append(rng.choice(numbers))
    return actions


def agree(env: VectorEnv, rows: list[Any], games: int, wrong: float = 0.1) -> int:
    """Play so many games in every row, comparing all that is shown; returns the illegal actions."""
    rng, ended, illegal = random.Random(1), [0] * len(rows), 0
    shown = env.reset()
    while min(ended) < games:
        for i, row in enumerate(rows):
            row.shows(shown, i)
        actions = some_actions(shown, rng, wrong)
        shown = env.step(actions)
        for i, row in enumerate(rows):
            rewards, done, refused = row.step(actions[i])
            assert (shown.dones[i], shown.illegal[i]) == (done, refused)
            assert shown.rewards[i].tolist() == np.array(rewards, np.float32).tolist()
            ended[i] += done
            illegal += refused
    return illegal


def test_every_game_is_covered() -> None:
    assert {*LISTED, ESKADRA} >= set(GAMES)
    assert len(TABLES) >= 3 * len(GAMES[:-1])


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_rows_are_what_the_plain_engine_plays(game: Game, players: int) -> None:
    env = VectorEnv(game, 3, players, seed=SEED)
    assert agree(env, [PlainRow(env, i, LIMIT) for i in range(3)], games=2) > 0


def test_options_and_components_reach_every_game() -> None:
    file = from_tables({"cards": 4}, goofspiel.GAME.components.Data, "test")
    env = VectorEnv(goofspiel.GAME, 2, 2, {"points_order": "descending"}, file, SEED)
    agree(env, [PlainRow(env, i, LIMIT, file) for i in range(2)], games=3)


def test_a_game_that_reaches_the_limit_is_shared_out_as_it_stands() -> None:
    env = VectorEnv("kosmiczna_misja", 2, 3, seed=SEED, limit=9)
    agree(env, [PlainRow(env, i, 9) for i in range(2)], games=4)


# ---------------------------------------------------------------- poses


@pytest.mark.parametrize("players", range(ESKADRA.players[0], ESKADRA.players[1] + 1))
def test_poses_are_those_that_the_rules_find_legal(players: int) -> None:
    env = VectorEnv(ESKADRA, 2, players, {"placement_check": "reject"}, seed=SEED)
    rows = [LatticeRow(env, i, 10 * 10 * players) for i in range(2)]
    rng, ended, compared, shown = random.Random(1), 0, 0, env.reset()
    for step in range(14 * players):
        whole = step % (6 * players) == 5  # judging the whole lattice takes plain Python a while
        for i, row in enumerate(rows):
            row.shows(shown, i, masks=whole)
            compared += whole
        beside = env.num_actions - 1
        actions = [beside if rng.random() < 0.2 else number for number in some_actions(shown, rng, 0.0)]
        if whole:
            actions = some_actions(shown, rng, 1.0)
        shown = env.step(actions)
        for i, row in enumerate(rows):
            rewards, done, illegal = row.step(actions[i])
            assert (shown.dones[i], shown.illegal[i]) == (done, illegal) == (done, whole)
            assert shown.rewards[i].tolist() == np.array(rewards, np.float32).tolist()
            ended += done
    assert ended > 0
    assert compared >= 4


def test_poses_without_turns_or_a_lattice_are_refused() -> None:
    with pytest.raises(BadInput, match="option mode must be turns"):
        VectorEnv(ESKADRA, 1, options={"mode": "lightning"})
    poses: Any = random_play  # of another game
    other = replace(goofspiel.GAME, poses=poses)
    with pytest.raises(BadInput, match="cannot be listed"):
        VectorEnv(other, 1)


# ---------------------------------------------------------------- seeds and rows


def sampled(env: VectorEnv, steps: int, seed: int | None = None) -> Iterator[bytes]:
    """All that is shown while sampled actions are played, by row."""
    shown = env.reset(seed)
    for _ in range(steps):
        for i in range(env.num_envs):
            yield b"".join(array[i].tobytes() for array in shown)
        shown = env.step(env.sample_actions())


def test_the_same_seed_gives_the_same_games() -> None:
    one, two = (VectorEnv("piraci", 3, 3, seed=SEED) for _ in range(2))
    first = list(sampled(one, 150))
    assert first == list(sampled(two, 150))
    assert first != list(sampled(one, 150))  # the generators have gone on
    assert first == list(sampled(one, 150, SEED))
    assert first != list(sampled(one, 150, SEED + 1))


def test_a_row_does_not_depend_on_the_others() -> None:
    whole = list(sampled(VectorEnv("kosmiczna_misja", 5, 4, seed=SEED), 120))
    parts = [
        list(sampled(VectorEnv("kosmiczna_misja", n, 4, seed=SEED, first=k), 120))
        for k, n in ((0, 2), (2, 3))
    ]
    for i in range(5):
        part, k, n = (parts[0], i, 2) if i < 2 else (parts[1], i - 2, 3)
        assert whole[i::5] == part[k::n]
    assert len({whole[i] for i in range(5)}) == 5


def test_sampling_changes_no_dice() -> None:
    one, two = (VectorEnv("kosmiczna_misja", 2, 4, seed=SEED) for _ in range(2))
    shown, other = one.reset(), two.reset()
    for _ in range(80):
        actions = one.sample_actions()
        one.sample_actions()
        actions = shown.masks.argmax(axis=1)
        shown, other = one.step(actions), two.step(actions)
        assert shown.observations.tobytes() == other.observations.tobytes()


def test_sampled_actions_are_uniform_over_the_mask() -> None:
    env = VectorEnv("kosmiczni_piraci", 4_000, 3, seed=SEED)
    shown = env.reset()
    for _ in range(2):
        shown = env.step(env.sample_actions())
    drawn = np.stack([env.sample_actions().copy() for _ in range(12)])
    assert shown.masks[np.arange(4_000), drawn].all()
    places = np.array([np.flatnonzero(shown.masks[0]).tolist().index(a) for a in _draws(env, 0, 6_000)])
    counts = np.bincount(places, minlength=int(shown.masks[0].sum()))
    expected = 6_000 / len(counts)
    assert ((counts - expected) ** 2 / expected).sum() < len(counts) + 5 * (2 * len(counts)) ** 0.5


def _draws(env: VectorEnv, row: int, count: int) -> list[int]:
    return [int(env.sample_actions()[row]) for _ in range(count)]


# ---------------------------------------------------------------- arrays


def same_arrays(some: Iterable[Any], others: Iterable[Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(some, others, strict=True))


def test_arrays_are_reused_unless_copies_are_asked_for() -> None:
    for copy in (False, True):
        env = VectorEnv(goofspiel.GAME, 2, 2, seed=SEED, copy=copy)
        shown, actions = env.reset(), env.sample_actions()
        before = [array.copy() for array in shown]
        after = env.step(actions)
        assert all((new is old) != copy for old, new in zip(shown, after, strict=True))
        assert same_arrays(shown, before) == copy
        assert (env.sample_actions() is actions) != copy


def test_writing_into_the_arrays_harms_nobody() -> None:
    honest, spoilt = (VectorEnv(goofspiel.GAME, 3, 3, seed=SEED) for _ in range(2))
    expected = honest.reset()
    shown = spoilt.reset()
    for _ in range(60):
        actions = honest.sample_actions()
        assert actions.tolist() == spoilt.sample_actions().tolist()
        for array in shown:
            array.fill(1)
        expected, shown = honest.step(actions), spoilt.step(actions)
        assert same_arrays(expected, shown)


def test_no_index_is_out_of_bounds_whatever_is_asked() -> None:
    game, rng = goofspiel.GAME, random.Random(1)
    rows = Rows(
        game,
        game.read_options({}),
        game.standard_components,
        Menu(game.schema.ACTIONS),
        4,
        LIMIT,
        checked=True,
    )
    rows.seed(game_number(SEED))
    illegal = ended = 0
    for _ in range(200):
        rows.actions[:] = [rng.choice([*NO_ACTIONS, *range(game.schema.ACTIONS)]) for _ in range(4)]
        rows.step()
        rows.sample()
        assert rows.masks[range(4), rows.sampled].all()
        illegal, ended = illegal + rows.illegal.sum(), ended + rows.dones.sum()
    assert illegal > 0
    assert ended > 0
