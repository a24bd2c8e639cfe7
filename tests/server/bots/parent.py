"""A program with bots, to be killed: prints the processes it has and then thinks forever."""

from __future__ import annotations

import asyncio
import sys

from kosmoport.server.bots.host import BotHost
from tests.server.bots import fakes
from tests.server.bots.asks import an_ask, pids_of


async def main() -> None:
    makers = {"casual": fakes.name_of(fakes.Printing), "beginner": fakes.name_of(fakes.Endless)}
    host = BotHost(workers=2, makers=makers, most=600.0)
    await host.start()
    await asyncio.gather(*(host.decide(an_ask("casual", table=table)) for table in "ab"))
    stuck = asyncio.create_task(host.decide(an_ask("beginner")))  # one thinks, the other is idle
    while host.busy == 0:
        await asyncio.sleep(0.005)
    print(*pids_of(host), flush=True)
    await stuck


if sys.argv[1] == "uvloop":
    import uvloop

    uvloop.run(main())
else:
    asyncio.run(main())
