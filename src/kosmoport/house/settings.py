"""What can be set about a house; a server says all of it, and a page is content with these defaults."""

from __future__ import annotations

from dataclasses import dataclass, field

from kosmoport.table.policy import Policy


@dataclass(frozen=True, kw_only=True)
class HouseSettings:
    """Times in milliseconds, those of `bot_pause` and `hello_timeout` in seconds."""

    policy: Policy = field(default_factory=Policy)
    bot_pause: float = 0.8  # the shortest time before a bot's move is shown
    public_url: str = ""  # where links begin; empty: where the request came to
    hello_timeout: float = 10.0
    max_message: int = 16_384
    max_components: int = 200_000
    max_tables: int = 5_000
    max_tables_per_address: int = 5_000
    shares: tuple[int, ...] = (1,)  # how many addresses' worth an address has, and the networks around it
    give_way_after: int = 15 * 60_000
    purge_chat: int | None = None  # never, as the next three
    purge_unplayed: int | None = None
    purge_abandoned: int | None = None
    purge_finished: int | None = None
