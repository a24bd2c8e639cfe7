"""Kosmiczna Eskadra: from the cards on the table to the points of the round (KE-9 to KE-31).

`resolve` decides nothing by chance and asks nobody: it reads the cards, the asteroids and the
options of a state and writes the fate, ore and damage of every card and the points of every player.
The ships of a speed step are judged on one unchanged table, so their order cannot matter.
"""

from kosmoport.core.contract import NOBODY, Seat, emit
from kosmoport.games.kosmiczna_eskadra.geometry import (
    compare,
    lies_between,
    may_meet,
    meeting,
    on_table,
    overlaps,
    turned,
)
from kosmoport.games.kosmiczna_eskadra.schema import (
    AFLOAT,
    ALL_ORE,
    ASTEROID_GONE,
    ASTEROID_NR,
    BOUNDLESS,
    BY_PLAYERS,
    CARD,
    DOOMED,
    EXPLODED,
    FIRED,
    HANGAR,
    ILLEGAL,
    LOSS,
    MAX_LASERS,
    MAX_PLAYERS,
    MINED,
    ORE_LOST,
    REMOVED,
    SCALE,
    SEIZED,
    SHIELD_OF,
    SPACE,
    SPEED_STEP,
    TROPHY,
    Components,
    Ship,
    State,
)
from kosmoport.games.kosmiczna_eskadra.scoring import count_points


def resolve(s: State, c: Components) -> None:
    """KE-11 to KE-25: check the placements, let all ships fire, count the points."""
    check_placements(s, c)
    shoot_out(s, c)
    count_points(s, c)


# ---------------------------------------------------------------- how cards may lie


def check_placements(s: State, c: Components) -> None:
    """KE-11, KE-B29: a card that overlaps something earlier, or lies beside the table, is taken off."""
    for i in range(s.lying):
        ship = s.ship[i]
        struck = obstacle(s, c, ship.x, ship.y, ship.rot, i)
        if struck != SPACE or not is_on_table(s, c, ship.x, ship.y):
            ship.fate = HANGAR
            emit(s, ILLEGAL, i, struck)


def obstacle(s: State, c: Components, x: int, y: int, rot: int, count: int) -> int:
    """KE-9, KE-B3 to KE-B5: what a card here would overlap, of the asteroids and the first `count` cards.

    Cards that are themselves illegal count too: they lay there first.
    """
    touching = s.opt.touch_is_illegal == 0
    card = c.shape[CARD]
    for k in range(s.asteroids):
        rock = s.asteroid[k]
        shape = c.shape[rock.shape]
        if overlaps(c, card, x, y, rot, shape, rock.x, rock.y, rock.rot, touching):
            return ASTEROID_NR + k
    for i in range(count):
        ship = s.ship[i]
        if overlaps(c, card, x, y, rot, card, ship.x, ship.y, ship.rot, touching):
            return i
    return SPACE


def is_on_table(s: State, c: Components, x: int, y: int) -> bool:
    """KE-33: a card lies where its centre is; it may jut over the edge, which belongs to the table."""
    width, height = table_size(s, c)
    return width == BOUNDLESS or (abs(x) <= width * 5 and abs(y) <= height * 5)


def table_size(s: State, c: Components) -> tuple[int, int]:
    """Width and height in millimetres."""
    if s.opt.table[0] == BY_PLAYERS:
        return c.table[s.opt.players][0], c.table[s.opt.players][1]
    return s.opt.table[0], s.opt.table[1]


# ---------------------------------------------------------------- speed steps


def shoot_out(s: State, c: Components) -> None:
    """KE-12: the ships fire in steps, the lowest speed first."""
    speed = -1
    speed = next_speed(s, c, speed)
    while speed >= 0:
        emit(s, SPEED_STEP, speed)
        mining = 0
        for i in range(s.lying):
            if fires(s.ship[i], c, speed):
                mining += fire(s, c, i)
        if mining > 0:
            for k in range(s.asteroids):
                mine(s, c, speed, k)
        explode(s, c, speed)
        for k in range(s.asteroids):  # KE-24: only now, so it has stopped all lasers of the step
            if s.asteroid[k].there == 1 and s.asteroid[k].ore == 0:
                s.asteroid[k].there = 0
                emit(s, ASTEROID_GONE, k)
        speed = next_speed(s, c, speed)


