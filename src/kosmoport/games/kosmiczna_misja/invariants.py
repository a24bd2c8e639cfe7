"""Kosmiczna Misja: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kosmoport.core import layout
from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_misja.geometry import open_planet, put_tile
from kosmoport.games.kosmiczna_misja.schema import (
    BANK,
    DONE,
    EXHAUSTED,
    MAX_PLANETS,
    MAX_PLAYERS,
    MAX_TILES,
    QUADRANTS,
    ROLLING,
    STALEMATE,
    STILL_ON,
    TAKING,
    UNFINISHED,
    Components,
    Deal,
    Player,
    State,
)


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    for check in (_options, _sizes, _tile_numbers, _tiles_once, _planets, _bank, _turn, _first_round, _end):
        found = list(check(s, c))
        yield from found
        if found:  # later checks rely on the earlier ones
            return


def _options(s: State, c: Components) -> Iterator[str]:
    if not 2 <= s.opt.players <= MAX_PLAYERS:
        yield f"opt.players is {s.opt.players}, not 2 to {MAX_PLAYERS}"
    elif not NOBODY <= s.opt.start_seat < s.opt.players:
        yield f"opt.start_seat is {s.opt.start_seat}, which is not a seat"
    for name in ("allow_diagonal", "discard_from_complete"):
        if getattr(s.opt, name) not in (0, 1):
            yield f"opt.{name} is {getattr(s.opt, name)}, not 0 or 1"
    for name in ("stalemate_rounds", "max_idle_rounds"):
        if not 1 <= getattr(s.opt, name) <= 1000:
            yield f"opt.{name} is {getattr(s.opt, name)}, not 1 to 1000"


def _sizes(s: State, c: Components) -> Iterator[str]:
    for name, most in (("banked", BANK), ("left", MAX_TILES), ("boxed", MAX_TILES)):
        if not 0 <= getattr(s, name) <= most:
            yield f"{name} is {getattr(s, name)}, not 0 to {most}"
    for p, player in enumerate(s.player):
        most = MAX_PLANETS if p < s.opt.players else 0
        if not 0 <= player.planets <= most:
            yield f"player[{p}].planets is {player.planets}, not 0 to {most}"
        if player.begun not in (0, int(p < s.opt.players)):
            yield f"player[{p}].begun is {player.begun}"


def _tile_numbers(s: State, c: Components) -> Iterator[str]:
    """Every place holds a tile just where the counts say so."""
    for name, count in (("bank", s.banked), ("stack", s.left), ("box", s.boxed)):
        for i, tile in enumerate(getattr(s, name)):
            lies_well = 0 <= tile < c.tiles if i < count else tile == NOBODY
            if not lies_well:
                yield f"{name}[{i}] is {tile}, with {count} tiles there and {c.tiles} in the game"
    for p, player in enumerate(s.player):
        for k, planet in enumerate(player.planet):
            for q, tile in enumerate(planet.tile):
                if tile != NOBODY and (k >= player.planets or not 0 <= tile < c.tiles):
                    yield f"player[{p}].planet[{k}].tile[{q}] is {tile}, which cannot lie there"


def _tiles_once(s: State, c: Components) -> Iterator[str]:
    """KM-16, KM-18: every tile is in just one place."""
    places = Counter([*s.bank, *s.stack, *s.box])
    for player in s.player:
        for planet in player.planet:
            places.update(planet.tile)
    for tile in range(c.tiles):
        if places[tile] != 1:
            yield f"tile {tile} is in {places[tile]} places"


def _planets(s: State, c: Components) -> Iterator[str]:
    """KM-9, KM-14: planets are fitting, counted rightly, and not too many are unfinished."""
    for p, player in enumerate(s.player):
        yield from _edges(c, p, player)
        again = _laid_again(c, player)
        for (path, found), (_, right) in zip(layout.leaves(player), layout.leaves(again), strict=True):
            if found != right:
                yield f"player[{p}].{path} is {found}, not {right}"
        if player.opens > UNFINISHED and s.opt.discard_from_complete == 0:
            yield f"player[{p}] has {player.opens} unfinished planets"


def _edges(c: Components, p: int, player: Player) -> Iterator[str]:
    for k in range(player.planets):
        tiles = player.planet[k].tile
        if tiles == [NOBODY] * QUADRANTS:
            yield f"player[{p}].planet[{k}] has no tile"
        for q, tile in enumerate(tiles):
            after = tiles[(q + 1) % QUADRANTS]
            if NOBODY not in (tile, after) and c.right[tile] != c.left[after]:
                yield f"player[{p}].planet[{k}] does not fit between quadrants {q} and {(q + 1) % QUADRANTS}"


def _laid_again(c: Components, player: Player) -> Player:
    """The same planets built from nothing."""
    again = Player()
    again.begun = player.begun
    again.open = [NOBODY] * MAX_PLANETS
    for planet in again.planet:
        planet.tile = [NOBODY] * QUADRANTS
    for k in range(player.planets):
        open_planet(again)
        for q, tile in enumerate(player.planet[k].tile):
            if tile != NOBODY:
                put_tile(c, again, k, tile, q)
    return again


def _bank(s: State, c: Components) -> Iterator[str]:
    """KM-22, KM-23: three tiles while the stack lasts."""
    if s.left > 0 and s.banked < BANK:
        yield f"the bank has {s.banked} tiles although there are {s.left} in the stack"


def _turn(s: State, c: Components) -> Iterator[str]:
    if s.stage not in (ROLLING, TAKING, DONE):
        yield f"stage is {s.stage}, not 0, 1 or 2"
    elif not (s.turn == NOBODY if s.stage == DONE else 0 <= s.turn < s.opt.players):
        yield f"turn is {s.turn}, which is not a seat"
    if not 0 <= s.start < s.opt.players:
        yield f"start is {s.start}, which is not a seat"
    elif s.opt.start_seat not in (NOBODY, s.start):
        yield f"start is {s.start}, but opt.start_seat is {s.opt.start_seat}"
    if not 0 <= s.idle <= s.opt.max_idle_rounds * s.opt.players:
        yield f"idle is {s.idle}"


def _first_round(s: State, c: Components) -> Iterator[str]:
    """KM-5: everybody's first turn comes in order, without a roll; later ones have one."""
    order = [s.player[(s.start + i) % s.opt.players] for i in range(s.opt.players)]
    begun = sum(player.begun for player in order)
    if any(player.begun == 0 for player in order[:begun]):
        yield "somebody has had a first turn before it was due"
    if any(player.planets and not player.begun for player in order):
        yield "somebody has a planet without having had a turn"
    if s.stage == DONE:
        return
    if begun < s.opt.players and s.turn != (s.start + begun) % s.opt.players:
        yield f"turn is {s.turn} in the first round, when {begun} players have had theirs"
        return
    if (s.stage == ROLLING) > (s.player[s.turn].begun == 1):
        yield "the die is due in the first round"
    rolled = s.stage == TAKING and s.player[s.turn].begun == 1
    if not (s.roll in c.die[: c.faces] if rolled else s.roll == NOBODY):
        yield f"roll is {s.roll}, which the die cannot show now"


def _end(s: State, c: Components) -> Iterator[str]:
    """KM-24, KM-27."""
    if s.stage != DONE:
        if s.ended != STILL_ON:
            yield f"ended is {s.ended}, but the game goes on"
        if s.banked == 0:
            yield "the bank is empty, but the game goes on"
        if s.idle == s.opt.max_idle_rounds * s.opt.players:
            yield f"idle is {s.idle}, but the game goes on"
    elif s.ended not in (EXHAUSTED, STALEMATE) or (s.ended == EXHAUSTED) != (s.banked == 0):
        yield f"ended is {s.ended} with {s.banked} tiles in the bank"
    elif s.roll != NOBODY:
        yield f"roll is {s.roll} after the end"


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    if not 0 <= d.start < s.opt.players:
        yield f"start is {d.start}, which is not a seat"
    elif s.opt.start_seat not in (NOBODY, d.start):
        yield f"start is {d.start}, but start_seat is {s.opt.start_seat}"
    rest = d.stack[c.tiles :]
    if sorted(d.stack[: c.tiles]) != list(range(c.tiles)) or rest != [NOBODY] * len(rest):
        yield f"stack must have each of the {c.tiles} tiles once, and {NOBODY} after them"
