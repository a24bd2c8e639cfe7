"""What rules of thumb owe to bots in every game: they judge by what a seat knows, plain or compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from kosmoport.bots import Chair
from kosmoport.bots.greedy import GreedyBot
from kosmoport.bots.random import RandomBot
from kosmoport.bots.search import Tree
from kosmoport.bots.worlds import World
from kosmoport.conformance.tables import moments
from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.game import C, D, Game, GameOf, S
from kosmoport.core.levels import Settings
from kosmoport.core.play import PlayOf
from kosmoport.engine.drivers import tree
from kosmoport.engine.reference import constant, plain_search
from kosmoport.lab.arena import Terms, play_game

Given = dict[str, Any]  # options as they are asked for


def names(given: Given) -> str:
    """Options as the name of a test."""
    return "-".join(f"{key}={value}" for key, value in given.items() if not isinstance(value, dict))


def decisions(
    game: GameOf[S, C, D, Any], given: Given, seed: int, every: int = 1
) -> Iterator[tuple[PlayOf[S, C, D], Rng, int, list[int]]]:
    """What a seat had to decide in a random game: play, generator, seat and legal actions."""
    for play, rng in moments(game, game.read_options(given), seed, every):
        for seat in play.seats_to_act():
            yield play, rng, seat, play.legal(seat)


def judged_by_knowledge(game: GameOf[S, C, D, Any], given: Given, seed: int) -> tuple[int, int]:
    """In a world dealt anew for the seat every action keeps its worth and its meaning.

    How many decisions were looked at, and in how many of them one action was worth more than another.
    """
    bots, judged, differ = plain_search(game), 0, 0
    for play, rng, seat, legal in decisions(game, given, seed):
        other = layout.clone(play.s)
        game.hidden.redeal_unseen(other, play.c, seat, rng)
        for tell in (bots.worth, bots.meaning):
            here = [tell(play.s, play.c, seat, action) for action in legal]
            assert [tell(other, play.c, seat, action) for action in legal] == here
        worths = {bots.worth(play.s, play.c, seat, action) for action in legal}
        judged, differ = judged + 1, differ + (len(worths) > 1)
    return judged, differ


def told_apart(
    game: GameOf[S, C, D, Any], given: Given, seeds: Iterable[int], every: int = 1
) -> Iterator[tuple[PlayOf[S, C, D], int, list[int], list[int]]]:
    """Different actions mean different things: play, seat, legal actions and what they mean."""
    meaning, most = plain_search(game).meaning, constant(game, "MEANINGS")
    for seed in seeds:
        for play, _, seat, legal in decisions(game, given, seed, every):
            meanings = [meaning(play.s, play.c, seat, action) for action in legal]
            assert len(set(meanings)) == len(legal)
            assert min(meanings) >= 0
            assert max(meanings) < most
            yield play, seat, legal, meanings


def weighed_alike(game: Game, given: Given, seed: int, temper: int, every: int = 1) -> set[int]:
    """The attention that the compiled search gives to each action at its root, against the plain text.

    All weights that were met.
    """
    options, settings = game.read_options(given), Settings(iterations=1, guided=True, temper=temper)
    root = Tree(World(Chair(game, options, game.standard_components, 0, 1)), settings)
    as_set, met = SimpleNamespace(rule=tree.PRIOR, temper=temper), set[int]()
    for play, _, seat, legal in decisions(game, given, seed, every):
        root.begin(seat, play.s, 1)
        found = root.arms.array[1 : 1 + len(legal)]
        weights = [plain_search(game).weight_of(play.s, play.c, seat, action, as_set) for action in legal]
        assert found["action"].tolist() == legal
        assert found["weight"].tolist() == pytest.approx(weights, abs=1)  # exp may round the other way
        met |= set(weights)
    return met


def greedy_share(game: Game, given: Given, deals: int, seed: int = 5, most_seats: int = 5) -> float:
    """What part of the win a greedy seat has, each in turn, among random ones on the same deals."""
    terms = Terms(game, game.read_options(given), game.standard_components, seed)
    players, gained = given["players"], list[int]()
    for deal in range(deals):
        for mine in range(min(players, most_seats)):
            makers = [GreedyBot if seat == mine else RandomBot for seat in range(players)]
            outcome = play_game(terms, deal, mine, makers)
            assert not outcome.faults
            gained.append(outcome.shares[mine])
    return sum(gained) / len(gained) / WHOLE_WIN
