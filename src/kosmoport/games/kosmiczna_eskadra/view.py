"""Kosmiczna Eskadra: what a seat may know, built field by field from nothing (KE-32, KE-B38)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from kosmoport.core.contract import NOBODY, SPECTATOR
from kosmoport.core.options import fetch_options
from kosmoport.core.views import BySeat, Card, Cards, Drawn, Millimetres, OfSeat, Score, SeatView, Unshown
from kosmoport.games.kosmiczna_eskadra import rules, schema
from kosmoport.games.kosmiczna_eskadra.options import OPTIONS
from kosmoport.games.kosmiczna_eskadra.schema import (
    ASTEROID_NR,
    NOT_FIRED,
    SHIELD_OF,
    SPACE,
    Components,
    State,
)
from kosmoport.games.kosmiczna_eskadra.shootout import table_size
from kosmoport.games.kosmiczna_eskadra.telling import account, name_of, tell

__all__ = ["View", "account", "restore", "tell", "view", "views"]

Stage: TypeAlias = Literal["placing", "stopping", "between", "done"]
STAGES: tuple[Stage, ...] = ("placing", "stopping", "between", "done")
ShipCard = Annotated[int, Drawn(of="squadron")]

Fate: TypeAlias = Literal["afloat", "doomed", "trophy", "loss", "removed", "hangar"]
FATES: tuple[Fate, ...] = ("afloat", "doomed", "trophy", "loss", "removed", "hangar")


class Laser(msgspec.Struct, frozen=True):
    """Where a beam leaves its card, which way, and its power; tenths of a millimetre."""

    x: int  # from the middle of the card
    y: int
    dx: int  # a direction of any length
    dy: int
    power: int


class Shield(msgspec.Struct, frozen=True):
    """An interval of the card's edge."""

    x1: int  # from the middle of the card, counter-clockwise
    y1: int
    x2: int
    y2: int


class ShipType(msgspec.Struct, frozen=True):
    """What is printed on a card."""

    name: str
    speed: int
    hull: int
    lasers: Unshown[tuple[Laser, ...]]
    shields: Unshown[tuple[Shield, ...]]


class Pose(msgspec.Struct, frozen=True):
    """Tenths of a millimetre from the table's centre, and degrees counter-clockwise."""

    x: Millimetres  # to the right
    y: Millimetres  # upwards
    rot: int


class Struck(msgspec.Struct, frozen=True):
    """What a laser struck: a `ship` or its `shield`, an `asteroid`, `space`; null while it has not fired."""

    what: Literal["ship", "shield", "asteroid", "space"] | None
    number: int  # of the ship on the table, or of the asteroid


class ShipView(msgspec.Struct, frozen=True):
    """A card on the table."""

    owner: OfSeat[int]
    card: Card[ShipCard]  # which of the squadron
    pose: Pose
    fate: Fate
    taker: Unshown[int | None]  # who has it as a trophy or a loss
    ore: int  # that it carries
    damage: BySeat[int]  # markers of each seat
    struck: Unshown[tuple[Struck, ...]]  # by each of its lasers


class AsteroidView(msgspec.Struct, frozen=True):
    """An asteroid; its outline as it is judged."""

    shape: Unshown[int]  # which of the outlines
    outline: Unshown[tuple[tuple[int, int], ...]]  # corners around its middle, before it is turned
    pose: Pose
    ore: int  # that is left on it
    there: bool  # still on the table


class PlayerView(msgspec.Struct, frozen=True):
    """What everybody knows of a player."""

    unplayed: Cards[ShipCard]  # cards in the pack or in hand
    holds: bool  # a card in hand
    points: int  # of the last round
    wins: Score  # rounds won


