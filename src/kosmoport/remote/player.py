"""A bot in its seat at a table: hears what its seat may know, thinks on a thread, and acts."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from kosmoport.bots import Chair
from kosmoport.bots.answers import is_legal
from kosmoport.bots.guard import Guarded
from kosmoport.bots.random import RandomBot
from kosmoport.bots.registry import Maker
from kosmoport.bots.worlds import read_view
from kosmoport.core.errors import BadInput
from kosmoport.core.options import Options
from kosmoport.core.views import SeatView
from kosmoport.core.words import Told
from kosmoport.games import find_game
from kosmoport.remote.client import TableClient, TableRefused
from kosmoport.table import protocol
from kosmoport.table.settings import TableSettings

T = TypeVar("T")

MOST_REFUSALS = 10  # of one decision, the first by the bot and the others at random
LEAVE_WITHIN = 3.0  # seconds to say so


class Player:
    """One game of one bot. It says that it is ready, begins if it is the host, and plays to the end."""

    def __init__(self, client: TableClient, make: Maker, settings: TableSettings) -> None:
        assert client.seat is not None
        self.client, self.make = client, make
        self.game = find_game(settings.game, settings.rules)
        self.components = settings.component_file()
        self.guarded: Guarded | None = None
        self._events: list[Told] = []
        self._free_at = 0.0  # when the bot has time for its next card, where everybody plays at once

    @property
    def seat(self) -> int:
        """The host may move it before the game begins."""
        assert self.client.seat is not None
        return self.client.seat

    @property
    def options(self) -> Options:
        """As they are agreed on now."""
        assert self.client.snapshot is not None
        return self.game.read_options(self.client.snapshot.settings.options)

    async def play(self) -> protocol.Result:
        """Until the game is over; whoever is interrupted leaves, and a bot of the house plays on."""
        try:
            async for message in self.client:
                await self._hear(message)
                position = self.client.position
                if position is not None and position.result is not None:
                    return position.result
                self._check_seat()
                if not self.client.waiting:
                    await self._go_on()
        except asyncio.CancelledError:
            await self._leave()
            raise
        finally:
            if self.guarded is not None:
                self.guarded.close()
        raise BadInput("the connection to the table is closed")

    def _check_seat(self) -> None:
        if self.client.closed:
            raise BadInput("the table was closed before the game was over")
        if not self.client.seats[self.seat].person:
            raise BadInput("the bot has lost its seat: the host removed it before the start")

    async def _leave(self) -> None:
        with suppress(BadInput, TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN):
                await self.client.do(protocol.Leave)

    # ------------------------------------------------------------ company

    async def _hear(self, message: protocol.AnyServerMessage) -> None:
        """What the seat learns is kept for the bot; to every question of the others it says yes."""
        if isinstance(message, protocol.Moved):
            self._events += message.told
        elif isinstance(message, protocol.ProposalChanged) and message.open:
            await self._agree(message.proposal)
        elif isinstance(message, protocol.Snapshot):
            for proposal in message.proposals:
                await self._agree(proposal)

    async def _agree(self, proposal: protocol.Proposal) -> None:
        if self.seat in proposal.waiting:
            with suppress(TableRefused):  # settled meanwhile
                await self.client.do(protocol.Answer, proposal=proposal.number, yes=True)

    async def _go_on(self) -> None:
        """Whatever is mine to do now."""
        own, position = self.client.seats[self.seat], self.client.position
        if position is None:
            await self._gather(own)
        elif own.bot is not None:
            with suppress(TableRefused):
                await self.client.do(protocol.ComeBack)
        elif self._is_waited_for(position):
            with suppress(TableRefused):  # it has begun meanwhile
                await self.client.do(protocol.Ready)
        elif position.legal:
            await self._decide()

    def _is_waited_for(self, position: protocol.Position) -> bool:
        """Does the game go on when everybody is ready, and I have not said so yet?"""
        ready = None if position.timing is None else position.timing.ready
        return ready is not None and self.seat not in ready

    async def _gather(self, own: protocol.SeatState) -> None:
        with suppress(TableRefused):  # others were quicker
            if not own.ready:
                guarded = await self._bot(self.options)
                await in_thread(guarded.warm_up)
                await self.client.do(protocol.Ready)
            elif self.client.host and all(seat.ready for seat in self.client.seats):
                await self.client.do(protocol.Begin)

    # ------------------------------------------------------------ decisions

    async def _bot(self, options: Options) -> Guarded:
        """The bot in its chair; it sits down anew if it was not known yet who starts."""
        known = None if self.guarded is None else self.guarded.chair
        if self.guarded is None or known is None or (known.options, known.seat) != (options, self.seat):
            chair = Chair(self.game, options, self.components, self.seat, secrets.randbits(48))
            self.guarded = await in_thread(lambda: Guarded(chair, self.make, partial(is_legal, chair)))
        return self.guarded

    async def _decide(self) -> None:
        """Think about the latest position and act; if the table has moved on, that is looked at next."""
        position = self.client.position
        assert position is not None
        view = read_view(self.game, position.view)
        guarded = await self._bot(self.game.read_options(view.options))
        if await self._took_its_time(guarded):
            return
        seen, legal = self.client.seen, tuple(self.game.encode(view, told) for told in position.legal)
        action = await in_thread(lambda: self._think(guarded, view, legal))
        spare = RandomBot(guarded.chair)
        for _ in range(MOST_REFUSALS):
            try:
                await self.client.act(self.game.describe(view, action), seen)
            except TableRefused as refused:
                if self.client.seen != seen:
                    return
                if refused.problem.id == "not_yet":  # three, two, one
                    await asyncio.sleep(refused.problem.args["wait"] / 1000)
                    continue
                reason = refused
            else:
                return
            action = spare.choose(view, legal)
        raise BadInput(f"the table refuses whatever the bot does: {reason}")

    async def _took_its_time(self, guarded: Guarded) -> bool:
        """Where everybody plays at once a bot takes its time for a card; has anything happened meanwhile?"""
        snapshot, loop = self.client.snapshot, asyncio.get_running_loop()
        if snapshot is not None and snapshot.lightning:
            await asyncio.sleep(max(0.0, self._free_at - loop.time()))
            if not self.client.waiting:
                self._free_at = loop.time() + guarded.pace / 2  # a card is drawn, then laid
        return self.client.waiting

    def _think(self, guarded: Guarded, view: SeatView, legal: Sequence[int]) -> int:
        events, self._events = self._events, []
        if guarded.listens and events:
            guarded.observe(events)
        return guarded.choose(view, legal)


async def in_thread(call: Callable[[], T]) -> T:
    """What the call returns. Its thread holds nobody up: neither this loop, nor the end of the program."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def tell(settle: Callable[[Any], None], value: Any) -> None:
        if not answer.done():
            settle(value)

    def work() -> None:
        settle: Callable[[Any], None]
        try:
            value: Any = call()
            settle = answer.set_result
        except BaseException as error:
            value, settle = error, answer.set_exception
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(tell, settle, value)

    threading.Thread(target=work, daemon=True).start()
    return await answer
