"""Kosmiczna Misja: what a seat may know, built field by field from nothing (KM-28)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from kosmoport.core.contract import NOBODY, SPECTATOR
from kosmoport.core.layout import Event
from kosmoport.core.messages import Message
from kosmoport.core.options import fetch_options
from kosmoport.core.views import BySeat, Cards, Die, Drawn, Places, Score, SeatView, Stack, Unshown
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_misja import messages, schema
from kosmoport.games.kosmiczna_misja.geometry import clear_player, needed_roll, open_planet, put_tile
from kosmoport.games.kosmiczna_misja.messages import PLACES
from kosmoport.games.kosmiczna_misja.options import OPTIONS
from kosmoport.games.kosmiczna_misja.schema import MAX_PLANETS, MAX_TILES, QUADRANTS, Components, State

Stage: TypeAlias = Literal["rolling", "taking", "done"]
STAGES: tuple[Stage, ...] = ("rolling", "taking", "done")
ENDS = (None, *messages.HOW)
NUMBERED = Drawn(names=tuple(map(str, range(MAX_PLANETS))))  # planets, as actions number them
EDGES = {0: "blank", 1: "half"}  # words for the usual labels


class TileView(msgspec.Struct, frozen=True):
    """A tile: its number in the component file, counted from 1, and what is printed on it."""

    number: int
    stations: int  # whole ones
    aliens: int
    left: int  # label of the inner edge on the counter-clockwise side ...
    right: int  # ... and on the clockwise side: edges fit where labels are equal


class PlanetView(msgspec.Struct, frozen=True):
    """A planet; quadrants clockwise from the north-west, null where no tile lies."""

    tiles: Annotated[Places[TileView | None], Drawn(names=PLACES)]
    stations: int  # whole ones, and those of two halves
    aliens: int
    needed_roll: int  # the least with which a tile can be added
    finished: bool


class PlayerView(msgspec.Struct, frozen=True):
    """What lies before a player."""

    begun: Unshown[bool]  # has had a first turn
    score: Score  # stations on finished planets
    planets: Annotated[tuple[PlanetView, ...], NUMBERED]  # in order of founding


class View(SeatView, frozen=True):
    """The table as one seat knows it: all of it except the order of the stack."""

    die: Unshown[tuple[int, ...]]  # the numbers on its faces
    joined: Unshown[tuple[int, ...]]  # whole stations where two edges with this label meet
    tiles: Unshown[tuple[TileView, ...]]  # every tile there is
    stage: Stage
    to_act: tuple[int, ...]
    turn: Unshown[int | None]  # whose turn it is, also while the die is due
    start: Unshown[int]  # the seat that began
    ended: messages.End | None
    roll: Die[int | None]  # of this turn, once the die has been thrown
    idle: Unshown[int]  # turns in a row in which nobody took or discarded anything
    bank: Cards[TileView]
    stack: Stack  # tiles left in it
    box: Cards[TileView]  # in the order of discarding
    everybody: BySeat[PlayerView]  # by seat


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return views(s, c, (seat,))[0]


def views(s: State, c: Components, seats: Sequence[int]) -> list[View]:
    """What each of these seats knows: the same for all, so it is built once."""
    public = _public(s, c)
    return [replace(public, seat=seat) for seat in seats]


def _public(s: State, c: Components) -> View:
    """What everybody knows, as a spectator sees it."""
    printed = (c.stations, c.aliens, c.left, c.right)
    tiles = _tiles(*[tuple(numbers[: c.tiles]) for numbers in printed])
    return View(
        seat=SPECTATOR,
        players=s.opt.players,
        options=fetch_options(OPTIONS, s.opt),
        die=tuple(c.die[: c.faces]),
        joined=tuple(c.joined),
        tiles=tiles,
        stage=STAGES[s.stage],
        to_act=(s.turn,) if s.stage == schema.TAKING else (),
        turn=None if s.turn == NOBODY else s.turn,
        start=s.start,
        ended=ENDS[s.ended],
        roll=None if s.roll == NOBODY else s.roll,
        idle=s.idle,
        bank=tuple([tiles[tile] for tile in s.bank[: s.banked]]),
        stack=s.left,
        box=tuple([tiles[tile] for tile in s.box[: s.boxed]]),
        everybody=tuple([_player(tiles, player) for player in s.player[: s.opt.players]]),
    )


@lru_cache(maxsize=64)
def _tiles(*printed: tuple[int, ...]) -> tuple[TileView, ...]:
    """Every tile, from the stations, aliens, left and right edges of them all."""
    return tuple(TileView(i, *tile) for i, tile in enumerate(zip(*printed, strict=True), start=1))


def _player(tiles: tuple[TileView, ...], player: schema.Player) -> PlayerView:
    planets = tuple([_planet(tiles, planet) for planet in player.planet[: player.planets]])
    return PlayerView(bool(player.begun), player.score, planets)


def _planet(tiles: tuple[TileView, ...], planet: schema.Planet) -> PlanetView:
    return PlanetView(
        tiles=tuple([None if tile == NOBODY else tiles[tile] for tile in planet.tile]),
        stations=planet.stations,
        aliens=planet.aliens,
        needed_roll=needed_roll(planet),
        finished=planet.size == QUADRANTS,
    )


# ---------------------------------------------------------------- back to a state


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; the stack lies in any order (options are already in `s.opt`)."""
    s.stage, s.ended = STAGES.index(known.stage), ENDS.index(known.ended)
    s.turn = NOBODY if known.turn is None else known.turn
    s.roll = NOBODY if known.roll is None else known.roll
    s.start, s.idle = known.start, known.idle
    for p in range(schema.MAX_PLAYERS):
        clear_player(s.player[p])
    for player, shown in zip(s.player, known.everybody, strict=False):
        _restore_player(c, player, shown)
    s.banked, s.boxed, s.left = len(known.bank), len(known.box), known.stack
    s.bank[:] = _filled([tile.number - 1 for tile in known.bank], schema.BANK)
    s.box[:] = _filled([tile.number - 1 for tile in known.box], MAX_TILES)
    s.stack[:] = _filled(_unseen(known), MAX_TILES)


