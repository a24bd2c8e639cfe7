"""Teaching: what comes of what the learner did, judged by the rules and the step; nothing is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.layout import Event
from kosmoport.core.play import Move, Play
from kosmoport.core.reasons import judged
from kosmoport.core.records import result_of
from kosmoport.core.words import Told
from kosmoport.learn.lesson import ChapterData, StepData, begin, by_whom, is_wanted, make_move

NOT_YOUR_TURN = "turn"

Outcome = Literal["begun", "wanted", "not_quite", "illegal", "done"]


@dataclass(frozen=True)
class Look:
    """The table as the learner's seat may know it."""

    move: int
    to_act: tuple[int, ...]
    view: Any
    legal: tuple[Told, ...]
    result: dict[str, Any] | None


@dataclass(frozen=True)
class Seen:
    """One move as the learner's seat learns of it, and the table afterwards."""

    by: int | None
    told: tuple[Told, ...]
    look: Look


@dataclass
class Progress:
    """A chapter at some moment: where the learner is, and what came of the last thing they did."""

    game: Game
    chapter: ChapterData
    play: Play
    at: int = 0  # the step
    outcome: Outcome = "begun"
    reason: str | None = None  # why it was illegal
    seen: list[Seen] = field(default_factory=list)  # the moves that followed

    @property
    def step(self) -> StepData | None:
        """The step the learner is at; None when the chapter is over."""
        return self.chapter.steps[self.at] if self.at < len(self.chapter.steps) else None

    def look(self) -> Look:
        """What the learner sees now."""
        play, seat = self.play, self.chapter.seat
        view, to_act = play.view(seat), tuple(play.seats_to_act())
        legal = play.legal(seat) if seat in to_act else []
        told = tuple(self.game.describe(view, action) for action in legal)
        return Look(len(play.moves), to_act, view, told, result_of(play))

    def go_on(self, told: Told | None) -> bool:
        """The learner does something, or has read on (None); False if it is not what the step asks for."""
        step = self.step
        assert step is not None
        self.seen = []
        try:
            action = self._judge(step, told)
        except Refused as refused:
            self.outcome, self.reason = "illegal", refused.reason
            return False
        if action is None and (told is not None or step.kind == "do"):
            self.outcome = "not_quite"
            return False
        self._perform(step, action)
        return True

    def _judge(self, step: StepData, told: Told | None) -> int | None:
        """The action if it is wanted, None if it is something else that is legal; Refused if it is not."""
        if told is None:
            return None
        play, seat = self.play, self.chapter.seat
        if seat not in play.seats_to_act():
            raise Refused(NOT_YOUR_TURN)
        view = play.view(seat)
        action = judged(play, seat, view, told)
        return action if is_wanted(step, self.game.describe(view, action)) else None

    def _perform(self, step: StepData, action: int | None) -> None:
        if action is not None:
            seat = self.chapter.seat
            self._see(Move(seat, action), self.play.act(seat, action))
        for data in step.then:
            self._see(*make_move(self.play, data))
        self.at += 1
        self.outcome = "wanted" if self.step is not None else "done"

    def _see(self, move: Move, happened: list[Event]) -> None:
        told = tuple(self.play.told(happened, self.chapter.seat))
        self.seen.append(Seen(by_whom(move), told, self.look()))


def progress(game: Game, chapter: ChapterData, actions: Sequence[Told | None]) -> Progress:
    """Where the learner is after these actions; what follows one that was not asked for is passed over."""
    now = Progress(game, chapter, begin(game, chapter))
    for told in actions:
        if now.step is None or not now.go_on(told):
            break
    return now
