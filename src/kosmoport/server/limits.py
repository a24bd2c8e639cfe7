"""How often one address or one seat may ask for what, and how long it must wait otherwise."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

from limits import parse_many as parse_rates

from kosmoport.core.errors import BadInput

OFF = "off"

# What a lively evening of people behind one shared address needs, several times over.
DEFAULTS: Mapping[str, str] = MappingProxyType(
    {
        # Requests, per address.
        "page": "600/minute",  # the page itself and its files
        "read": "300/minute",  # lobby, tables, views, health
        "create": "30/hour",  # a new table
        "sit": "60/minute",  # sitting down
        "webhook": "20/hour",  # giving a webhook's address
        "push": "60/hour",  # having a browser called
        "record": "60/minute",  # the record of a game, or the game move by move
        "replay": "20/minute",  # a record from a file, move by move
        "lesson": "240/minute",  # one step of a lesson
        "referee": "240/minute",  # one shoot-out of a real table
        "erase": "20/hour",  # deletion of a name
        "wrong": "60/minute",  # tokens and ids that were wrong: guessing is slow
        # Sockets, per address.
        "open": "120/minute",
        "socket": "12000/minute",  # messages of all its sockets together, hands in races left out
        # Sockets, each by itself; beyond that it is told so and ended.
        "frame": "6000/minute",  # frames of any kind
        "ping": "120/minute",  # ping frames and messages
        "lobby": "20/minute",  # messages in the lobby, which listens to none
        # Messages, per seat, over a socket or by request.
        "act": "240/minute",
        "chat": "20/minute",
        "hint": "20/minute",  # each keeps a bot busy for a second
        "react": "30/minute",
        "aim": "240/minute",  # where the lasers of a card would go
        "hover": "60/second",  # where a hand is in a race
        "message": "240/minute",  # whatever has no rule of its own
    }
)
MOST_KEYS = 10_000  # remembered for each rule; twice that for a moment
LARGEST_AMOUNT = 1_000_000


def read_rules(text: str) -> dict[str, str]:
    """Rules from a setting such as `create=20/hour,chat=off`; those not named keep their defaults."""
    rules: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, rate = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BadInput(f"a rate limit is written like chat=20/minute, not {part[:60]!r}")
        if name in rules:
            raise BadInput(f"the rate limit {name} is given twice")
        _read_rule(name, rate)
        rules[name] = rate
    return rules


def _read_rule(name: str, rate: str) -> tuple[int, float] | None:
    """How many in how many seconds; None when the rule is off."""
    if name not in DEFAULTS:
        raise BadInput(f"there is no rate limit {name[:60]!r}; there are {', '.join(DEFAULTS)}")
    if rate == OFF:
        return None
    try:
        (item,) = parse_rates(rate)  # several in one text are a mistake here
    except ValueError:
        raise BadInput(f"the rate limit {name}={rate[:60]} must be like 20/minute, 5/second or off") from None
    seconds = item.get_expiry()
    if not 1 <= item.amount <= LARGEST_AMOUNT or seconds < 1:
        raise BadInput(
            f"the rate limit {name}={rate[:60]} must allow 1 to {LARGEST_AMOUNT} in at least 1 second"
        )
    return item.amount, float(seconds)


class Limits:
    """Every rule with those it counts. `allow` is cheap enough for every message of every socket."""

    def __init__(
        self,
        rules: Mapping[str, str] = MappingProxyType({}),
        *,
        clock: Callable[[], float] = time.monotonic,
        most_keys: int = MOST_KEYS,
        shares: tuple[int, ...] = (1,),
    ) -> None:
        self._clock = clock
        self._shares = shares  # of an address, and of the networks around it
        self._forgotten = 0
        self._buckets: dict[str, _Buckets | None] = {}
        for name, rate in {**DEFAULTS, **rules}.items():
            rule = _read_rule(name, rate)
            self._buckets[name] = None if rule is None else _Buckets(*rule, most_keys)

    def allow(self, rule: str, who: str, *around: str) -> float:
        """0.0 and it counts, or the seconds to wait, and it does not count.

        Of an address and the networks around it each has its share.
        """
        buckets = self._buckets[rule]
        if buckets is None:
            return 0.0
        now = self._clock()
        if not around:
            return buckets.take(who, now)
        counted = list(zip((who, *around), self._shares, strict=False))
        wait = max(buckets.wait(who, now, share) for who, share in counted)
        if wait == 0.0:  # what one of them refuses counts for none
            for who, share in counted:
                buckets.take(who, now, share)
        return wait

    def forget_some(self) -> None:
        """Of one rule after the other, those who need not be remembered any more."""
        rules = [buckets for buckets in self._buckets.values() if buckets is not None]
        if rules:
            rules[self._forgotten % len(rules)].forget(self._clock())
            self._forgotten += 1

    def remembered(self) -> int:
        """How many callers are remembered, over all rules."""
        return sum(len(buckets) for buckets in self._buckets.values() if buckets is not None)


class _Buckets:
    """One rule: a bucket of `amount` drops for each caller, which refills evenly over `seconds`.

    A bucket is one number, the time at which it will be full again. A caller not heard of while
    `most_keys` others were is forgotten, which is as good as a full bucket; so memory is bounded.
    Those whose bucket is full are forgotten now and then, so that it falls again after a crowd.
    """

    __slots__ = ("_most_keys", "_old", "_seconds", "_step", "_young")

    def __init__(self, amount: int, seconds: float, most_keys: int) -> None:
        self._seconds = seconds
        self._step = seconds / amount
        self._most_keys = most_keys
        self._young: dict[str, float] = {}
        self._old: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._young.keys() | self._old.keys())

    def take(self, who: str, now: float, share: int = 1) -> float:
        """One drop, or how long to wait for it; a bucket with a share is so many times as large."""
        full_at = self._young.get(who)
        if full_at is None:
            full_at = self._old.get(who, now)
            self._make_room()
        full_at = max(full_at, now)
        step = self._step / share
        wait = full_at + step - now - self._seconds
        if wait > 1e-9:  # sums of steps are not exact
            self._young[who] = full_at
            return wait
        self._young[who] = full_at + step
        return 0.0

    def wait(self, who: str, now: float, share: int) -> float:
        """How long to wait for a drop, which stays where it is."""
        full_at = max(self._young.get(who) or self._old.get(who, now), now)
        wait = full_at + self._step / share - now - self._seconds
        return wait if wait > 1e-9 else 0.0

    def forget(self, now: float) -> None:
        self._young = {who: full_at for who, full_at in self._young.items() if full_at > now}
        self._old = {who: full_at for who, full_at in self._old.items() if full_at > now}

    def _make_room(self) -> None:
        if len(self._young) >= self._most_keys:
            self._old, self._young = self._young, {}
