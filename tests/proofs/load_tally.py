"""What is counted while tables are under load: actions, answers, deliveries, bytes and times."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace


@dataclass
class Tally:
    """Counts of one measured stretch, or of several together."""

    sent: int = 0
    acknowledged: int = 0
    refused: list[str] = field(default_factory=list)
    gaps: int = 0  # numbered messages that did not follow the one before
    cut: int = 0  # connections that ended without our doing
    stuck: int = 0  # tables where nobody's turn came any more
    games: int = 0  # that went back to their beginning
    rematches: int = 0  # after games that ended
    deliveries: int = 0
    received: int = 0  # bytes of text in them
    answers: int = 0  # deliveries that answer the sender alone
    answer_bytes: int = 0
    seconds: list[float] = field(default_factory=list)  # from an action to its answer

    def take(self) -> Tally:
        """What was counted so far; from now on anew."""
        taken = replace(self)
        vars(self).update(vars(Tally()))
        return taken

    def after(self, before: Tally) -> Tally:
        """With what went wrong before, when nothing else was to be counted."""
        wrong = ("refused", "gaps", "cut", "stuck")
        return replace(self, **{each: getattr(before, each) + getattr(self, each) for each in wrong})

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def heard(self, text: bytes) -> None:
        self.deliveries += 1
        self.received += len(text)

    def answered(self, text: bytes, seconds: float) -> None:
        self.answers += 1
        self.answer_bytes += len(text)
        self.seconds.append(seconds)

    @property
    def lost(self) -> int:
        return self.sent - self.acknowledged

    @property
    def flawless(self) -> bool:
        return self.sent > 0 and not (self.lost or self.refused or self.gaps or self.cut or self.stuck)

    def sizes(self, members: int) -> tuple[int, int]:
        """Bytes of a broadcast and of an answer in a room of so many, for the same bytes in each delivery."""
        answer = self.answer_bytes / max(1, self.answers)
        each = self.received / max(1, self.deliveries)
        return round(each + (each - answer) / members), round(answer)

    def percentiles(self, *shares: float) -> list[float]:
        """Times in milliseconds that this share of all answers did not exceed."""
        ordered = sorted(self.seconds) or [0.0]
        return [1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares]
