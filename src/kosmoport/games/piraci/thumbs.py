"""Piraci: rules of thumb, for the greedy bot and as a guide for the search.

- Boarding is worth the ducats that are left after the wages, and the loot.
- Loot counts most while the majority of its kind is open, a ducat where it is out of reach, and nothing where
  it is safe.
- Whoever boards a stack pays my pirates in it, so well paid pirates should get into stacks ...
- ... unless one is so crowded that its wages eat up the ducats: then nobody will board with it soon.
- To cover a stack that is ready to board takes away its captain's profit, but also my own wages there.
- Cover a stack rather than a single pirate, who would only gain by it, and a small stack rather than a large
  one; leave own stacks where they are.
- With three pirates in a stack call the mutiny: it brings their wages now.
"""

from kosmoport.core.contract import NOBODY, Action, Seat
from kosmoport.games.piraci.rules import owner_of
from kosmoport.games.piraci.schema import (
    CALL,
    DECLINE,
    FACE_UP,
    MAX_SHIPS,
    MOVES,
    PAID_BY_SHIP,
    PICTURES,
    PIRATES,
    Components,
    State,
    boarded_place,
    boarding_slot,
    moved_onto,
    moved_slot,
    picture_taken,
)

BY_CARD = PICTURES * MAX_SHIPS  # boardings of one unit, by card and picture
ANSWERS = MOVES + PIRATES * BY_CARD
MEANINGS = ANSWERS + 2

DUCAT = 50  # what a ducat is worth that an action brings
WAGE = 60  # a ducat of wages: others spend their turns on it
USUAL_PAY = 4  # of a "?" while the ship is not known


def worth(s: State, c: Components, seat: Seat, action: Action) -> int:
    """How good an action looks to the seat; a hundred more is clearly better."""
    if action == DECLINE:
        return 0
    if action == CALL:
        return mutiny_worth(s, c, seat)
    if action < MOVES:
        return move_worth(s, c, seat, PIRATES * seat + moved_slot(action), moved_onto(action))
    card = s.place[boarded_place(action)]
    return boarding_worth(s, c, PIRATES * seat + boarding_slot(action), card, picture_taken(action))


def mutiny_worth(s: State, c: Components, seat: Seat) -> int:
    """The wages it brings; it is not all gain, for the stack could still grow."""
    _, _, mine = wages_in(s, c, s.about, seat, USUAL_PAY)
    return DUCAT * mine // 4


def boarding_worth(s: State, c: Components, unit: int, card: int, picture: int) -> int:
    """Ducats after wages, which cost no more than the captain has, and the loot."""
    captain = owner_of(unit)
    ship = c.ship[card]
    wages, own, _ = wages_in(s, c, unit, captain, ship.pay)
    left = max(int(ship.gold - wages + own), int(-s.player[captain].money))
    return DUCAT * left + loot_worth(s, c, captain, ship.loot[picture])


def loot_worth(s: State, c: Components, seat: Seat, kind: int) -> int:
    """A token of the kind: a fifth of the majority's value while that is open."""
    mine = s.player[seat].loot[kind]
    rival = 0
    for p in range(s.opt.players):
        if p != seat:
            rival = max(rival, int(s.player[p].loot[kind]))
    if mine > rival + 1:
        return 0
    if mine + 1 >= rival:
        return DUCAT * c.value[kind] // 5
    return DUCAT


def move_worth(s: State, c: Components, seat: Seat, unit: int, target: int) -> int:
    """What covering the target takes from its captain, and what the new stack will pay to the seat."""
    size = s.size[unit] + s.size[target]
    brought, own, _ = wages_in(s, c, unit, seat, USUAL_PAY)
    found, captains, mine = wages_in(s, c, target, seat, USUAL_PAY)
    total = WAGE * (own + mine) * chance_of_pay(s, c, size, brought + found) // 100 - 30 * size
    if s.size[target] > 1:
        total += 300
    if s.size[unit] > 1:
        total -= 500
    if s.size[target] >= s.least_crew:
        profit = richest_ship(s, c, s.size[target]) - found + captains
        total += 20 * max(0, profit) - 80 * mine
    return total


def chance_of_pay(s: State, c: Components, size: int, wages: int) -> int:
    """Hundredths: will somebody board with such a stack? Not where it would cost ten ducats."""
    if size < s.least_crew:
        return 100
    return min(100, max(0, 80 + 8 * (richest_ship(s, c, size + 1) - wages)))


def richest_ship(s: State, c: Components, size: int) -> int:
    """The most ducats on a ship in sight that so many pirates can board."""
    most = 0
    for i in range(FACE_UP):
        card = s.place[i]
        if card != NOBODY and c.ship[card].crew <= size:
            most = max(most, int(c.ship[card].gold))
    return most


def wages_in(s: State, c: Components, unit: int, seat: Seat, pay: int) -> tuple[int, int, int]:
    """Wages of the pirates in a unit: of all, of its captain's, of this seat's; a "?" gets `pay`."""
    total = 0
    captains = 0
    mine = 0
    captain = owner_of(unit)
    disc = int(unit)
    while disc != NOBODY:
        wage = int(c.wage[disc]) if c.wage[disc] != PAID_BY_SHIP else int(pay)
        owner = owner_of(disc)
        total += wage
        captains += wage if owner == captain else 0
        mine += wage if owner == seat else 0
        disc = int(s.under[disc])
    return total, captains, mine


def meaning(s: State, c: Components, seat: Seat, action: Action) -> int:
    """A boarding names the card: in other worlds other ships will be turned up, or in other places."""
    if action < MOVES:
        return action
    if action >= CALL:
        return ANSWERS + action - CALL
    card = s.place[boarded_place(action)]
    return MOVES + BY_CARD * boarding_slot(action) + PICTURES * card + picture_taken(action)


def seen(s: State, c: Components, viewer: Seat, seat: Seat, action: Action) -> int:
    """PI-34: everything is done in the open."""
    return meaning(s, c, seat, action)
