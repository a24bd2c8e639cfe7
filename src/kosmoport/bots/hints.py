"""Hints: what a search from one seat's view thinks of the actions there, and the reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Literal

from kosmoport.bots import Chair
from kosmoport.bots.levels import best_settings
from kosmoport.bots.thoughts import Thought, merge
from kosmoport.bots.worlds import World
from kosmoport.core import layout
from kosmoport.core.chance import Rng, next_word
from kosmoport.core.contract import WHOLE_WIN, BaseState
from kosmoport.core.game import Game
from kosmoport.core.layout import Record
from kosmoport.core.play import generator
from kosmoport.core.views import SeatView
from kosmoport.core.words import Told
from kosmoport.engine.drivers import tree
from kosmoport.engine.reference import constant, plain_search, tools_type

MOST = 3  # hints at once
PLAIN_ARMS = 4000  # room of a tree in plain Python; when it is full, it is played on from its leaves
ONLY, TRIED = "only", "tried"  # what can always be said


@dataclass(frozen=True)
class Budget:
    """How long to think: so many simulations, and no longer than so many seconds (0: no such limit)."""

    simulations: int
    seconds: float = 0.0


MACHINE = Budget(4000, 0.9)  # more than the level `strong` has
PLAIN = Budget(1000, 0.9)  # while the machine code is not there


@dataclass(frozen=True)
class Advice:
    """An action, what was found out about it, and why it may be good."""

    action: int
    chance: int  # thousandths of the win
    tried: int  # simulations
    reason: Told


def advise(chair: Chair, view: SeatView, compiled: bool = True, budget: Budget | None = None) -> list[Advice]:
    """At most three actions for whoever has this view and has to decide, the best first.

    Nothing but the view is known here: all worlds are drawn from it, and so is every reason.
    """
    budget = budget or (MACHINE if compiled else PLAIN)
    world = World(chair)
    s = world.of(view)
    thoughts = _thoughts(chair, world, view.seat, s, compiled, budget)
    ranked = sorted((t for t in thoughts if t.visits), key=lambda t: (-t.visits, -t.share, t.action))
    chosen = _different(chair.game, view, ranked)
    reasons = [reason_for(chair.game, s, world.c, view, t.action, len(thoughts) == 1) for t in chosen]
    return [
        Advice(t.action, round(1000 * t.share), t.visits, why) for t, why in zip(chosen, reasons, strict=True)
    ]


def estimates(game: Game) -> Literal["game", "round"]:
    """What the search plays on to the end: the whole game, or where that has rounds, the one that is on."""
    return "round" if hasattr(game.thumbs, "settled") else "game"


def _thoughts(
    chair: Chair, world: World, seat: int, s: BaseState, compiled: bool, budget: Budget
) -> list[Thought]:
    """What the search found out about everything it considered."""
    if compiled:
        from kosmoport.bots.search import SearchBot  # which needs NumPy

        milliseconds = round(1000 * budget.seconds)
        settings = replace(
            best_settings(chair.game), iterations=budget.simulations, milliseconds=milliseconds
        )
        thoughts = SearchBot(chair, settings).think(seat, s)
        if len(thoughts) > 1:
            return thoughts
    number = generator(chair.seed)
    plain = PlainTree(world, seat, s, next_word(number) << 31 | next_word(number) >> 1)
    few = replace(budget, simulations=min(budget.simulations, PLAIN.simulations))
    return plain.only(few) if plain.choices == 1 else plain.grown(few)


# ---------------------------------------------------------------- reasons


def reason_for(game: Game, s: BaseState, c: Record, view: SeatView, action: int, only: bool = False) -> Told:
    """What speaks for an action, in the words of the section `hint`; always something true."""
    if only:
        return Told(ONLY)
    found = None if game.hints is None else game.hints.reason(s, c, view, action)
    return Told(TRIED) if found is None else found


def _different(game: Game, view: SeatView, ranked: Sequence[Thought]) -> list[Thought]:
    """The best ones, less those that are much the same as a better one."""
    chosen: list[Thought] = []
    for thought in ranked:
        if len(chosen) < MOST and not any(_alike(game, view, thought, other) for other in chosen):
            chosen.append(thought)
    return chosen


def _alike(game: Game, view: SeatView, thought: Thought, other: Thought) -> bool:
    """Is one much the same advice as the other? If the game has nothing to say, only what is the same."""
    if game.alike is None:
        return thought.action == other.action
    return game.alike.alike(view, thought.action, other.action)


# ---------------------------------------------------------------- without machine code


class Worlds(list[Any]):
    """Assigning a world copies it, as in an array of records."""

    def __setitem__(self, place: Any, world: Any) -> None:
        super().__setitem__(place, layout.clone(world))


class PlainTree:
    """The same search in plain Python: slow, but there at once."""

    def __init__(self, world: World, seat: int, s: BaseState, number: int) -> None:
        self.game, self.c, self.seat = world.game, world.c, seat
        self.functions = plain_search(world.game)
        self.tools = self._tools(seat)
        nodes = [tree.Node() for _ in range(PLAIN_ARMS)]
        self.arms = [tree.Arm() for _ in range(PLAIN_ARMS)]
        self.worlds, self.rng = Worlds([layout.clone(s), layout.clone(s)]), Rng()
        self.memory = (self.worlds, [self.c], [self.rng], nodes, self.arms, [self.tools])
        self.choices = int(self.functions.entry_begin_search(*self.memory, number))

    def _tools(self, seat: int) -> Any:
        settings, tools = best_settings(self.game), tools_type(self.game)()
        tools.me = seat
        tools.rule = tree.PRIOR if settings.guided else tree.UCB
        tools.explore = round(settings.explore * 1000)
        tools.temper, tools.width, tools.places = settings.temper, settings.width, settings.places
        tools.depth = constant(self.game, "TREE_DEPTH")
        return tools

    def grown(self, budget: Budget) -> list[Thought]:
        """What came of growing it so long."""
        for _ in self._rounds(budget):
            self.functions.entry_search(*self.memory, 1)
        arms = self.arms[1 : 1 + self.choices]
        return merge([[(arm.action, arm.visits, arm.gained) for arm in arms]])

    def only(self, budget: Budget) -> list[Thought]:
        """Where there is nothing to choose: how the game goes on from there."""
        action, gained, tried = self.arms[1].action, 0, 0
        for _ in self._rounds(budget):
            self.worlds[tree.WORK] = self.worlds[tree.ROOT]
            s = self.worlds[tree.WORK]
            self.functions.redeal_unseen(s, self.c, self.seat, self.rng)
            self.functions.apply(s, self.c, self.seat, action)
            self.functions.play_out(s, self.c, self.rng, self.tools)
            self.functions.value_of(s, self.c, self.tools.share)
            gained, tried = gained + self.tools.share[self.seat], tried + 1
        return [Thought(action, tried, gained / (WHOLE_WIN * tried))]

    def _rounds(self, budget: Budget) -> Any:
        """One after another while there is time, at least one."""
        until = perf_counter() + budget.seconds
        for k in range(budget.simulations):
            if k and budget.seconds and perf_counter() > until:
                return
            yield k
