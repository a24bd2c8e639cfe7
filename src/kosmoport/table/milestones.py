"""Copies of a game on its way, so that going back in it replays few moves."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

from kosmoport.core import layout
from kosmoport.core.contract import BaseState
from kosmoport.core.play import Play

EVERY = 16  # moves from one copy to the next, as long as there are few
MOST = 8  # copies; when there are more, every second one goes


class Milestones:
    """Made while somebody goes back, and not before: most games never need one."""

    def __init__(self) -> None:
        self._every = EVERY
        self._kept: dict[int, BaseState] = {}  # states by the number of moves before them
        self._first: tuple[int, BaseState | None] = (0, None)

    def begin(self, play: Play) -> None:
        """Nobody goes back further than this; where a game is continued, many moves came before."""
        self._first = (len(play.moves), layout.clone(play.s)) if play.moves else (0, None)

    def going_back(self, play: Play, moves: int, begin: Callable[[], Play]) -> Generator[None, None, Play]:
        """The game after so many of its moves, step by step; `begin` makes it as it was before the first."""
        self._kept = {n: s for n, s in self._kept.items() if n <= moves}
        start, state = max(self._kept.items(), key=_moves, default=self._first)
        earlier = begin()
        if state is not None:
            earlier = replace(earlier, s=layout.clone(state), moves=play.moves[:start])
        for move in play.moves[start:moves]:
            earlier.act(move.seat, move.action, move.at)
            if len(earlier.moves) % self._every == 0:
                self._keep(earlier)
            yield
        return earlier

    def _keep(self, play: Play) -> None:
        self._kept[len(play.moves)] = layout.clone(play.s)
        if len(self._kept) > MOST:
            self._every *= 2
            self._kept = {n: s for n, s in self._kept.items() if n % self._every == 0}


def _moves(kept: tuple[int, BaseState]) -> int:
    return kept[0]
