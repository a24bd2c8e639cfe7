"""The search bot: as many trees as it has workers, grown in worlds that agree with its own view."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from kosmoport.bots import Chair
from kosmoport.bots.thoughts import Thought, merge
from kosmoport.bots.worlds import World
from kosmoport.core.chance import Rng, next_word
from kosmoport.core.contract import BaseState
from kosmoport.core.errors import BadInput
from kosmoport.core.levels import Settings
from kosmoport.core.play import generator, new_play
from kosmoport.core.views import SeatView
from kosmoport.engine.drivers import tree
from kosmoport.engine.memory import Records
from kosmoport.engine.modules import Backend, machine_of
from kosmoport.engine.reference import constant, tools_type

MAX_ARMS = 1_000_000  # of one tree, about 60 MB when all are used
CHUNK_SECONDS = 0.004  # how long a tree grows between two looks at the clock


class SearchBot:
    """Information-set Monte Carlo tree search; the same at the same seed and number of iterations."""

    def __init__(self, chair: Chair, settings: Settings) -> None:
        if settings.iterations <= 0 and settings.milliseconds <= 0:
            raise BadInput("a search needs a number of iterations, of milliseconds, or both")
        self.world, self.settings = World(chair), settings
        self.pace = settings.pace
        self.rng = generator(chair.seed)
        self.trees = [Tree(self.world, settings) for _ in range(max(1, settings.trees))]
        self.threads = min(len(self.trees), os.cpu_count() or 1)

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        if len(legal) == 1 and constant(self.world.game, "TREE_DEPTH") > 1:
            return legal[0]
        return self.best(self.think(view.seat, self.world.of(view)))

    def warm_up(self) -> None:
        """Have the machine code ready before the first decision."""
        game, options = self.world.game, self.world.options
        rng = generator(1)
        play = new_play(game, options, rng)
        while play.chance_due:
            play.roll(rng)
        seat = play.seats_to_act()[0]
        if self.trees[0].begin(seat, play.s, 1) > 0:
            self.trees[0].grow(1, None)

    def think(self, seat: int, s: BaseState) -> list[Thought]:
        """Everything that was considered, with what came of it, in the order of the actions."""
        share = -(-self.settings.iterations // len(self.trees))
        deadline = perf_counter() + self.settings.milliseconds / 1000
        numbers = [next_word(self.rng) << 31 | next_word(self.rng) >> 1 for _ in self.trees]

        def grow(k: int) -> list[tuple[int, int, int]]:
            tree_ = self.trees[k]
            if tree_.begin(seat, s, numbers[k]) > 1:
                tree_.grow(share, deadline if self.settings.milliseconds else None)
            return tree_.roots()

        if self.threads == 1:
            grown = [grow(k) for k in range(len(self.trees))]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                grown = list(pool.map(grow, range(len(self.trees))))
        return merge(grown)

    def best(self, thoughts: list[Thought]) -> int:
        if self.settings.secure == 0:
            return max(thoughts, key=lambda t: (t.visits, t.share)).action
        doubt = self.settings.secure
        return max(thoughts, key=lambda t: t.share - doubt / (t.visits + 1) ** 0.5).action


class Tree:
    """The memory of one tree and the machine code that grows it."""

    def __init__(
        self,
        world: World,
        settings: Settings,
        room: int = MAX_ARMS,
        *,
        checked: bool = False,
        on: Backend | None = None,
    ) -> None:
        game = world.game
        machine = machine_of(game, checked=checked, on=on)
        if settings.iterations:
            # An iteration adds the arms of one node at most; nodes where nobody has a choice add one each.
            wide = max(game.schema.MAX_LEGAL, constant(game, "MAX_CANDIDATES"))
            room = min(room, (settings.iterations + 2) * 2 * wide)
        self.states: Records[BaseState] = machine.records(game.schema.State, 2)
        self.nodes, self.arms = machine.records(tree.Node, room), machine.records(tree.Arm, room)
        tools = tools_type(game)()
        tools.rule = tree.PRIOR if settings.guided else tree.UCB
        tools.explore, tools.temper = round(settings.explore * 1000), settings.temper
        tools.width, tools.places = settings.width, settings.places
        tools.depth, tools.cheat = constant(game, "TREE_DEPTH"), settings.cheat
        self.tools = machine.record(tools)
        self._me, self._roots = self.tools.field("me"), self.tools.field("roots")
        memory = (
            self.states, machine.record(world.c), machine.records(Rng), self.nodes, self.arms, self.tools,
        )  # fmt: skip
        self._begin = machine.bind("entry_begin_search", *memory)
        self._search = machine.bind("entry_search", *memory)

    def begin(self, seat: int, s: BaseState, number: int) -> int:
        """A new tree; returns how many actions there are to think about."""
        self.states.write(tree.ROOT, s)
        self._me[0] = seat
        return self._begin(number)

    def grow(self, iterations: int, deadline: float | None) -> None:
        """So many iterations, or until the deadline, whichever comes first (0 iterations: no such limit)."""
        if deadline is None:
            self._search(iterations)
            return
        done, chunk = 0, 16
        while (left := deadline - perf_counter()) > 0 and (not iterations or done < iterations):
            size = min(chunk, iterations - done) if iterations else chunk
            start = perf_counter()
            self._search(size)
            done += size
            pace = (perf_counter() - start) / size
            chunk = max(1, int(min(CHUNK_SECONDS, left) / max(pace, 1e-9)))

    def roots(self) -> list[tuple[int, int, int]]:
        """Action, visits and gain of everything that was considered."""
        arms = (self.arms.read(1 + k) for k in range(self._roots[0]))
        return [(arm.action, arm.visits, arm.gained) for arm in arms]
