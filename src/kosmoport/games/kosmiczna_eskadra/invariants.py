"""Kosmiczna Eskadra: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections.abc import Iterator

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_eskadra.rules import may_hold_back, set_size
from kosmoport.games.kosmiczna_eskadra.schema import (
    AFLOAT,
    ASTEROID_NR,
    BETWEEN,
    DEGREES,
    DONE,
    HANGAR,
    LIGHTNING,
    LOSS,
    MAX_ASTEROIDS,
    MAX_LYING,
    MAX_PLAYERS,
    NOT_FIRED,
    ONE,
    PLACING,
    POSE_LIMIT,
    REMOVED,
    SHIELD_OF,
    SMALL,
    SPACE,
    STOPPING,
    TOKEN,
    TROPHY,
    TURNS,
    Components,
    Deal,
    Player,
    Ship,
    State,
)
from kosmoport.games.kosmiczna_eskadra.shootout import is_on_table

MOST_ROUNDS = 10**9  # far beyond every match, and the counter still has room


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal for these options."""
    if not 0 <= d.start < s.opt.players:
        yield f"start is {d.start}, which is not a seat"
    elif s.opt.start_seat not in (NOBODY, d.start):
        yield f"start is {d.start}, but the option start_seat says {s.opt.start_seat}"


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    if not 2 <= s.opt.players <= MAX_PLAYERS:
        yield f"opt.players is {s.opt.players}, not 2 to {MAX_PLAYERS}"
        return
    for check in (_numbers, _hands, _ships, _asteroids, _cards, _flow, _turns, _results):
        found = list(check(s, c))
        yield from found
        if found:
            return


def _is_seat(s: State, p: int, or_nobody: bool = True) -> bool:
    return 0 <= p < s.opt.players or (or_nobody and p == NOBODY)


def _numbers(s: State, c: Components) -> Iterator[str]:
    if s.stage not in (PLACING, STOPPING, BETWEEN, DONE):
        yield f"stage is {s.stage}, not 0 to 3"
    for name in ("turn", "drawing", "stopped_by", "winner"):
        if not _is_seat(s, getattr(s, name)):
            yield f"{name} is {getattr(s, name)}, which is no seat"
    if not _is_seat(s, s.first, or_nobody=False):
        yield f"first is {s.first}, which is no seat"
    if not 0 <= s.lying <= MAX_LYING:
        yield f"lying is {s.lying}, not 0 to {MAX_LYING}"
    if not 0 <= s.round <= MOST_ROUNDS:
        yield f"round is {s.round}, not 0 to {MOST_ROUNDS}"


def _is_pose(place: Ship | Player) -> bool:
    return bool(max(abs(place.x), abs(place.y)) <= POSE_LIMIT and 0 <= place.rot < DEGREES)


def _hands(s: State, c: Components) -> Iterator[str]:
    for p, player in enumerate(s.player):
        if not 0 <= player.pack < 1 << c.cards or not -1 <= player.held < c.cards:
            yield f"player[{p}] has a card that the squadron does not have"
        elif player.posed not in (0, 1):
            yield f"player[{p}].posed is {player.posed}, not 0 or 1"
        elif player.posed and (player.held == NOBODY or s.opt.mode == TURNS):
            yield f"player[{p}].posed is set, but nothing is held over the table"
        elif not _is_pose(player) or (not player.posed and (player.x or player.y or player.rot)):
            yield f"player[{p}] holds a card where none can be held"
        if not 0 <= player.wins <= s.opt.wins:
            yield f"player[{p}].wins is {player.wins}, not 0 to {s.opt.wins}"
        if p >= s.opt.players and (player.pack or player.held != NOBODY or player.wins or player.points):
            yield f"player[{p}] has cards or points, but does not play"


