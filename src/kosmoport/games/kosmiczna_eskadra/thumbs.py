"""Kosmiczna Eskadra: rules of thumb, for the greedy bot and as a guide for the search.

- Suppose all fired as soon as this card lies: good is what the own lead over the best of the others gains.
- A marker on somebody's ship is part of a trophy; a marker on an own ship is part of theirs.
- As long as others have cards to lay, a side without a shield and with room before it will be shot at;
  a strong hull is what they like best.
- A card on something else is a card lost.
- When Stop is called, the held card is dropped if that gains something.

Poses cannot be listed, so the search thinks about some that geometry suggests (`aiming`), and plays every
one of them to the end of the round: from there on everybody lays aimed cards, and the ships fire.
"""

from kosmoport.core.chance import Rng
from kosmoport.core.contract import NOBODY, WHOLE_WIN, Action, Seat
from kosmoport.games.kosmiczna_eskadra.aiming import (
    AIMED,
    BLOCKING,
    TURNED,
    draw_pose,
    lies_free,
    open_sides,
    shots_worth,
)
from kosmoport.games.kosmiczna_eskadra.random_play import complete_action
from kosmoport.games.kosmiczna_eskadra.rules import (
    clear_ship,
    kind_of,
    lay_asteroids,
    legal_actions,
    pose_of,
    posed_action,
    set_size,
)
from kosmoport.games.kosmiczna_eskadra.schema import (
    AFLOAT,
    BETWEEN,
    DROP,
    LOSS,
    MAX_PLAYERS,
    NOT_FIRED,
    POSES,
    RELEASE,
    TROPHY,
    Components,
    State,
)
from kosmoport.games.kosmiczna_eskadra.shootout import check_placements, markers, shoot_out

MEANINGS = POSES  # of kinds; the search asks for nothing beyond its first decision
TREE_DEPTH = 1
CANDIDATES = 48
MAX_CANDIDATES = 2 * CANDIDATES  # room for how promising each of them looks
TRIES = 1500  # poses drawn to find them

POINT = 100  # a point of the round
MARKER = 15
OPEN_SIDE = 10  # a side that can be shot at, for each point of the hull, while everybody else has a full pack


def worth(s: State, c: Components, seat: Seat, action: Action) -> int:
    """How good an action looks to the seat: what the card would win if all fired then, and how safe it is."""
    player = s.player[seat]
    kind = kind_of(action)
    if kind == DROP:
        return gain_with(s, c, seat, int(player.x), int(player.y), int(player.rot))
    if kind != RELEASE or action < POSES:
        return 0
    x, y, rot = pose_of(action)
    return gain_with(s, c, seat, x, y, rot) - danger_at(s, c, seat, x, y, rot)


def danger_at(s: State, c: Components, seat: Seat, x: int, y: int, rot: int) -> int:
    """What open sides cost: more for a strong hull, less with every card that the others have laid."""
    card = s.player[seat].held
    sides = open_sides(s, c, card, x, y, rot)
    return sides * OPEN_SIDE * c.type[card].hull * cards_to_come(s, seat) // (c.cards * (s.opt.players - 1))


def cards_to_come(s: State, seat: Seat) -> int:
    """Cards that the others have not laid yet."""
    left = 0
    for p in range(s.opt.players):
        if p != seat:
            left += set_size(s.player[p].pack) + int(s.player[p].held != NOBODY)
    return left


# ---------------------------------------------------------------- if all fired now


def gain_with(s: State, c: Components, seat: Seat, x: int, y: int, rot: int) -> int:
    """How the lead of the seat would grow with the held card here, if all fired now."""
    before = lead_now(s, c, seat)
    ship = s.ship[s.lying]
    ship.owner = seat
    ship.card = s.player[seat].held
    ship.x = x
    ship.y = y
    ship.rot = rot
    s.lying += 1
    after = lead_now(s, c, seat)
    s.lying -= 1
    clear_ship(ship)
    return after - before


def lead_now(s: State, c: Components, seat: Seat) -> int:
    """The lead of the seat over the best of the others if all fired now; the table is left as it was."""
    check_placements(s, c)
    shoot_out(s, c)
    best = standing_of(s, c, seat + 1 if seat + 1 < s.opt.players else 0)
    for p in range(s.opt.players):
        if p != seat:
            best = max(best, standing_of(s, c, p))
    lead = standing_of(s, c, seat) - best
    unfire(s, c)
    return lead


