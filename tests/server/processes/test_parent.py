"""Processes are ended by force, whatever is waiting for them."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE

import pytest

from kosmoport.server.processes.parent import Lost, Process


def test_a_process_that_somebody_waits_for_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the end is noticed before the reader has heard of it; a stream has one reader."""

    async def noticed_at_once() -> int:
        return -9

    async def scene() -> None:
        system = await asyncio.create_subprocess_exec("sleep", "60", stdin=PIPE, stdout=PIPE)
        really = system.wait
        process = Process(system)
        waiting = asyncio.create_task(process.ask(b"a question"))
        await asyncio.sleep(0)
        monkeypatch.setattr(system, "wait", noticed_at_once)
        await process.end()
        with pytest.raises(Lost):
            await waiting
        await really()

    asyncio.run(scene())