def _restore_player(c: Components, player: schema.Player, shown: PlayerView) -> None:
    player.begun = int(shown.begun)
    for planet in shown.planets:
        k = open_planet(player)
        for q, tile in enumerate(planet.tiles):
            if tile is not None:
                put_tile(c, player, k, tile.number - 1, q)


def _unseen(known: View) -> list[int]:
    """The tiles that must be in the stack."""
    seen = {tile.number for tile in (*known.bank, *known.box)}
    for player in known.everybody:
        for planet in player.planets:
            seen |= {tile.number for tile in planet.tiles if tile is not None}
    return [tile.number - 1 for tile in known.tiles if tile.number not in seen]


def _filled(tiles: list[int], length: int) -> list[int]:
    return tiles + [NOBODY] * (length - len(tiles))


# ---------------------------------------------------------------- what happened, what there is


def tell(s: State, c: Components, event: Event, seat: int) -> Told | None:
    """One event; everybody sees everything."""
    return _message(event).told()


def _message(event: Event) -> Message:
    code, a, b, x, y = event
    if code == schema.ROLLED:
        return messages.Rolled(seat=a, roll=b)
    if code == schema.FOUNDED:
        return messages.Founded(seat=a, tile=b + 1, planet=x)
    if code == schema.ADDED:
        return messages.Added(seat=a, tile=b + 1, planet=x, quadrant=PLACES[y])
    if code == schema.JOINED:
        return messages.Joined(seat=a, planet=b, n=x)
    if code == schema.FINISHED:
        return messages.Finished(seat=a, planet=b, n=x)
    if code == schema.DISCARDED:
        return messages.Discarded(seat=a, tile=b + 1, planet=x, quadrant=PLACES[y])
    if code == schema.REOPENED:
        return messages.Reopened(seat=a, planet=b)
    if code == schema.VANISHED:
        return messages.Vanished(seat=a, planet=b)
    if code == schema.SKIPPED:
        return messages.Skipped(seat=a)
    if code == schema.REFILLED:
        return messages.Refilled(tile=a + 1, slot=b)
    return {schema.ENDED: messages.Ended}[code](how=messages.HOW[a - 1])


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    lines = [Told("bank_tile", _words_of(tile)) for tile in known.bank]
    lines.append(Told("stack", {"n": known.stack}))
    if known.box:
        lines.append(Told("box", {"tiles": [tile.number for tile in known.box]}))
    for seat, player in enumerate(known.everybody):
        lines.append(Told("player", {"seat": seat, "n": player.score}))
        for k, planet in enumerate(player.planets):
            lines += _account_of(known, k, planet)
    if known.idle:
        lines.append(Told("idle", {"n": known.idle}))
    if known.roll is not None:
        lines.append(Told("roll", {"seat": known.turn, "roll": known.roll}))
    if known.ended is not None:
        lines.append(Told("over", {"how": known.ended}))
    return lines


def _account_of(known: View, k: int, planet: PlanetView) -> list[Told]:
    counts = {"planet": k, "stations": planet.stations, "aliens": planet.aliens}
    if planet.finished:
        return [Told("finished_planet", counts)]
    if planet.needed_roll <= min(known.die):
        lines = [Told("easy_planet", counts)]
    else:
        lines = [Told("planet", {**counts, "roll": planet.needed_roll})]
    for q, tile in enumerate(planet.tiles):
        if tile is not None:
            lines.append(Told("planet_tile", {"quadrant": PLACES[q], **_words_of(tile)}))
    return lines


def _words_of(tile: TileView) -> dict[str, Any]:
    return {
        "tile": tile.number,
        "stations": tile.stations,
        "aliens": tile.aliens,
        "left": EDGES.get(tile.left, tile.left),
        "right": EDGES.get(tile.right, tile.right),
    }
