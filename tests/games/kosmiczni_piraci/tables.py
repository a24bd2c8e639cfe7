"""Tables of Kosmiczni Piraci, set as a case would set them, for the tests of this folder."""

from __future__ import annotations

from typing import Any

from kosmoport.core.case import names_of
from kosmoport.core.layout import Event
from kosmoport.core.play import generator, new_play
from kosmoport.core.words import Told, load
from kosmoport.games.kosmiczni_piraci import GAME
from kosmoport.games.kosmiczni_piraci.case_table import Play, hands_of, table
from kosmoport.games.kosmiczni_piraci.schema import DONE

WORDS = load("en", "kosmoport.games.kosmiczni_piraci")
NAMES = ["Ann", "Ben", "Cid", "Dot", "Eva"]


def drawn(players: int = 3, *, trade: int = 0, pirate: int = 3, hands: Any = None, **given: Any) -> Play:
    """A table before its first card; treasures, options and the start seat as a case writes them."""
    names = names_of(range(players))
    return table({"trade": trade, "pirate": pirate, **given}, names, hands_of(hands, names))


def lay(play: Play, *cards: tuple[Any, int]) -> list[Event]:
    """The seats whose turn it is lay these cards on these planets; the events of the last one."""
    events: list[Event] = []
    for card, planet in cards:
        seat = play.seats_to_act()[0]
        events = play.act(seat, GAME.encode(play.view(seat), Told("lay", {"card": card, "planet": planet})))
    return events


def take(play: Play, treasure: Any) -> list[Event]:
    """The seat whose turn it is takes this treasure."""
    seat = play.seats_to_act()[0]
    return play.act(seat, GAME.encode(play.view(seat), Told("take", {"treasure": treasure})))


def said(play: Play, events: list[Event], seat: int = -1) -> list[str]:
    """What a seat is told, in English."""
    return [WORDS.say("event", told, NAMES) for told in play.told(events, seat)]


def random_play(seed: int, choices: list[int], *, stop: int = DONE, **options: Any) -> Play:
    """A game of a seed in which each choice picks among the legal actions, until a stage is reached."""
    play = new_play(GAME, GAME.read_options(options), generator(seed))
    for choice in choices:
        if play.s.stage == stop:
            break
        seat = play.seats_to_act()[0]
        legal = play.legal(seat)
        play.act(seat, legal[choice % len(legal)])
    return play
