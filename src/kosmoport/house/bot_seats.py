"""The bots of a room: who was asked what, and what becomes of their answers."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING
from weakref import proxy

from kosmoport.bots.levels import PACE
from kosmoport.house.bots import Answer, Ask
from kosmoport.house.jobs import Asked
from kosmoport.house.logs import say
from kosmoport.table.acting import bot_acts
from kosmoport.table.automatic import Wanted, may_still_act
from kosmoport.table.entries import AnyEntry
from kosmoport.table.remembered import Hover
from kosmoport.table.table import Table

if TYPE_CHECKING:
    from kosmoport.house.rooms import Room

log = logging.getLogger(__name__)

AGAIN = 1000  # ms until a bot that failed is asked once more
LOOKING = 0.6  # of the time for a card; the rest goes into laying it
ATTENTIVE = ("strong", "expert")  # look once more before they let go

Key = tuple[int, int, str]  # seat, the number that asked, why a bot decides


class BotSeats:
    """Asks bots without holding the table up; every decision is asked for once at a time."""

    def __init__(self, room: Room) -> None:
        self.room: Room = proxy(room)  # it owns us; a circle would outlive the table's falling asleep
        self._asked: dict[Key, asyncio.Task[None]] = {}

    def tasks(self) -> list[asyncio.Task[None]]:
        return list(self._asked.values())

    def close(self) -> None:
        """Nobody waits for the answers any more."""
        for task in self.tasks():
            task.cancel()

    def forget(self, seat: int) -> None:
        """A person decides here now: nobody waits for what a bot thinks about it."""
        for (asked, _, _), task in list(self._asked.items()):
            if asked == seat:
                task.cancel()

    def ask(self, wanted: Wanted) -> None:
        key = (wanted.seat, wanted.due, wanted.cause)
        if key not in self._asked:  # the question is put together now: the table may move on meanwhile
            task = asyncio.create_task(self._think(wanted, self._question(wanted)), name="bot")
            self._asked[key] = task
            task.add_done_callback(lambda task: self._done(key, task))

    def _done(self, key: Key, task: asyncio.Task[None]) -> None:
        """Look again: an answer that came too late has to be asked for once more."""
        self._asked.pop(key, None)
        error = None if task.cancelled() else task.exception()
        if task.cancelled() or self.room.stopping or self.room.lost:
            return
        if error is None:
            self.room.jobs.put_nowait(None)
            return
        self.room.tables.metrics.errors.add("bots")
        say(log, "bot failed", logging.ERROR, error=error, table=self.room.table.id)
        self.room.time.look_again(self.room.time.now() + AGAIN)

    async def _think(self, wanted: Wanted, ask: Ask) -> None:
        """A bot decides for a seat from what that seat knew; people get time to see what happened."""
        tables = self.room.tables
        if self.room.table.lightning and wanted.cause == "bot":
            return await self._race(wanted)
        pause = asyncio.create_task(asyncio.sleep(tables.bot_pause if wanted.cause == "bot" else 0))
        try:
            answer = await tables.decide_for_bot(ask)
            await pause
        finally:
            pause.cancel()
        await self._answer(wanted, answer)

    async def _answer(self, wanted: Wanted, answer: Answer) -> None:
        def deciding(table: Table, now: int) -> list[AnyEntry]:
            if not may_still_act(table, wanted, now):
                return []
            return bot_acts(table, wanted.seat, wanted.due, answer.action, wanted.cause, answer.level)

        await self.room.ask(Asked(deciding=deciding))

    async def _race(self, wanted: Wanted) -> None:
        """At its own pace, as people do: look, bring the card there, look once more, let go."""
        seconds, clock = self._seconds(wanted), asyncio.get_running_loop()
        lets_go = clock.time() + seconds  # thinking is part of it
        await asyncio.sleep(seconds * LOOKING)
        moves, answer = self._moves(), await self._looked(wanted)
        await asyncio.sleep(max(0.0, lets_go - clock.time()))
        if answer is not None and wanted.level in ATTENTIVE and self._moves() != moves:
            answer = await self._looked(wanted)
        if answer is not None:
            await self._answer(wanted, answer)

    async def _looked(self, wanted: Wanted) -> Answer | None:
        """What the bot does from what lies there now, with its hand already there; None: too late."""
        if not self._still(wanted):
            return None
        ask = self._question(wanted)
        if len(ask.legal) == 1:
            return Answer(ask.legal[0], wanted.level)
        answer = await self.room.tables.decide_for_bot(ask)
        if not self._still(wanted):
            return None
        self.room.table.race.hovers.update(hand_of_bot(self.room.table, wanted, answer))
        return answer

    def _question(self, wanted: Wanted) -> Ask:
        table = self.room.table
        seed = table.fair.bot_seed(wanted.seat)
        return ask_for(table, wanted.seat, wanted.level, seed, self.room.whose)

    def _still(self, wanted: Wanted) -> bool:
        """Is it still this decision that the seat has to take, and a bot that takes it?"""
        table = self.room.table
        return table.due.get(wanted.seat) == wanted.due and table.seats[wanted.seat].level is not None

    def _moves(self) -> int:
        return len(self.room.table.play.moves)

    def _seconds(self, wanted: Wanted) -> float:
        """How long this bot takes for the decision, never quite the same."""
        table = self.room.table
        assert table.game.timing is not None
        share: float = table.game.timing.share(table.play.s, wanted.seat)
        pace = PACE[wanted.level] if self.room.tables.bot_pause > 0 else 0.0
        return pace * share * random.uniform(0.75, 1.25)


def ask_for(table: Table, seat: int, level: str, seed: int, origin: str) -> Ask:
    """A question to a bot: all that its seat knows, whatever people are reminded of, and what it may do."""
    return Ask(
        table=table.id,
        game=table.game.id,
        rules=table.game.version,
        options=table.options,
        components=table.settings.components,
        seat=seat,
        seed=seed,
        level=level,
        view=table.play.view(seat),
        legal=tuple(table.play.legal(seat)),
        origin=origin,
    )


def hand_of_bot(table: Table, wanted: Wanted, answer: Answer) -> dict[int, Hover]:
    """Where the bot's hand is while it is about to do what it decided."""
    timing = table.game.timing
    action = None if timing is None else timing.hover_before(answer.action)
    return {} if action is None else {wanted.seat: Hover(action, "bot", answer.level)}
