"""A slow line on loopback: a TCP proxy that delays each direction, with jitter, and keeps the order in it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random

DELAY = 0.150  # seconds each way
JITTER = 0.040  # more or less, anew for every piece
AT_ONCE = 65536  # bytes
PATIENCE = 30.0  # seconds; nothing that is awaited takes so long unless it is broken


class SlowLine:
    """Connections to one port, each as slow as a bad line; `held` stops whatever goes to the server."""

    def __init__(self, port: int, delay: float = DELAY, jitter: float = JITTER, seed: int = 1) -> None:
        self.to, self.delay, self.jitter, self.rng = port, delay, jitter, Random(seed)
        self.port = 0
        self.open = asyncio.Event()
        self.open.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(ConnectionError, asyncio.CancelledError):  # an end like any other, here
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self._carry(reader, far_writer, up=True))
                ways.create_task(self._carry(far_reader, writer, up=False))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, up: bool) -> None:
        """One direction: reads at once, hands on later, never in another order."""
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        hand_on = asyncio.create_task(self._hand_on(under_way, writer, up))
        try:
            arrives, data = 0.0, b"something"
            while data:
                data = await _read(reader)
                takes = self.delay + self.rng.uniform(-self.jitter, self.jitter)
                arrives = max(arrives, asyncio.get_running_loop().time() + takes)
                under_way.put_nowait((arrives, data))
            await hand_on
        finally:
            hand_on.cancel()
            writer.close()

    async def _hand_on(
        self, under_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter, up: bool
    ) -> None:
        with suppress(ConnectionError):
            while True:
                arrives, data = await under_way.get()
                await asyncio.sleep(max(0.0, arrives - asyncio.get_running_loop().time()))
                if up:
                    await self.open.wait()
                if not data:
                    return
                writer.write(data)
                await writer.drain()


async def _read(reader: asyncio.StreamReader) -> bytes:
    """What comes next; nothing at the end, however it came."""
    try:
        return await reader.read(AT_ONCE)
    except ConnectionError:
        return b""


@asynccontextmanager
async def slow_line(port: int) -> AsyncIterator[SlowLine]:
    """For clients in the same event loop."""
    line = SlowLine(port)
    await line.start()
    try:
        yield line
    finally:
        await line.close()


@contextmanager
def slow_address(address: str) -> Iterator[str]:
    """For browsers: the same server at another address, carried by a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def there(work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    line = SlowLine(int(address.rpartition(":")[2]))
    there(line.start())
    try:
        yield f"http://127.0.0.1:{line.port}"
    finally:
        there(line.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()
