"""The rounds of a deal: promises, what was frozen, what was revealed, and the key of all chance."""

from __future__ import annotations

from kosmoport.table import protocol
from kosmoport.table.fair import (
    FIRST,
    SECOND,
    Fair,
    chance_key,
    commitment,
    digest,
    first_chance_key,
    first_commitment,
)
from kosmoport.table.policy import Policy
from kosmoport.table.seats import TableSeat
from kosmoport.table.settings import TableSettings


class Rounds:
    """The part of a table that makes its deal."""

    id: str
    policy: Policy
    phase: protocol.Phase
    secret: bytes
    seats: list[TableSeat]
    settings: TableSettings
    resumed_at: int

    def __init__(self) -> None:
        super().__init__()
        self.deal_kind = SECOND
        self.round = 0  # of promises
        self.void: list[protocol.VoidRound] = []
        self.frozen: str | None = None  # what bears on the deal, since the host began
        self.frozen_at = 0

    @property
    def commitment(self) -> str:
        if self.deal_kind == FIRST:
            return first_commitment(self.secret, self.id)
        return commitment(self.secret, self.id, self.round)

    @property
    def chance_key(self) -> bytes:
        """What all chance of this game comes from, once everything is frozen and revealed."""
        if self.frozen is None:
            return first_chance_key(self.secret, self.id, [seat.luck for seat in self.seats])
        return chance_key(self.secret, digest(self.frozen), [seat.value for seat in self.seats])

    @property
    def fair(self) -> Fair:
        return Fair(self.chance_key)

    @property
    def is_of_before(self) -> bool:
        """Does it gather since before deals were made with promises?"""
        return self.phase == "gathering" and self.deal_kind == FIRST

    @property
    def reveal_until(self) -> int | None:
        """When the round is void unless all have revealed; the server's absence does not count."""
        if self.frozen is None or self.phase != "gathering":
            return None
        within = self.policy.reveal_unhurried if self.settings.unhurried else self.policy.reveal_live
        return max(self.frozen_at, self.resumed_at) + within

    def deal_state(self) -> protocol.DealState:
        """How the deal comes about, as everybody may know it."""
        return protocol.DealState(
            self.round, self.commitment, self.frozen, self.reveal_until, tuple(self.void)
        )