def _ships(s: State, c: Components) -> Iterator[str]:
    scored = s.stage in (BETWEEN, DONE)
    for i, ship in enumerate(s.ship):
        if i >= s.lying:
            if ship.owner != NOBODY or ship.card != NOBODY or ship.x or ship.y or ship.rot:
                yield f"ship[{i}] is not on the table, yet it is described"
        elif not _is_seat(s, ship.owner, or_nobody=False) or not 0 <= ship.card < c.cards:
            yield f"ship[{i}] is not a card of a squadron"
            return
        elif not _is_pose(ship) or not is_on_table(s, c, ship.x, ship.y):
            yield f"ship[{i}] lies where no card can lie"
        if i < s.lying and scored:
            yield from _fate(s, c, i)
        elif not _is_untouched(ship):
            yield f"ship[{i}] bears traces of a battle that has not been fought"


def _is_untouched(ship: Ship) -> bool:
    fired = any(target != NOT_FIRED for target in ship.target)
    return not (ship.fate or ship.ore or any(ship.damage) or fired or ship.taker != NOBODY)


def _fate(s: State, c: Components, i: int) -> Iterator[str]:
    ship = s.ship[i]
    others = [p for p in range(s.opt.players) if p != ship.owner]
    takers = {AFLOAT: [NOBODY], TROPHY: others, LOSS: [ship.owner], REMOVED: [NOBODY], HANGAR: [NOBODY]}
    if ship.taker not in takers.get(ship.fate, []):
        yield f"ship[{i}].fate and taker do not fit together"
    if ship.ore < 0 or (ship.ore and ship.fate != AFLOAT) or min(ship.damage) < 0:
        yield f"ship[{i}] has ore or damage that it cannot have"
    lasers = c.type[ship.card].lasers
    for j, target in enumerate(ship.target):
        known = (
            target in (NOT_FIRED, SPACE)
            or 0 <= target < s.lying
            or SHIELD_OF <= target < SHIELD_OF + s.lying
            or ASTEROID_NR <= target < ASTEROID_NR + s.asteroids
        )
        if not known or (j >= lasers and target != NOT_FIRED):
            yield f"ship[{i}].target[{j}] is {target}, which is nothing to strike"


def _asteroids(s: State, c: Components) -> Iterator[str]:
    """KE-3, KE-29: they lie where the options put them, and hold no more ore than at the start."""
    ore = [c.ore] if s.opt.asteroids == ONE else list(s.opt.ore_split)
    off = (c.small_width + 10 * s.opt.asteroid_gap) // 2
    places = [(TOKEN, 0)] if s.opt.asteroids == ONE else [(SMALL, -off), (SMALL, off)]
    if s.asteroids != len(places):
        yield f"asteroids is {s.asteroids}, but the options lay out {len(places)}"
        return
    for k in range(MAX_ASTEROIDS):
        rock = s.asteroid[k]
        shape, x = places[k] if k < len(places) else (0, 0)
        if (rock.shape, rock.x, rock.y, rock.rot) != (shape, x, 0, 0) or rock.there not in (0, 1):
            yield f"asteroid[{k}] does not lie where the options put it"
        elif not 0 <= rock.ore <= (ore[k] if k < len(places) else 0) or rock.there != int(rock.ore > 0):
            yield f"asteroid[{k}] has {rock.ore} ore, which cannot be"
        elif k < len(places) and s.stage in (PLACING, STOPPING) and rock.ore != ore[k]:
            yield f"asteroid[{k}] was mined before anybody fired"
    if sum(rock.ore for rock in s.asteroid) + sum(ship.ore for ship in s.ship) > sum(ore):
        yield f"there is more ore than the {sum(ore)} of the start"


def _cards(s: State, c: Components) -> Iterator[str]:
    """Every card is in exactly one of pack, hand and table."""
    for p in range(s.opt.players):
        player = s.player[p]
        places = [card for card in range(c.cards) if player.pack >> card & 1]
        places += [] if player.held == NOBODY else [player.held]
        places += [ship.card for ship in s.ship[: s.lying] if ship.owner == p]
        if sorted(places) != list(range(c.cards)):
            yield f"player[{p}] does not have every card exactly once in pack, hand and table"


