"""A game that is watched: every event is remembered."""

from __future__ import annotations

from kosmoport.core.contract import CHANCE
from kosmoport.core.layout import Event
from kosmoport.core.play import Play
from kosmoport.core.watch import Lookout, sees_nothing


class WatchedPlay(Play):
    """A play that remembers its events.

    The lookout is asked before every decision; what only the position before it shows, it adds as events.
    """

    def __init__(self, play: Play, lookout: Lookout = sees_nothing) -> None:
        super().__init__(play.game, play.components, play.options, play.s, play.c, play.d)
        self.lookout = lookout
        self.events: list[Event] = []

    def act(self, seat: int, action: int, at: int | None = None) -> list[Event]:
        if seat != CHANCE:
            self.events += self.lookout(self.s, self.c, seat, action)
        told = super().act(seat, action, at)
        self.events += told
        return told
