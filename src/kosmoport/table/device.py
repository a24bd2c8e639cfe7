"""What a device keeps of the deals it takes part in: its values, what it first saw, and what was frozen."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from kosmoport.core.errors import BadInput
from kosmoport.table.fair import SECRET_BYTES, promise
from kosmoport.table.protocol import DealState
from kosmoport.table.verify import Kept, KeptSeat


class Device:
    """Promises a value for each of its seats in each round, and reveals it only if all is as it should be."""

    def __init__(self, table: str, draw: Callable[[int], str] = secrets.token_hex) -> None:
        self.table = table
        self.name = draw(16)  # the same for all its seats: they are one party
        self._draw = draw
        self._commitments: dict[int, str] = {}  # as they were first seen, by round
        self._kept: dict[tuple[int, int], KeptSeat] = {}  # by round and seat

    def saw(self, deal: DealState) -> None:
        """What the table is committed to; to be noted as early as possible."""
        self._commitments.setdefault(deal.round, deal.commitment)

    def has_promised(self, seat: int, round: int) -> bool:
        return (round, seat) in self._kept

    def promise(self, seat: int, deal: DealState) -> str:
        """A promise of a fresh value for this seat in this round; BadInput once values were revealed in it.

        Otherwise whoever knows the secret could look, ask for another value, and leave no trace of the first.
        """
        if any(frozen is not None for frozen in self._frozen_in(deal.round)):
            raise BadInput("this device has revealed in this round what it had promised: it is over")
        self.saw(deal)
        value = self._draw(SECRET_BYTES)
        commitment = self._commitments[deal.round]
        self._kept[deal.round, seat] = KeptSeat(seat, deal.round, commitment, value)
        return promise(self.table, seat, deal.round, value)

    def reveal(self, seat: int, deal: DealState) -> str:
        """The value, once what was frozen is what this device was told before; BadInput if it is not."""
        kept = self._kept.get((deal.round, seat))
        if kept is None or deal.frozen is None:
            raise BadInput("this device has promised nothing that could be revealed")
        frozen = _read(deal.frozen)
        if (frozen.get("table"), frozen.get("round")) != (self.table, deal.round):
            raise BadInput("what was frozen belongs to another table or round")
        if frozen.get("commitment") != kept.commitment:
            raise BadInput("the table is committed to another secret than it was at first")
        own = promise(self.table, seat, deal.round, kept.value)
        seats = frozen.get("seats")
        place = seats[seat] if isinstance(seats, list) and seat < len(seats) else None
        if not isinstance(place, dict) or place.get("promise") != own:
            raise BadInput("the promise of this device is not among those that were frozen")
        if any(other not in (None, deal.frozen) for other in self._frozen_in(deal.round)):
            raise BadInput("something else was frozen before in the same round")
        self._kept[deal.round, seat] = msgspec.structs.replace(kept, frozen=deal.frozen)
        return kept.value

    def _frozen_in(self, round: int) -> list[str | None]:
        return [kept.frozen for (other, _), kept in self._kept.items() if other == round]

    def kept(self) -> Kept:
        """All of it, for `kosmoport verify --kept`."""
        return Kept(self.table, tuple(self._kept.values()))


def _read(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        raise BadInput("what was frozen is not JSON") from None