def _flow(s: State, c: Components) -> Iterator[str]:
    """Who may hold, draw and stop at each stage."""
    players = s.player[: s.opt.players]
    holders = [p for p, player in enumerate(players) if player.held != NOBODY]
    if s.stage in (BETWEEN, DONE) and (holders or s.drawing != NOBODY or s.turn != NOBODY):
        yield "a round that is over leaves nobody anything to hold, draw or place"
    if s.stage == STOPPING and (s.drawing != NOBODY or s.turn != NOBODY):
        yield "after Stop nobody draws or has a turn"
    if s.stage == STOPPING and (not holders or s.opt.mode == TURNS):
        yield "after Stop somebody must still hold a card, which does not happen in turns"
    if s.drawing != NOBODY and (s.player[s.drawing].held != NOBODY or s.player[s.drawing].pack == 0):
        yield f"player[{s.drawing}] cannot draw a card"
    if s.stage == PLACING and s.opt.mode == LIGHTNING:
        if s.turn != NOBODY or s.stopped_by != NOBODY:
            yield "in the lightning round there is no turn, and nobody has called Stop"
        if any(player.held == NOBODY and player.pack == 0 for player in players):
            yield "somebody has played the last card, yet Stop was not called"
    if s.stage == STOPPING and s.stopped_by != NOBODY:
        caller = s.player[s.stopped_by]
        if caller.held != NOBODY or caller.pack:
            yield f"player[{s.stopped_by}] called Stop with cards left"


def _turns(s: State, c: Components) -> Iterator[str]:
    """KE-39: in turns all seats have placed equally many, those before the seat to move one more.

    Unless cards were held back (KE-B49): then a seat may hold one out of turn, and have placed fewer.
    """
    if s.opt.mode != TURNS or s.stage != PLACING:
        return
    if s.turn == NOBODY:
        yield "turn is -1, but somebody must place a card"
        return
    players = s.player[: s.opt.players]
    played = [c.cards - set_size(player.pack) - (player.held != NOBODY) for player in players]
    circle = played[s.turn]
    for p in range(s.opt.players):
        before = (p - s.first) % s.opt.players < (s.turn - s.first) % s.opt.players
        if played[p] != circle + before and not may_hold_back(s):
            yield f"player[{p}] has placed {played[p]} cards, not {circle + before}"
        if p != s.turn and s.player[p].held != NOBODY and not may_hold_back(s):
            yield f"player[{p}] holds a card out of turn"
    if s.drawing not in (NOBODY, s.turn) or (s.drawing == NOBODY) == (s.player[s.turn].held == NOBODY):
        yield "the seat to move either draws or holds a card"
    done = [p for p in range(s.opt.players) if played[p] == c.cards]
    callers = (done if may_hold_back(s) else [s.first]) if done else [NOBODY]
    if s.stopped_by not in callers:
        yield f"stopped_by is {s.stopped_by}, which does not agree with the packs"


def _results(s: State, c: Components) -> Iterator[str]:
    wins = [player.wins for player in s.player[: s.opt.players]]
    rounds = s.round + (s.stage in (BETWEEN, DONE))
    if sum(wins) > rounds:
        yield f"{sum(wins)} rounds were won, but only {rounds} were played"
    if wins.count(s.opt.wins) != (s.stage == DONE):
        yield "the match is over just when one player has won enough rounds"
    if s.stage in (BETWEEN, DONE):
        yield from _points(s, c)


def _points(s: State, c: Components) -> Iterator[str]:
    """KE-25, KE-26: the points are those of the table, and the sole leader won the round."""
    points = [0] * s.opt.players
    for ship in s.ship[: s.lying]:
        hull = c.type[ship.card].hull
        if ship.fate == AFLOAT:
            points[ship.owner] += ship.ore
        elif ship.fate in (TROPHY, LOSS):
            points[ship.taker] += hull if ship.fate == TROPHY else -hull
    if points != [player.points for player in s.player[: s.opt.players]]:
        yield f"the table is worth {points} points to the players"
    best = [p for p in range(s.opt.players) if points[p] == max(points)]
    if s.winner != (best[0] if len(best) == 1 else NOBODY):
        yield f"winner is {s.winner}, which does not agree with the points"