def next_speed(s: State, c: Components, after: int) -> int:
    """The lowest speed above `after` among the ships still there; -1 if there is none."""
    found = -1
    for i in range(s.lying):
        if s.ship[i].fate == AFLOAT:
            speed = c.type[s.ship[i].card].speed
            if speed > after and (found < 0 or speed < found):
                found = speed
    return found


def fires(ship: Ship, c: Components, speed: int) -> bool:
    """KE-17: ships that explode in this step have fired in it too."""
    return ship.fate <= DOOMED and c.type[ship.card].speed == speed


def fire(s: State, c: Components, i: int) -> int:
    """KE-13 to KE-16, KE-B24: all lasers of a ship; returns how many struck an asteroid."""
    ship = s.ship[i]
    kind = c.type[ship.card]
    mining = 0
    for j in range(kind.lasers):
        laser = kind.laser[j]
        px, py = on_table(c, ship.x, ship.y, ship.rot, laser.x, laser.y)
        dx, dy = turned(c, ship.rot, laser.dx, laser.dy)
        target, n, d = first_struck(s, c, i, px, py, dx, dy, laser.length)
        if target >= 0 and target < SHIELD_OF:
            if is_shielded(s, c, target, px, py, dx, dy, n, d):
                target += SHIELD_OF
            else:
                s.ship[target].damage[ship.owner] += laser.power
        elif target >= ASTEROID_NR:
            mining += 1
        ship.target[j] = target
        emit(s, FIRED, MAX_LASERS * i + j, target, n, d)
    return mining


