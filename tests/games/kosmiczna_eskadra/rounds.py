"""Rounds of Kosmiczna Eskadra for the tests: tables in progress, and everybody acting at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from kosmoport.core.contract import CHANCE
from kosmoport.core.layout import Event
from kosmoport.core.play import generator, new_play
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import GAME, random_play, rules, schema
from kosmoport.games.kosmiczna_eskadra.case_round import Play
from kosmoport.games.kosmiczna_eskadra.shootout import table_size

WORDS = GAME.words("en")


def table(players: int = 3, seed: int = 1, **options: Any) -> Play:
    """A fresh game."""
    return new_play(
        GAME, GAME.read_options({"players": players, "start_seat": 0, **options}), generator(seed)
    )


def draw(play: Play, seat: int, card: int | None = None) -> list[Event]:
    """The seat draws; this card if it is given, else the first one left."""
    play.act(seat, schema.DRAW)
    pack = play.s.player[seat].pack
    return play.act(CHANCE, next(i for i in range(10) if pack >> i & 1) if card is None else card)


def hold(play: Play, seat: int, x: int, y: int, rot: int = 0) -> list[Event]:
    return play.act(seat, rules.posed_action(schema.HOLD, x, y, rot))


def release(play: Play, seat: int, x: int, y: int, rot: int = 0) -> list[Event]:
    return play.act(seat, rules.posed_action(schema.RELEASE, x, y, rot))


def play_out(play: Play, seat: int, cards: int) -> list[Event]:
    """The seat lays so many cards in a row far from everything, all pointing away from the others."""
    events, edge = [], 5 * table_size(play.s, play.c)[1]
    for _ in range(cards):
        events += draw(play, seat)
        spot = play.s.lying
        events += release(play, seat, -2500 + 700 * (spot % 8), edge - 1000 * (spot // 8), 0)
    return events


def said(play: Play, events: list[Event], seat: int) -> list[str]:
    """What this seat reads of the events."""
    return [WORDS.say("event", told) for told in play.told(events, seat)]


def do(play: Play, seat: int, told: Told) -> list[Event]:
    return play.act(seat, GAME.encode(play.view(seat), told))


def everybody(seed: int, **options: Any) -> Iterator[Play]:
    """A random lightning game in which all seats act and the clock interferes; stops before every event."""
    chance, rng = random.Random(seed), generator(seed)
    play = table(chance.choice((2, 3, 4)), seed, mode="lightning", wins=2, **options)
    for _ in range(5000):
        yield play
        if play.over:
            return
        clock = schema.TIME_UP if play.s.stage == schema.PLACING else schema.GRACE_OVER
        if play.chance_due:
            play.roll(rng)
        elif chance.random() < 0.01:
            play.act(CHANCE, clock)
        else:
            seat = chance.choice(play.seats_to_act())
            kind = chance.choice(play.legal(seat))
            play.act(seat, random_play.complete_action(play.s, play.c, seat, kind, rng))
    raise AssertionError("the game did not end")