def standing_of(s: State, c: Components, p: int) -> int:
    """KE-25 in hundredths, and something for markers on ships that are still there."""
    total = 0
    for i in range(s.lying):
        ship = s.ship[i]
        hull = c.type[ship.card].hull
        if ship.fate == AFLOAT:
            total += MARKER * ship.damage[p]
            if ship.owner == p:
                total += POINT * ship.ore - MARKER * markers(ship)
        elif ship.fate == TROPHY and ship.taker == p:
            total += POINT * hull
        elif ship.fate == LOSS and ship.owner == p:
            total -= POINT * hull
    return total


def unfire(s: State, c: Components) -> None:
    """The table as it was before all fired."""
    for i in range(s.lying):
        ship = s.ship[i]
        ship.fate = AFLOAT
        ship.taker = NOBODY
        ship.ore = 0
        for p in range(MAX_PLAYERS):
            ship.damage[p] = 0
        for j in range(c.type[ship.card].lasers):
            ship.target[j] = NOT_FIRED
    lay_asteroids(s, c)


# ---------------------------------------------------------------- what the search tries


def meaning(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Every kind is the same thing in every world."""
    return action


def candidate_actions(s: State, c: Components, seat: Seat, rng: Rng, out: list[int]) -> int:
    """What the seat should think about: whatever needs no pose, or the most promising poses of many."""
    n = legal_actions(s, c, seat, out)
    if n == 0 or out[n - 1] != RELEASE:
        return n
    n = 0
    for k in range(TRIES):
        way = BLOCKING if k % 6 == 4 else AIMED if k % 2 == 0 else TURNED
        x, y, rot = draw_pose(s, c, seat, rng, way)
        if lies_free(s, c, x, y, rot):
            promise = shots_worth(s, c, seat, s.player[seat].held, x, y, rot) - danger_at(
                s, c, seat, x, y, rot
            )
            n = keep_promising(out, n, posed_action(RELEASE, x, y, rot), promise)
    if n == 0:
        out[0] = complete_action(s, c, seat, RELEASE, rng)
        n = 1
    return n


def keep_promising(out: list[int], n: int, action: Action, promise: int) -> int:
    """Remember an action, if need be for the least promising one; the list's second half has the promises."""
    place = n
    if n == CANDIDATES:
        place = 0
        for k in range(1, n):
            if out[CANDIDATES + k] < out[CANDIDATES + place]:
                place = k
        if promise <= out[CANDIDATES + place]:
            return n
    out[place] = action
    out[CANDIDATES + place] = promise
    return min(n + 1, CANDIDATES)


def playout_action(
    s: State, c: Components, seat: Seat, legal: list[int], n: int, width: int, rng: Rng
) -> int:
    """A quick move: of so many free poses the one whose lasers strike best; otherwise DRAW, DROP or KEEP."""
    if legal[n - 1] != RELEASE:
        return legal[0]
    found = 0
    best = 0
    action = 0
    for k in range(4 * width):
        if found < width:
            x, y, rot = draw_pose(s, c, seat, rng, AIMED if k % 2 == 0 else TURNED)
            if lies_free(s, c, x, y, rot):
                shots = shots_worth(s, c, seat, s.player[seat].held, x, y, rot) if width > 1 else 0
                if found == 0 or shots > best:
                    best = shots
                    action = posed_action(RELEASE, x, y, rot)
                found += 1
    return action if found > 0 else complete_action(s, c, seat, RELEASE, rng)


def settled(s: State) -> bool:
    """The round is decided; the next one begins afresh."""
    return s.stage >= BETWEEN


def value_of(s: State, c: Components, out: list[int]) -> None:
    """Half of it the round's win, half how far everybody is ahead or behind: a clear lead is a safer one."""
    for p in range(s.opt.players):
        rival = best_rival(s, p)
        ahead = s.player[p].points - rival
        won = WHOLE_WIN if s.winner == p else WHOLE_WIN // s.opt.players if s.winner == NOBODY else 0
        out[p] = (won + max(0, min(WHOLE_WIN, WHOLE_WIN // 2 + 3 * ahead))) // 2


def best_rival(s: State, seat: Seat) -> int:
    """Points of the best of the others."""
    best = -1000
    for p in range(s.opt.players):
        if p != seat:
            best = max(best, int(s.player[p].points))
    return best