class View(SeatView, frozen=True):
    """The table as one seat knows it."""

    squadron: Unshown[tuple[ShipType, ...]]  # the same for everybody
    card_size: Unshown[tuple[int, int]]  # tenths of a millimetre
    table_size: Unshown[tuple[int, int]]  # likewise
    stage: Stage
    to_act: tuple[int, ...]
    turn: Unshown[int | None]  # in turns, who places a card
    first: Unshown[int]  # in turns, who went first in this round
    drawing: OfSeat[int | None]  # who waits for a card from the pack
    round: Unshown[int]  # from 0
    stopped_by: OfSeat[int | None]  # whose last card called Stop; null: not yet, or the clock
    winner: OfSeat[int | None]  # of the last round
    asteroids: tuple[AsteroidView, ...]
    table: Cards[ShipView]  # in order of placement
    everybody: BySeat[PlayerView]  # every player, by seat
    held: Card[ShipCard | None]  # the card in the seat's own hand ...
    held_at: Pose | None  # ... and where it is held


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return views(s, c, (seat,))[0]


def views(s: State, c: Components, seats: Sequence[int]) -> list[View]:
    """What each of these seats knows: what is public, built once, and what it alone knows besides."""
    public = _public(s, c)
    return [_own(s.player[seat], seat, public) if seat >= 0 else public for seat in seats]


def _public(s: State, c: Components) -> View:
    """What everybody knows, as a spectator sees it."""
    players, acting = s.opt.players, rules.to_act(s)
    width, height = table_size(s, c)
    return View(
        seat=SPECTATOR,
        players=players,
        options=fetch_options(OPTIONS, s.opt),
        squadron=squadron_of(c),
        card_size=(2 * c.shape[schema.CARD].x[2], 2 * c.shape[schema.CARD].y[2]),
        table_size=(10 * width, 10 * height),
        stage=STAGES[s.stage],
        to_act=tuple([p for p in range(players) if acting >> p & 1]),
        turn=_seat(s.turn),
        first=s.first,
        drawing=_seat(s.drawing),
        round=s.round,
        stopped_by=_seat(s.stopped_by),
        winner=_seat(s.winner),
        asteroids=tuple([_asteroid(rock, c) for rock in s.asteroid[: s.asteroids]]),
        table=tuple([_ship(ship, c, players) for ship in s.ship[: s.lying]]),
        everybody=tuple([_player(player, c) for player in s.player[:players]]),
        held=None,
        held_at=None,
    )


def _own(player: schema.Player, seat: int, public: View) -> View:
    """What is public, with the card in the seat's own hand."""
    held_at = Pose(player.x, player.y, player.rot) if player.posed else None
    return replace(public, seat=seat, held=_seat(player.held), held_at=held_at)


def _seat(number: int) -> int | None:
    return None if number == NOBODY else number


# By the id of a component record, which is kept beside them: so nothing else can get its id.
SQUADRONS: dict[int, tuple[Components, tuple[ShipType, ...]]] = {}
MOST_SQUADRONS = 64  # then all are made anew


def squadron_of(c: Components) -> tuple[ShipType, ...]:
    """What is printed on the cards, made once for a record: its types do not change during a game."""
    found = SQUADRONS.get(id(c))
    if found is None:
        if len(SQUADRONS) >= MOST_SQUADRONS:
            SQUADRONS.clear()
        found = SQUADRONS[id(c)] = (c, tuple(_type(c, i) for i in range(c.cards)))
    return found[1]


def _type(c: Components, card: int) -> ShipType:
    kind = c.type[card]
    return ShipType(
        name=name_of(c, card),
        speed=kind.speed,
        hull=kind.hull,
        lasers=tuple(Laser(a.x, a.y, a.dx, a.dy, a.power) for a in kind.laser[: kind.lasers]),
        shields=tuple(Shield(a.x1, a.y1, a.x2, a.y2) for a in kind.shield[: kind.shields]),
    )


def _asteroid(rock: schema.Asteroid, c: Components) -> AsteroidView:
    shape = c.shape[rock.shape]
    return AsteroidView(
        shape=rock.shape,
        outline=tuple(zip(shape.x[: shape.corners], shape.y[: shape.corners], strict=True)),
        pose=Pose(rock.x, rock.y, rock.rot),
        ore=rock.ore,
        there=rock.there == 1,
    )


