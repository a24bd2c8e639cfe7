"""What balance reports look at in a game: its events, and ways of counting them when the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from kosmoport.core.contract import WHOLE_WIN, Action, BaseState, Seat
from kosmoport.core.layout import Event, Record
from kosmoport.core.options import Options

if TYPE_CHECKING:
    from kosmoport.core.play import PlayOf

S = TypeVar("S", bound=BaseState)
C = TypeVar("C", bound=Record)
Lookout = Callable[[Any, Any, Seat, Action], Iterable[Event]]  # of whichever game


def sees_nothing(s: BaseState, c: Record, seat: Seat, action: Action) -> tuple[Event, ...]:
    """The lookout of a game whose events tell everything."""
    return ()


@dataclass(frozen=True)
class LogOf(Generic[S, C]):
    """A finished game: its events in order, and the table at the end."""

    play: PlayOf[S, C, Any]
    events: Sequence[Event]

    @property
    def s(self) -> S:
        return self.play.s

    @property
    def c(self) -> C:
        return self.play.c

    @property
    def seats(self) -> range:
        return range(self.play.options["players"])

    @cached_property
    def scores(self) -> list[int]:
        return self.play.game.scores(self.s, self.c)

    @cached_property
    def shares(self) -> list[int]:
        """Of the win, in sixtieths."""
        return self.play.game.returns(self.s, self.c)

    def of(self, *codes: int) -> Iterator[Event]:
        """The events with these codes, in order."""
        return (event for event in self.events if event[0] in codes)


Log: TypeAlias = LogOf[Any, Any]  # of whichever game
Counter = Callable[[Log], int]
Condition = Callable[[Event], bool]


@dataclass(frozen=True)
class Count:
    """One thing that can happen in a game: its name in results and in words, its rule, how to count it."""

    id: str
    label: str
    rule: str
    of: Counter
    once: bool = False  # happens once in a game or not at all
    option: tuple[str, Any] | None = None  # it can only happen where this option has this value

    def is_possible(self, options: Options) -> bool:
        return self.option is None or options[self.option[0]] == self.option[1]


def has_start(play: PlayOf[Any, Any, Any]) -> int | None:
    """Who begins, where a deal says so."""
    return getattr(play.d, "start", None)


@dataclass(frozen=True)
class Watch:
    """What is looked at in one game."""

    counts: tuple[Count, ...] = ()
    lengths: tuple[Count, ...] = ()  # besides decisions; the first is the one people mean
    first: Callable[[PlayOf[Any, Any, Any]], int | None] = has_start  # who begins, before any decision
    points: Callable[[Log], Sequence[float]] = lambda log: log.scores
    points_are: str = "points"
    lookout: Lookout = sees_nothing
    options: dict[str, Any] = field(default_factory=dict)  # of a study, unless others are given
    deals: int = 1_000  # likewise

    def counted(self, options: Options) -> list[Count]:
        """What can happen at a table with these options."""
        return [count for count in self.counts if count.is_possible(options)]


# ---------------------------------------------------------------- ways of counting


def always(event: Event) -> bool:
    return True


def times(*codes: int, where: Condition = always) -> Counter:
    """How many events with these codes."""
    return lambda log: sum(map(where, log.of(*codes)))


def total(code: int, place: int, where: Condition = always) -> Counter:
    """The sum of what these events say in the given place (1 is the first number after the code)."""
    return lambda log: sum(event[place] for event in log.of(code) if where(event))


def equals(place: int, value: int) -> Condition:
    """Events that say this number in this place."""
    return lambda event: event[place] == value


def leaders(points: Sequence[float]) -> list[int]:
    """The seats with the most."""
    return [seat for seat, mine in enumerate(points) if mine == max(points)]


def happened(name: str, label: str, rule: str, code: int, how: int) -> Count:
    """This event came, and first of all it told this."""
    return Count(name, label, rule, times(code, where=equals(1, how)), once=True)


def decides(name: str, what: str, rule: str, part: Callable[[Log, int], int]) -> Count:
    """Others would have the most points if this part of everybody's points did not count."""

    def count(log: Log) -> int:
        without = [score - part(log, seat) for seat, score in zip(log.seats, log.scores, strict=True)]
        return int(leaders(without) != leaders(log.scores))

    return Count(name, f"without {what} others would lead", rule, count, once=True)


def shared_win(rule: str) -> Count:
    """Nobody won alone."""
    return Count(
        "shared_win", "the win is shared", rule, lambda log: int(max(log.shares) < WHOLE_WIN), once=True
    )


def tie_break(rule: str) -> Count:
    """Several had the most points, and not all of them won."""

    def count(log: Log) -> int:
        return int(len(leaders(log.scores)) > sum(share > 0 for share in log.shares))

    return Count("tie_break", "a tie for the most points is broken", rule, count, once=True)