def first_struck(
    s: State, c: Components, me: Seat, px: int, py: int, dx: int, dy: int, length: int
) -> tuple[int, int, int]:
    """KE-13: the first thing on the way and the distance n/d to it; equally near, the earlier placed."""
    target = SPACE
    n = 0
    d = 1
    square = dx * dx + dy * dy
    far = -1  # once something is struck: what lies beyond cannot be the first
    reach = length * (SCALE + 1)  # 256 times the longest that the turned direction can be
    for k in range(s.asteroids):
        rock = s.asteroid[k]
        shape = c.shape[rock.shape]
        near = reach * (shape.radius * (SCALE // 256))
        if rock.there == 1 and may_meet(rock.x, rock.y, px, py, dx, dy, near, far):
            n1, d1 = meeting(c, shape, rock.x, rock.y, rock.rot, px, py, dx, dy)
            if d1 > 0 and (target == SPACE or compare(n1, d1, n, d) < 0):
                target = ASTEROID_NR + k
                n = n1
                d = d1
                far = (n // d + 1) * square
    card = c.shape[CARD]
    near = reach * (card.radius * (SCALE // 256))
    for i in range(s.lying):
        ship = s.ship[i]
        if may_meet(ship.x, ship.y, px, py, dx, dy, near, far) and ship.fate == AFLOAT and i != me:
            n1, d1 = meeting(c, card, ship.x, ship.y, ship.rot, px, py, dx, dy)
            if d1 > 0 and (target == SPACE or compare(n1, d1, n, d) < 0):
                target = i
                n = n1
                d = d1
                far = (n // d + 1) * square
    return target, n, d


def is_shielded(
    s: State, c: Components, target: int, px: int, py: int, dx: int, dy: int, n: int, d: int
) -> bool:
    """KE-16, KE-B8: does the laser enter the card through a shield?"""
    ship = s.ship[target]
    kind = c.type[ship.card]
    for k in range(kind.shields):
        if lies_between(c, kind.shield[k], ship.x, ship.y, ship.rot, px, py, dx, dy, n, d):
            return True
    return False


# ---------------------------------------------------------------- ore


def tiers(ore: int, any_power: int, red: int, green: int) -> tuple[int, int]:
    """KE-23: how many tiers are paid out, and the ore left; `red` counts the green lasers too."""
    if any_power + red + green <= ore:
        return 3, ore - any_power - red - green
    if any_power > ore:
        return 0, 0
    if any_power + red > ore:
        return 1, 0
    return 2, 0


def count_lasers(s: State, c: Components, speed: int, target: int) -> tuple[int, int, int]:
    """Lasers of the step that struck the target: all, red or green, green (KE-B15: lasers, not ships)."""
    any_power = 0
    red = 0
    green = 0
    for i in range(s.lying):
        ship = s.ship[i]
        if fires(ship, c, speed):
            kind = c.type[ship.card]
            for j in range(kind.lasers):
                if ship.target[j] == target:
                    any_power += 1
                    red += 1 if kind.laser[j].power >= 2 else 0
                    green += 1 if kind.laser[j].power >= 3 else 0
    return any_power, red, green


def mine(s: State, c: Components, speed: int, k: int) -> None:
    """KE-14, KE-23: every laser takes ore by its power; in a shortage by tiers, and the rest is lost."""
    rock = s.asteroid[k]
    target = ASTEROID_NR + k
    any_power, red, green = count_lasers(s, c, speed, target)
    if any_power == 0:
        return
    paid, left = tiers(rock.ore, any_power, red, green)
    for i in range(s.lying):
        ship = s.ship[i]
        if fires(ship, c, speed):
            kind = c.type[ship.card]
            for j in range(kind.lasers):
                if ship.target[j] == target:
                    share = min(kind.laser[j].power, paid)
                    ship.ore += share
                    rock.ore -= share
                    emit(s, MINED, MAX_LASERS * i + j, k, share)
    if rock.ore > left:
        emit(s, ORE_LOST, target, rock.ore - left)
        rock.ore = left


def seize(s: State, c: Components, speed: int, wreck: int) -> None:
    """KE-30: those whose lasers struck the wreck in this step take its ore.

    What a raider that explodes too would get stays on the wreck and is lost with it (KE-B11).
    """
    victim = s.ship[wreck]
    any_power, red, green = count_lasers(s, c, speed, wreck)
    paid, _left = tiers(victim.ore, any_power, red, green)
    for i in range(s.lying):
        raider = s.ship[i]
        if fires(raider, c, speed) and raider.fate == AFLOAT:
            lasers, share = haul(raider, c, wreck, paid)
            if lasers == any_power and s.opt.corsair_capacity == ALL_ORE:  # KE-B9: the only raider
                share = victim.ore
            if lasers > 0 and share > 0:
                raider.ore += share
                victim.ore -= share
                emit(s, SEIZED, i, wreck, share)


def haul(raider: Ship, c: Components, wreck: int, paid: int) -> tuple[int, int]:
    """With how many lasers the raider struck the wreck, and what they take of the paid tiers."""
    kind = c.type[raider.card]
    lasers = 0
    share = 0
    for j in range(kind.lasers):
        if raider.target[j] == wreck:
            lasers += 1
            share += min(kind.laser[j].power, paid)
    return lasers, share


# ---------------------------------------------------------------- explosions


def explode(s: State, c: Components, speed: int) -> None:
    """KE-17 to KE-22: after all shots of the step, ships with enough markers leave the table."""
    doomed = 0
    for i in range(s.lying):
        ship = s.ship[i]
        if ship.fate == AFLOAT and markers(ship) >= c.type[ship.card].hull:
            ship.fate = DOOMED
            doomed += 1
    if doomed > 0:
        if s.opt.corsairs == 1:
            for i in range(s.lying):
                if s.ship[i].fate == DOOMED and s.ship[i].ore > 0:
                    seize(s, c, speed, i)
        for i in range(s.lying):
            if s.ship[i].fate == DOOMED:
                bury(s, i)


def markers(ship: Ship) -> int:
    total = 0
    for p in range(MAX_PLAYERS):
        total += ship.damage[p]
    return total


def bury(s: State, i: int) -> None:
    """KE-19 to KE-22: its ore is lost; the ship goes to whoever has most markers on it."""
    ship = s.ship[i]
    if ship.ore > 0:
        emit(s, ORE_LOST, i, ship.ore)
    ship.ore = 0
    most = 0
    for p in range(MAX_PLAYERS):
        most = max(most, ship.damage[p])
    leaders = 0
    for p in range(MAX_PLAYERS):
        if ship.damage[p] == most:
            leaders += 1
            ship.taker = p
    ship.fate = TROPHY
    if ship.damage[ship.owner] == most:  # KE-21, KE-22, KE-B16
        ship.fate = LOSS
        ship.taker = ship.owner
    elif leaders > 1:
        ship.fate = REMOVED
        ship.taker = NOBODY
    emit(s, EXPLODED, i, ship.fate, ship.taker)
