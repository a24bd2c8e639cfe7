"""Taking back: allowed while nobody else has learned a hidden component value, acted, or seen dice fall.

Whether something became known is not declared by the games. It is found out from what they already have:
`redeal_unseen` deals a world that an onlooker held possible before the action. If in that world nothing
the actor may do would have looked to the onlooker like what really happened, the onlooker now knows that
this world is not the real one, and so has learned something. Worlds are drawn at random, but always the
same ones: whether a move can be taken back must not change with a restart.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Generic, TypeVar

from kosmoport.core import layout
from kosmoport.core.contract import CHANCE, OK, SPECTATOR
from kosmoport.core.game import C, D, S
from kosmoport.core.play import PlayOf, generator, start_play
from kosmoport.core.words import Told

T = TypeVar("T")
Steps = Generator[None, None, T]

NOTHING_DONE = "nothing_done"  # reasons why a seat cannot take back
OVER = "over"
LIGHTNING = "lightning"
OTHERS_ACTED = "others_acted"
CHANCE_FELL = "chance_fell"
REVEALED = "revealed"
REASONS = (NOTHING_DONE, OVER, LIGHTNING, OTHERS_ACTED, CHANCE_FELL, REVEALED)

# Worlds to try. A lesson that rules out the share p of all worlds is missed with (1 - p)^n, so what
# slips through is hardly a lesson: x bits of knowledge with 2^-xn. The spectator is asked more often:
# what it learns is public, and those who sit at the table are asked about that as well.
PUBLIC_WORLDS = 64
PRIVATE_WORLDS = 32


def may_take_back(play: PlayOf[S, C, D], seat: int, before: PlayOf[S, C, D] | None = None) -> str | None:
    """None if the seat may take back the last move; otherwise the id of the reason why not.

    `before` is the game just before that move, where the caller has it (`frozen`); else it is replayed.
    """
    return whole(finding_out(play, seat, before))


def finding_out(play: PlayOf[S, C, D], seat: int, before: PlayOf[S, C, D] | None = None) -> Steps[str | None]:
    """The same in small steps, between which a server may do something else; the game must stay as it is."""
    if is_hurried(play):
        return LIGHTNING
    since = moves_since(play, seat)
    if since is None:
        return NOTHING_DONE
    if play.over:  # the record opens, and with it everything hidden
        return OVER
    if any(mover != CHANCE for mover in since):
        return OTHERS_ACTED
    if since:
        return CHANCE_FELL
    earlier = before or (yield from _replaying(play))
    return REVEALED if (yield from _revealing(earlier, seat, play.moves[-1].action)) else None


def whole(steps: Steps[T]) -> T:
    """All steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


def is_hurried(play: PlayOf[S, C, D]) -> bool:
    """Does everybody play at once against a clock? Then what lies, lies (the lightning round)."""
    return any(play.options[name] != value for name, value in play.game.calm.items())


def moves_since(play: PlayOf[S, C, D], seat: int) -> list[int] | None:
    """Who has moved since this seat did; None if it has not moved yet."""
    movers = [move.seat for move in play.moves]
    return movers[len(movers) - movers[::-1].index(seat) :] if seat in movers else None


def frozen(play: PlayOf[S, C, D]) -> PlayOf[S, C, D]:
    """The game as it is now, untouched by what happens next."""
    return replace(play, s=layout.clone(play.s), moves=list(play.moves))


def _replaying(play: PlayOf[S, C, D]) -> Steps[PlayOf[S, C, D]]:
    earlier = start_play(play.game, play.options, play.d, play.components, play.c)
    for move in play.moves[:-1]:
        earlier.act(move.seat, move.action, move.at)
        yield
    return earlier


def revealed(before: PlayOf[S, C, D], seat: int, action: int) -> bool:
    """Does anybody else, a spectator included, learn a hidden component value through this action?"""
    return whole(_revealing(before, seat, action))


def _revealing(before: PlayOf[S, C, D], seat: int, action: int) -> Steps[bool]:
    if (yield from _learns(before, seat, action, SPECTATOR, PUBLIC_WORLDS)):
        return True
    for other in range(before.options["players"]):
        if other != seat and (yield from _learns(before, seat, action, other, PRIVATE_WORLDS)):
            return True
    return False


def _learns(before: PlayOf[S, C, D], seat: int, action: int, onlooker: int, worlds: int) -> Steps[bool]:
    """Is some world that the onlooker held possible ruled out by what the onlooker saw?"""
    really = _Sight(before, seat, onlooker, action)
    yield
    world, rng = layout.clone(before.s), generator(onlooker)
    for _ in range(worlds):
        before.game.hidden.redeal_unseen(world, before.c, onlooker, rng)
        if world != before.s and not really.could_be(world):
            return True
        yield
    return False


class _Sight(Generic[S, C, D]):
    """What an onlooker sees of an action, compared with what it would see in other worlds."""

    def __init__(self, before: PlayOf[S, C, D], seat: int, onlooker: int, action: int) -> None:
        self.game, self.c = before.game, before.c
        self.seat, self.onlooker = seat, onlooker
        self.alike = [action]  # actions that looked like the real one in some world, the latest first
        s, self.told = self._apply(before.s, action)
        self.view = self.game.view.view(s, self.c, onlooker)

    def could_be(self, world: S) -> bool:
        """May the actor, in this world, do something that looks the same?"""
        tried = dict.fromkeys([*self.alike, *self.game.legal(world, self.c, self.seat)])
        action = next((action for action in tried if self._looks_the_same(world, action)), None)
        if action is None:
            return False
        if action != self.alike[0]:
            self.alike = [action, *(other for other in self.alike if other != action)]
        return True

    def _looks_the_same(self, world: S, action: int) -> bool:
        if self.game.rules.why_not(world, self.c, self.seat, action) != OK:
            return False
        s, told = self._apply(world, action)
        return told == self.told and self.game.view.view(s, self.c, self.onlooker) == self.view

    def _apply(self, world: S, action: int) -> tuple[S, list[Told]]:
        """The world after the action, and what the onlooker is told of it."""
        s = layout.clone(world)
        self.game.rules.apply(s, self.c, self.seat, action)
        lines = (self.game.view.tell(s, self.c, event, self.onlooker) for event in layout.collect(s))
        return s, [line for line in lines if line is not None]
