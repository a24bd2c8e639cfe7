"""The host of all bots: a fair queue in front of worker processes, and an answer for every table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from kosmoport.bots.levels import LEVELS, level_bot
from kosmoport.core.errors import BadInput
from kosmoport.games import find_game
from kosmoport.house.bots import RANDOM, Answer, Ask, Version
from kosmoport.house.bots.deciding import random_action
from kosmoport.house.bots.lowering import Costs, affordable, ladder
from kosmoport.house.bots.messages import Advise, Reply, Suggestion, Think, think_of
from kosmoport.house.logs import say
from kosmoport.lab.processes import cores
from kosmoport.server.bots.process import BotProcess
from kosmoport.server.bots.queue import BotQueue
from kosmoport.server.processes.parent import Lost

LOG = logging.getLogger("kosmoport.bots")
NICE = 10  # behind the server itself
NICE_HINTS = 15  # and behind bots, whose moves more people wait for
HINTS_PER = 4  # processes that decide, for each that thinks about hints
TRIES = 2  # a decision whose process is lost so often is made at random
HINT = "hint"  # in the log, where the others have their level
LATE, LOST, COLD, BROKE = "late", "lost", "not loaded", "broke"  # faults, besides those of `deciding`


@dataclass(eq=False)
class Waiting:
    """A decision on its way, or a hint."""

    ask: Ask
    think: Think
    since: float
    answer: asyncio.Future[Any]
    hint: bool


class BotHost:
    """Decides for bots of all tables; what happens to a process costs a decision at most, never a table."""

    def __init__(
        self,
        *,
        workers: int | None = None,  # None: one less than there are cores
        patience: float = 3.0,  # seconds in the queue after which a level is lowered
        most: float = 10.0,  # seconds after which a process that thinks is stuck
        makers: Mapping[str, str] | None = None,  # other bots for levels, by names of the registry
    ) -> None:
        self.workers = workers or max(1, cores() - 1)
        self.patience, self.most = patience, most
        self.faults = 0
        self.replaced = 0  # processes that were lost or stuck
        self._makers = dict(makers or {})
        self._queue: BotQueue[Waiting] = BotQueue()
        self._costs = Costs()
        self._processes = [BotProcess(NICE) for _ in range(self.workers)]
        self._idle = self._processes[::-1]  # the last is taken first, so few are busy when few are needed
        self._advisers = [BotProcess(NICE_HINTS) for _ in range(max(1, self.workers // HINTS_PER))]
        self._idle_advisers = self._advisers[::-1]
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """Decisions and hints in the queue."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """Processes that think."""
        return self._busy

    async def start(self) -> None:
        """Have a process ready."""
        if self._idle:
            self._run(self._prepare(self._idle.pop()))

    async def decide(self, ask: Ask) -> Answer:
        """What the bot does; a cancelled ask leaves the queue, and `close` cancels all."""
        if ask.level not in LEVELS:
            raise BadInput(f"there is no level {ask.level!r} (there are {', '.join(LEVELS)})")
        answer: Answer = await self._queued(ask, hint=False)
        return answer

    async def suggest(self, ask: Ask) -> tuple[Suggestion, ...]:
        """The best actions of a search from the view, whatever level is asked; none if nobody has time."""
        found: tuple[Suggestion, ...] | None = await self._queued(ask, hint=True)
        return found or ()

    async def _queued(self, ask: Ask, hint: bool) -> Any:
        """What comes of it when its turn has come; None if too many hints wait."""
        if not ask.legal:
            raise BadInput("a bot cannot decide where nothing is legal")
        if self._closed:
            raise asyncio.CancelledError
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        waiting = Waiting(ask, think_of(ask), monotonic(), answer, hint)
        if not hint:
            self._queue.put_move(ask.origin, ask.table, waiting)
        elif not self._queue.put_hint(ask.origin, ask.table, waiting):
            return None
        self._pump()
        try:
            return await answer
        finally:
            self._queue.discard(ask.origin, ask.table, waiting)

    async def close(self) -> None:
        """End all processes; whoever waits is cancelled."""
        self._closed = True
        for waiting in self._queue.clear():
            waiting.answer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(process.release() for process in (*self._processes, *self._advisers)))

    # ---------------------------------------------------------------- who does what

    def _pump(self) -> None:
        """Give work to idle processes."""
        queues = ((self._idle, self._queue.take_move), (self._idle_advisers, self._queue.take_hint))
        for idle, take in queues:
            while idle and not self._closed and (waiting := take()):
                self._busy += 1
                self._run(self._serve(idle.pop(), idle, waiting))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _prepare(self, process: BotProcess) -> None:
        """Have this process started."""
        try:
            await process.hire()
        except Lost:  # the next decision will try again, and say so
            await process.release()
        finally:
            self._idle.append(process)
            self._pump()

    async def _serve(self, process: BotProcess, idle: list[BotProcess], waiting: Waiting) -> None:
        """Answer one ask with this process, which then is one of the idle ones again."""
        try:
            answer = await self._answered(process, waiting)
            if not waiting.answer.done():  # nobody may wait for it any more
                waiting.answer.set_result(answer)
        finally:
            waiting.answer.cancel()  # does nothing to an answer
            self._queue.done(waiting.ask.origin, waiting.ask.table, waiting.hint)
            self._busy -= 1
            idle.append(process)
            self._pump()

    async def _answered(self, process: BotProcess, waiting: Waiting) -> Any:
        try:
            return await (self._suggestions if waiting.hint else self._answer)(process, waiting)
        except Exception as error:  # a mistake of ours costs a decision too, and never a table
            ask = waiting.ask
            self._fault(ask.game, HINT if waiting.hint else ask.level, f"{BROKE}: {type(error).__name__}")
            return () if waiting.hint else Answer(random_action(waiting.think), RANDOM)

    # ---------------------------------------------------------------- one decision

    async def _answer(self, process: BotProcess, waiting: Waiting) -> Answer:
        ask, think = waiting.ask, waiting.think
        level = await self._level(process, waiting)
        think.bot = self._bot_of(ask, level)
        reply = await self._think(process, think)
        if reply.action is None:
            self._fault(ask.game, level, reply.fault)
            return Answer(random_action(think), RANDOM)
        self._costs.note(ask.game, level, reply.seconds)
        return Answer(reply.action, level)

    async def _suggestions(self, process: BotProcess, waiting: Waiting) -> tuple[Suggestion, ...]:
        """A hint: with machine code, or without where that cannot be had."""
        if monotonic() - waiting.since > self.patience + self.most:
            return ()
        compiled = await self._is_loaded(process, waiting.ask.version)
        reply = await self._think(process, Advise(waiting.think, compiled))
        if not reply.suggestions:
            self._fault(waiting.ask.game, HINT, reply.fault)
        return reply.suggestions

    async def _think(self, process: BotProcess, think: Think | Advise) -> Reply:
        """What the process replies, with another try if it is lost."""
        for _ in range(TRIES):
            try:
                return await process.think(think, self.most)
            except TimeoutError:
                self.replaced += 1
                return Reply(fault=LATE)
            except Lost:
                self.replaced += 1
        return Reply(fault=LOST)

    async def _level(self, process: BotProcess, waiting: Waiting) -> str:
        """The level asked for, or what there is time for."""
        ask = waiting.ask
        steps = ladder(ask.level, partial(self._bot_of, ask))
        waited = monotonic() - waiting.since
        if waited > self.patience + self.most:
            return RANDOM
        cost = partial(self._costs.expected, ask.game)
        level = affordable(steps, cost, waited, self._queue.moves / self.workers, self.patience)
        if level != steps[-1] and not await self._is_loaded(process, ask.version):
            return steps[-1]
        return level

    async def _is_loaded(self, process: BotProcess, game: Version) -> bool:
        """Does this process have the search?"""
        try:
            await process.load(game, self.most)
        except Lost:
            self._fault(game[0], LEVELS[-1], COLD)
            return False
        return True

    def _bot_of(self, ask: Ask, level: str) -> str:
        if level == RANDOM:
            return RANDOM
        return self._makers.get(level) or level_bot(find_game(*ask.version), level)

    def _fault(self, game: str, level: str, kind: str) -> None:
        """Count and log it; what a bot knew or said stays out of the log."""
        self.faults += 1
        say(LOG, "a bot's decision failed", logging.WARNING, game=game, bot=level, kind=kind)
