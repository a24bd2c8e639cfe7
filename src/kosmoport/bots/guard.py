"""A chair with a guard: whatever a bot does wrong costs it that decision and nobody else anything."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kosmoport.bots import Bot, Chair
from kosmoport.bots.answers import whole
from kosmoport.bots.random import RandomBot
from kosmoport.core.levels import HUMAN_PACE
from kosmoport.core.views import SeatView
from kosmoport.core.words import Told

GET_READY = 600.0  # seconds: on a slow and busy machine; the limit of a decision is for thinking alone


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong."""

    seat: int
    kind: str  # "raised", "late" or "illegal"
    what: str  # one line


@dataclass
class Guarded:
    """A bot that always answers legally: at a fault a random legal action is taken, and the fault noted.

    With a time limit the bot thinks on a thread of its own. Nothing can end a thread from outside, so a
    bot that is late is left to finish, its answer is thrown away, and until then its decisions are forfeited.
    """

    chair: Chair
    make: Callable[[Chair], Bot]
    is_legal: Callable[[SeatView, Sequence[int], int], bool]  # view, what was listed, answer
    seconds: float | None = None
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._spare = RandomBot(self.chair)
        self._bot: Bot | None = None
        self._thread: _Thread | None = None
        self._try("sat down", lambda: setattr(self, "_bot", self.make(self.chair)), GET_READY)

    @property
    def bot(self) -> Bot | None:
        """The bot itself; None if it never sat down."""
        return self._bot

    @property
    def pace(self) -> float:
        """Seconds for a card at a table where everybody plays at once."""
        return float(getattr(self._bot, "pace", HUMAN_PACE))

    @property
    def listens(self) -> bool:
        """Does the bot want to know what happens?"""
        return hasattr(self._bot, "observe")

    def observe(self, events: Sequence[Told]) -> None:
        """Tell the bot what its seat learned."""
        bot: Any = self._bot
        self._try("listened", lambda: bot.observe(events))

    def warm_up(self) -> None:
        """Let the bot get ready, if it wants to."""
        if hasattr(self._bot, "warm_up"):
            bot: Any = self._bot
            self._try("got ready", bot.warm_up, GET_READY)

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        bot = self._bot
        answer = None if bot is None else self._try("decided", lambda: bot.choose(view, legal))
        if answer is not None or bot is None:
            number = whole(answer)
            if number is not None and self.is_legal(view, legal, number):
                return number
            self._note("illegal", "it never sat down" if bot is None else f"answered {str(answer)[:60]!r}")
        return self._spare.choose(view, legal)

    def close(self) -> None:
        """The game is over: the bot's thread ends as soon as the bot lets it."""
        if self._thread is not None:
            self._thread.end()

    def _try(self, doing: str, call: Callable[[], Any], at_least: float = 0.0) -> Any:
        """What the call returns, or None after a fault."""
        seconds = None if self.seconds is None else max(self.seconds, at_least)
        try:
            if seconds is None:
                result = call()
            else:
                self._thread = self._thread or _Thread()
                result = self._thread.run(call, seconds)
        except _LateError:
            self._note("late", f"took more than {seconds:g} s when it {doing}")
        except (Exception, SystemExit) as error:
            self._note("raised", f"{type(error).__name__} when it {doing}: {str(error)[:100]}")
        else:
            if doing == "decided" and result is None:
                self._note("illegal", "answered nothing")
            return result
        return None

    def _note(self, kind: str, what: str) -> None:
        self.faults.append(Fault(self.chair.seat, kind, " ".join(what.split())))


class _LateError(Exception):
    """The time for a decision is over."""


class _Thread:
    """One thread that does one call at a time."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._busy = 0
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                self._answers.put((call(), None))
            except BaseException as error:
                self._answers.put((None, error))

    def end(self) -> None:
        self._calls.put(None)

    def run(self, call: Callable[[], Any], seconds: float) -> Any:
        while self._busy:  # a late answer may have come meanwhile; it counts for nothing
            try:
                self._answers.get_nowait()
            except queue.Empty:
                raise _LateError from None
            self._busy -= 1
        self._calls.put(call)
        try:
            result, error = self._answers.get(timeout=seconds)
        except queue.Empty:
            self._busy += 1
            raise _LateError from None
        if error is not None:
            raise error if isinstance(error, Exception) else RuntimeError(repr(error))
        return result
