"""`kosmoport bot` and the example as programs, at tables of a server that is a program too."""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from kosmoport.remote.client import Server

ROOT = Path(__file__).parents[2]
PIRATES: dict[str, Any] = {
    "game": "kosmiczni_piraci",
    "bots": [None, "beginner", "beginner"],
    "take_back": False,
}


@asynccontextmanager
async def running(*arguments: str) -> AsyncIterator[Process]:
    """A program of Python, which never outlives the test."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    try:
        async with asyncio.timeout(300):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[Server]:
    """A server with bots of its own."""
    quick = ("--no-browser", "--port", "0", "--bot-pause", "0", "--take-back-grace", "0")
    async with running("kosmoport", "serve", *quick, "--data", str(folder)) as process:
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode()
        async with Server(said.rpartition(" ")[2].strip()) as server:
            yield server
        process.terminate()
        await process.communicate()
        assert process.returncode == 0


async def ended(process: Process) -> tuple[int | None, str, str]:
    said, complained = await process.communicate()
    return process.returncode, said.decode(), complained.decode()


def test_a_bot_plays_one_game_and_ends(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as server:
            made = await server.create(**PIRATES)
            seat = ("--url", server.url, "--table", made.table, "--token", made.token)
            async with running("kosmoport", "bot", *seat, "--games", "1", "examples.magpie:Magpie") as bot:
                code, said, complained = await ended(bot)
            assert (code, complained) == (0, "")
            (line,) = said.splitlines()
            assert line.startswith(f"Kosmiczni Piraci at {made.table}: Magpie ")

    asyncio.run(scene())


def test_an_interrupted_bot_leaves_its_seat_to_a_bot_of_the_house(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as server:
            for number in (signal.SIGINT, signal.SIGTERM):
                made = await server.create(**PIRATES)
                seat = ("--url", server.url, "--table", made.table, "--token", made.token)
                async with running("kosmoport", "bot", *seat, "tests.remote.bots:Endless") as bot:
                    assert bot.stdout is not None
                    assert await bot.stdout.readline() == b"thinking\n"
                    bot.send_signal(number)
                    assert await ended(bot) == (0, "", "")
                assert (await server.look(made.table)).seats[0].bot == "casual"

    asyncio.run(scene())


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    async def scene() -> None:
        async with running(
            "kosmoport", "bot", "--url", "http://127.0.0.1:9/", "--table", "t", "random"
        ) as bot:
            assert await ended(bot) == (2, "", "the server at http://127.0.0.1:9 does not answer\n")

    asyncio.run(scene())


def test_the_example_makes_a_table_and_seats_two_bots(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path) as server, running("examples.remote_table", server.url) as program:
            code, said, complained = await ended(program)
        assert (code, complained) == (0, "")
        first, *results = said.splitlines()
        assert first.startswith(f"watch it at {server.url}/t/")
        assert {line.split(": ")[1].split()[0] for line in results} == {"Magpie", "greedy"}
        assert len(results) == 2

    asyncio.run(scene())
