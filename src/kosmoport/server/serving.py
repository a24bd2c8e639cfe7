"""The server as one process: open the store, listen, and stop without losing anything."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
import webbrowser
from pathlib import Path

from aiohttp import web

from kosmoport.bots.levels import LEVELS
from kosmoport.core.errors import BadInput
from kosmoport.games import others
from kosmoport.house.logs import say
from kosmoport.house.store import CannotSave
from kosmoport.server.app import HOSTS, make_app
from kosmoport.server.bots.host import BotHost
from kosmoport.server.connections import Site
from kosmoport.server.descriptors import raise_limit
from kosmoport.server.greeting import greet
from kosmoport.server.keys import load_keys
from kosmoport.server.logs import setup_logs
from kosmoport.server.metrics import Metrics
from kosmoport.server.proxies import forget_note
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.opening import open_store
from kosmoport.server.store.private import open_folders
from kosmoport.server.wiring import Server, wired

log = logging.getLogger(__name__)


def serve(settings: ServerSettings) -> None:
    """Run until SIGTERM or SIGINT."""
    setup_logs(settings.log_format, settings.log_level)
    _make_folder(settings.data)
    raise_limit(settings)
    if sys.platform == "win32":
        asyncio.run(run(settings))
        return
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(settings))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadInput(f"cannot make the data folder {folder}: {error.strerror or error}") from None


def _warn_of_others(settings: ServerSettings) -> None:
    if any(open_folders(settings.data, settings.database_file)):
        event = "other users of this machine can get at the data folder; kosmoport doctor says how to mend it"
        say(log, event, logging.WARNING)


def _collect_seldom() -> None:
    """Look for circular garbage once in a while.

    Nearly all that a table makes is gone as soon as it was told, without the collector; looked for after
    every few hundred objects, the rest would cost a quarter of the time of a server with many tables. What is
    new is gone through in a millisecond; all that has lasted, only when few tables are awake (`memory.py`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 500, 20)


def _let_threads_in() -> None:
    """A busy loop makes way for the thread that saves after half a millisecond, not after Python's five.

    To save takes the interpreter some twenty times; in a flood of requests a move waited seconds for that.
    """
    sys.setswitchinterval(0.0005)


async def run(settings: ServerSettings) -> None:
    """Open everything, serve, and close everything in the opposite order."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        if sys.platform != "win32":
            loop.add_signal_handler(number, stop.set)
    keys = load_keys(settings.data)
    _warn_of_others(settings)
    for name in others().left_out:
        event = "the game of another package is left out; kosmoport doctor says why"
        say(log, event, logging.WARNING, game=name)
    store = await open_store(settings.where, backup=settings.backups)
    try:
        bots = BotHost(workers=settings.bot_workers or None, patience=settings.bot_patience)
        forget_note(settings.data)
        server = wired(settings, store, bots, keys, Metrics(levels=(*LEVELS, "random")))
        await _start(server)
        _collect_seldom()
        _let_threads_in()
        try:
            await _listen(server, stop)
        finally:
            await server.tables.close()
    finally:
        await store.close()


async def _start(server: Server) -> None:
    try:
        await server.tables.start()
    except CannotSave as error:
        raise BadInput(str(error)) from error


async def _listen(server: Server, stop: asyncio.Event) -> None:
    settings, app = server.settings, make_app(server)
    app[HOSTS].learn_full_name()
    runner = web.AppRunner(app, shutdown_timeout=3.0, handle_signals=False)
    await runner.setup()
    try:
        site = Site(runner, server, settings.host, settings.port)
        try:
            await site.start()
        except OSError as error:
            raise BadInput(
                f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}"
            ) from None
        greet(server.reach, settings.public_url)
        say(log, "listening", port=runner.addresses[0][1])
        if settings.browser:
            await asyncio.to_thread(webbrowser.open, settings.public_url or server.reach.here())
        await stop.wait()
        say(log, "stopping", sockets=len(server.tables.connections))
        await site.stop()
        await server.tables.close()
    finally:
        await runner.cleanup()
