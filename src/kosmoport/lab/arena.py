"""One game between bots: everybody gets views and legal actions, and nobody can spoil it for the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from kosmoport.bots import Chair
from kosmoport.bots.answers import judged_by
from kosmoport.bots.guard import Fault, Guarded
from kosmoport.bots.registry import Maker
from kosmoport.core.chance import below
from kosmoport.core.components import ComponentFile
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.play import Play, generator, new_play
from kosmoport.engine.batch import game_number
from kosmoport.lab.rivals import Cheat

STEP_LIMIT = 100_000  # a game of bots that never ends is stopped and counts as it stands


@dataclass(frozen=True)
class Terms:
    """What is played: everything that is the same in all games of a match."""

    game: Game
    options: Options
    components: ComponentFile
    seed: int
    seconds: float | None = None  # for one decision


@dataclass(frozen=True)
class GameEnd:
    """How a game ended, by seat."""

    scores: tuple[int, ...]
    shares: tuple[int, ...]  # of the win, in sixtieths
    places: tuple[float, ...]  # 1 is first; equals share the mean of their places
    decisions: int
    faults: tuple[Fault, ...]


def play_game(terms: Terms, deal: int, order: int, makers: Sequence[Maker]) -> GameEnd:
    """One game of a match: deal and dice depend on the deal's number alone, bots on the order too."""
    play, chance = deal_out(terms, deal)
    return play_dealt(terms, play, chance, deal, order, makers)


def play_dealt(
    terms: Terms, play: Play, chance: Any, deal: int, order: int, makers: Sequence[Maker]
) -> GameEnd:
    """The bots sit down at a game that is dealt out, and play it."""
    seats = [sit_down(terms, play, deal, order, seat, maker) for seat, maker in enumerate(makers)]
    try:
        return play_to_the_end(play, chance, seats)
    finally:
        for guarded in seats:
            guarded.close()


def deal_out(terms: Terms, deal: int) -> tuple[Play, Any]:
    """The set-up of a deal, and the generator for its dice."""
    chance = generator(game_number(terms.seed, deal))
    return new_play(terms.game, terms.options, chance, terms.components), chance


def sit_down(terms: Terms, play: Play, deal: int, order: int, seat: int, make: Maker) -> Guarded:
    """A bot in its chair, with a seed of its own."""
    chair = Chair(terms.game, terms.options, terms.components, seat, bot_seed(terms.seed, deal, order, seat))
    maker = make.at(play) if isinstance(make, Cheat) else make
    guarded = Guarded(chair, maker, judged_by(play), terms.seconds)
    guarded.warm_up()
    return guarded


def bot_seed(seed: int, deal: int, order: int, seat: int) -> int:
    """A number that no other seat, game or deal has anything to do with."""
    key = f"{seed}/{deal}/{order}/{seat}".encode()
    return int.from_bytes(blake2b(key, digest_size=7).digest(), "big")


def play_to_the_end(play: Play, chance: Any, seats: Sequence[Guarded]) -> GameEnd:
    """Ask whoever has to decide until the game is over."""
    clock = Clock(play.game, seats)
    decisions = 0
    for _ in range(STEP_LIMIT):
        if play.over:
            break
        if play.chance_due:
            events = play.roll(chance)
        else:
            seat = clock.next(play.seats_to_act())
            action = seats[seat].choose(play.view(seat), tuple(play.legal(seat)))
            events = play.act(seat, action)
            decisions += 1
        for seat, bot in enumerate(seats):
            if bot.listens and (told := play.told(events, seat)):
                bot.observe(told)
    scores, shares = play.game.scores(play.s, play.c), play.game.returns(play.s, play.c)
    faults = tuple(fault for seat in seats for fault in seat.faults)
    return GameEnd(tuple(scores), tuple(shares), places(shares, scores), decisions, faults)


def places(shares: Sequence[int], scores: Sequence[int]) -> tuple[float, ...]:
    """1 for the winner; whoever shares the win is before the others, who follow by points."""
    ranks = list(zip(shares, scores, strict=True))
    return tuple(1 + sum(other > mine for other in ranks) + (ranks.count(mine) - 1) / 2 for mine in ranks)


class Clock:
    """Whose decision comes next where several seats may act.

    Mostly the order means nothing. Where everybody lays cards at the same moment, each bot needs its own
    time for a card, and whoever is ready first is next.
    """

    def __init__(self, game: Game, seats: Sequence[Guarded]) -> None:
        self.hurried = game.haste is not None
        self.seats = seats
        self.ready = [0.0] * len(seats)
        self.rng = generator(seats[0].chair.seed + 1)

    def next(self, waiting: Sequence[int]) -> int:
        if not self.hurried or len(waiting) == 1:
            return waiting[0]
        seat = min(waiting, key=lambda p: self.ready[p])
        self.ready[seat] += (
            self.seats[seat].pace * (50 + below(self.rng, 101)) / 200
        )  # a card is drawn, then laid
        return seat