def _ship(ship: schema.Ship, c: Components, players: int) -> ShipView:
    return ShipView(
        owner=ship.owner,
        card=ship.card,
        pose=Pose(ship.x, ship.y, ship.rot),
        fate=FATES[ship.fate],
        taker=_seat(ship.taker),
        ore=ship.ore,
        damage=tuple(ship.damage[:players]),
        struck=tuple(map(_struck, ship.target[: c.type[ship.card].lasers])),
    )


@cache
def _struck(target: int) -> Struck:
    if target == NOT_FIRED:
        return Struck(None, 0)
    if target == SPACE:
        return Struck("space", 0)
    if target < SHIELD_OF:
        return Struck("ship", target)
    if target < ASTEROID_NR:
        return Struck("shield", target - SHIELD_OF)
    return Struck("asteroid", target - ASTEROID_NR)


def _player(player: schema.Player, c: Components) -> PlayerView:
    unplayed = player.pack | (1 << player.held if player.held != NOBODY else 0)
    return PlayerView(
        unplayed=tuple([card for card in range(c.cards) if unplayed >> card & 1]),
        holds=player.held != NOBODY,
        points=player.points,
        wins=player.wins,
    )


# ---------------------------------------------------------------- back to a state


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; others hold the first card they may (options are already in `s.opt`)."""
    s.stage, s.round = STAGES.index(known.stage), known.round
    s.turn, s.first, s.drawing = _number(known.turn), known.first, _number(known.drawing)
    s.stopped_by, s.winner = _number(known.stopped_by), _number(known.winner)
    s.lying, s.asteroids = len(known.table), len(known.asteroids)
    for i in range(schema.MAX_LYING):
        rules.clear_ship(s.ship[i])
    for k in range(schema.MAX_ASTEROIDS):
        rules.lay_asteroid(s.asteroid[k], 0, 0, 0)
        s.asteroid[k].there = 0
    for i, ship in enumerate(known.table):
        _restore_ship(s.ship[i], ship)
    for k, rock in enumerate(known.asteroids):
        place = s.asteroid[k]
        place.shape, place.there, place.ore = rock.shape, int(rock.there), rock.ore
        place.x, place.y, place.rot = rock.pose.x, rock.pose.y, rock.pose.rot
    for p in range(schema.MAX_PLAYERS):
        player = s.player[p]
        player.pack = player.points = player.wins = 0
        rules.empty_hand(player)
        if p < known.players:
            _restore_player(player, known, p)


def _number(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _restore_ship(place: schema.Ship, ship: ShipView) -> None:
    place.owner, place.card, place.ore = ship.owner, ship.card, ship.ore
    place.x, place.y, place.rot = ship.pose.x, ship.pose.y, ship.pose.rot
    place.fate, place.taker = FATES.index(ship.fate), _number(ship.taker)
    place.damage[: len(ship.damage)] = ship.damage
    place.target[: len(ship.struck)] = map(_target, ship.struck)


def _target(struck: Struck) -> int:
    if struck.what is None:
        return NOT_FIRED
    base = {"space": SPACE, "ship": 0, "shield": SHIELD_OF, "asteroid": ASTEROID_NR}[struck.what]
    return base + struck.number


def _restore_player(player: schema.Player, known: View, p: int) -> None:
    other = known.everybody[p]
    player.pack = sum(1 << card for card in other.unplayed)
    player.points, player.wins = other.points, other.wins
    if other.holds:
        player.held = known.held if p == known.seat and known.held is not None else other.unplayed[0]
        player.pack -= 1 << player.held
    if p == known.seat and known.held_at is not None:
        player.posed = 1
        player.x, player.y, player.rot = known.held_at.x, known.held_at.y, known.held_at.rot
