"""A faulty bot forfeits that decision to a random legal action, is reported, and spoils nothing."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
import pytest

from kosmoport.bots import Bot, Chair
from kosmoport.bots.random import RandomBot
from kosmoport.core import layout
from kosmoport.core.words import Told
from kosmoport.games import GAMES, game_by_id
from kosmoport.lab.arena import GameEnd, Terms, play_game

GAME = game_by_id("kosmiczni_piraci")
TERMS = Terms(GAME, GAME.read_options({"players": 3}), GAME.standard_components, seed=4)


class Faulty:
    """Decides like the random bot, except that its first decision is `fault`."""

    def __init__(self, chair: Chair, fault: Any) -> None:
        self.good, self.fault = RandomBot(chair), fault

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        fault, self.fault = self.fault, None
        return int(self.good.choose(view, legal)) if fault is None else fault()


def outcome_with(fault: Any, terms: Terms = TERMS) -> GameEnd:
    makers: list[Any] = [RandomBot, lambda chair: Faulty(chair, fault), RandomBot]
    return play_game(terms, 0, 0, makers)


def explode() -> int:
    raise ValueError("a line\nand another")


@pytest.mark.parametrize(
    "fault, kind, what",
    [
        (explode, "raised", "ValueError when it decided: a line and another"),
        (lambda: 999_999, "illegal", "answered '999999'"),
        (lambda: -1, "illegal", "answered '-1'"),
        (lambda: "lay 3", "illegal", "answered 'lay 3'"),
        (lambda: 2.0, "illegal", "answered '2.0'"),
        (lambda: True, "illegal", "answered 'True'"),
        (lambda: [], "illegal", "answered '[]'"),
    ],
)
def test_a_fault_costs_one_decision(fault: Any, kind: str, what: str) -> None:
    outcome = outcome_with(fault)
    assert [(f.seat, f.kind, f.what) for f in outcome.faults] == [(1, kind, what)]
    assert sum(outcome.shares) == 60


def test_no_answer_is_a_fault() -> None:
    outcome = play_game(TERMS, 0, 0, [RandomBot, lambda chair: Mute(), RandomBot])
    assert {fault.what for fault in outcome.faults} == {"answered nothing"}
    assert sum(outcome.shares) == 60


class Mute:
    """Never says anything."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        # What a bot of somebody else's may do.
        return None  # type: ignore[return-value]


def test_a_late_bot_forfeits_until_it_is_back() -> None:
    waiting = threading.Event()

    def sleep() -> int:
        waiting.wait(20)
        return 0

    hurried = Terms(GAME, TERMS.options, TERMS.components, seed=4, seconds=0.2)
    outcome = outcome_with(sleep, hurried)
    waiting.set()
    assert {fault.kind for fault in outcome.faults} == {"late"}
    assert sum(outcome.shares) == 60


class Slow(RandomBot):
    """Takes its time to sit down and to get ready, as on a busy machine that compiles something first."""

    got_ready: ClassVar[int] = 0

    def __init__(self, chair: Chair) -> None:
        time.sleep(0.15)
        super().__init__(chair)

    def warm_up(self) -> None:
        time.sleep(0.15)
        Slow.got_ready += 1


def test_only_thinking_counts_as_thinking() -> None:
    hurried = Terms(GAME, TERMS.options, TERMS.components, seed=4, seconds=0.1)
    outcome = play_game(hurried, 0, 0, [RandomBot, Slow, RandomBot])
    assert outcome.faults == ()
    assert Slow.got_ready == 1
    unhurried = play_game(TERMS, 0, 0, [RandomBot, Slow, RandomBot])
    assert unhurried == outcome


def test_a_bot_that_cannot_sit_down_is_replaced_for_the_game() -> None:
    def refuse(chair: Chair) -> Bot:
        raise RuntimeError("no chair is good enough")

    outcome = play_game(TERMS, 0, 0, [RandomBot, refuse, RandomBot])
    assert outcome.faults[0].what == "RuntimeError when it sat down: no chair is good enough"
    assert sum(outcome.shares) == 60


class Listener(RandomBot):
    """Remembers what it was told."""

    heard: ClassVar[list[Told]] = []

    def observe(self, events: Sequence[Told]) -> None:
        Listener.heard.extend(events)


def test_bots_that_listen_are_told_what_their_seat_learns() -> None:
    Listener.heard.clear()
    play_game(TERMS, 0, 0, [RandomBot, Listener, RandomBot])
    told = {line.id for line in Listener.heard}
    assert {"laid", "turned"} <= told
    assert all(isinstance(line, Told) for line in Listener.heard)


class Deaf(RandomBot):
    """Fails when it is told something."""

    def observe(self, events: Sequence[Told]) -> None:
        raise OSError("cannot hear")


def test_a_fault_while_listening_costs_nothing() -> None:
    outcome = play_game(TERMS, 0, 0, [RandomBot, Deaf, RandomBot])
    same = play_game(TERMS, 0, 0, [RandomBot, RandomBot, RandomBot])
    assert outcome.scores == same.scores
    assert {fault.kind for fault in outcome.faults} == {"raised"}


class Spy(RandomBot):
    """Keeps what it was given to decide on."""

    given: ClassVar[list[tuple[Any, Any]]] = []

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        self.given.append((view, legal))
        return super().choose(view, legal)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_bot_is_given_a_view_and_numbers_and_never_a_state(game: Any) -> None:
    """No state can be reached from what a bot is given, however far it looks."""
    Spy.given.clear()
    options = game.read_options(
        {**game.calm, "players": game.players[0]} | ({"wins": 1} if game.calm else {})
    )
    play_game(Terms(game, options, game.standard_components, 1), 0, 0, [Spy] * game.players[0])
    assert len(Spy.given) > 5
    for view, legal in Spy.given[:: max(1, len(Spy.given) // 5)]:
        assert isinstance(view, msgspec.Struct)
        assert type(view) is game.view.View
        assert all(type(action) is int for action in legal)
        assert not [thing for thing in reachable([view, legal]) if isinstance(thing, layout.Record)]


def reachable(things: list[Any]) -> list[Any]:
    """Everything that can be reached from some objects, classes and modules aside."""
    found: dict[int, Any] = {}
    left = list(things)
    while left:
        thing = left.pop()
        if id(thing) not in found and not isinstance(thing, type):
            found[id(thing)] = thing
            left += gc.get_referents(thing)
    return list(found.values())
