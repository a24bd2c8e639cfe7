"""A deal at a server: one that ends between the last value and the deal deals the same when it is back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kosmoport.house.store import CannotSave, Line
from kosmoport.table.dealing import began
from kosmoport.table.entries import Began
from kosmoport.table.fair import promise
from tests.server.harness import company, play, serving


def test_a_server_that_ends_between_the_last_value_and_the_deal_deals_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            append = server.store.append

            async def undealt(table: str, epoch: int, after: int, lines: Sequence[Line], *more: Any) -> None:
                if any(b'"began"' in line.entry for line in lines):
                    raise CannotSave(
                        "Nothing could be saved in the database: there is no room left on its disk."
                    )
                await append(table, epoch, after, lines, *more)

            async with company(server, players=3) as people:
                values = [f"{seat}" * 64 for seat in range(3)]
                for seat, client in enumerate(people.clients):
                    promised = promise(people.table, seat, 0, values[seat])
                    assert (await client.ask("promise", round=0, promise=promised))["problem"] is None
                    await client.ask("ready")
                with monkeypatch.context() as broken:
                    broken.setattr(server.store, "append", undealt)
                    await people.clients[0].ask("begin")
                    for client, value in zip(people.clients, values, strict=True):
                        assert (await client.ask("reveal", round=0, value=value))["problem"] is None
                    room = server.room(people.table)
                    wanted = await room.look(began)
                    assert (await server.look(people.table))["phase"] == "gathering"
                    await server.stop()
            await server.start()
            again = await server.tables.room(people.table)
            assert again is not None
            assert await again.look(lambda table: table.phase) == "playing"
            assert [line.entry for line in again.log.lines if isinstance(line.entry, Began)] == [wanted]

    play(situation())
