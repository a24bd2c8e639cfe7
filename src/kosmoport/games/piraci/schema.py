"""Piraci: the words of the rules as numbers, and the records they are kept in."""

from kosmoport.core.contract import Action, BaseOptions, BaseState
from kosmoport.core.layout import Record, array, int8, int16, int32

MAX_PLAYERS = 5
PIRATES = 5  # discs of one player
DISCS = 25
MAX_STACK = 9  # PI-11
MUTINEERS = 3  # PI-22: so many own discs in a foreign stack make a claim
FACE_UP = 3  # ships turned up together
MAX_SHIPS = 24  # in a component file; the box has 15
KINDS = 4  # of loot

PICTURES = 2  # of loot on a ship
BOARDINGS = 6  # of one unit: the ships in sight by their pictures

MOVES = 125  # actions below move a unit; from here on it boards
CALL = 155  # starts a mutiny ...
DECLINE = 156  # ... which the one who is asked may also let be
PASS = 157  # never legal: who can only pass is not asked (PI-9)
ACTIONS = 158
MAX_LEGAL = 131  # 100 moves and 30 boardings, and a place that is written but not counted

OWN_ON_OWN = 4  # reasons, after the common ones
MORE_THAN_9 = 5
NO_SUCH_UNIT = 6
TOO_FEW_PIRATES = 7
SHIP_NOT_AVAILABLE = 8
MUST_ACT = 9
NO_MUTINY = 10
MUTINY_FORCES_BOARDING = 11
NO_SUCH_LOOT = 12
ANSWER_FIRST = 13

ACTING = 0  # stages
ASKING = 1  # somebody may call a mutiny
DONE = 2

STILL_ON = 0  # how the game ended
ALL_SHIPS = 1  # PI-27
DEADLOCK = 2  # PI-28

REFRESH = 0  # option deadlock: three new ships as long as there are some (PI-28)

PAID_BY_SHIP = -1  # the wage of a "?"
NO_SHIP = 127  # a crew that no stack has

# A unit's crew is counted in one number, four bits for each seat. With five added to a count of at
# most five, its highest bit says whether it was three or more.
SEAT_BITS = 4
COUNT_BITS = 15
FIVE_EACH = 0x55555
THREE_OR_MORE = 0x88888

MOVED = 0  # events: unit, target, discs moved, discs they were put on
BOARDED = 1  # unit, card of the ship, discs
LOOTED = 2  # seat, kind, 0 captain or 1 first mate
LOOT_GONE = 3  # seat, kind, 0 captain or 1 first mate: the supply has none left
DUCATS = 4  # seat, amount: what the ship carried
WAGE_PAID = 5  # captain, disc, amount
SUPPLY_PAID = 6  # captain, amount: the part of the wages that he could not pay
SHIP_TURNED = 7  # card, its place
SHIP_DISCARDED = 8  # card
PASSED = 9  # seat
MUTINY_CALLED = 10  # seat, unit, discs
MUTINY_DECLINED = 11  # seat, unit, discs
ENDED = 12  # how


class Options(BaseOptions):
    start_seat: int8  # NOBODY: by lot
    deadlock: int8
    open_stacks: int8  # display only (PI-34)


class Ship(Record):
    id: int16
    gold: int16
    pay: int16  # of a "?" pirate
    crew: int8  # pirates needed
    pictures: int8  # 1 or 2
    loot: list[int8] = array(2)  # kinds; NOBODY where there is no picture


class Components(Record):
    wage: list[int16] = array(DISCS)
    start_money: int16
    tokens: int8  # of each kind of loot
    value: list[int16] = array(KINDS)
    ships: int8
    ship: list[Ship] = array(MAX_SHIPS)


class Deal(Record):
    start: int8
    deck: list[int8] = array(MAX_SHIPS)  # cards in the order in which they are turned up


class Player(Record):
    money: int32
    loot: list[int8] = array(KINDS)  # tokens of each kind


class State(BaseState):
    opt: Options
    stage: int8
    ended: int8
    turn: int8  # NOBODY after the end
    asked: int8  # who may call a mutiny now, or NOBODY ...
    about: int8  # ... and on which unit
    mutiny: int8  # the captain's units in mutiny, a bit for each slot
    place: list[int8] = array(FACE_UP)  # cards of the face-up ships, NOBODY where one has gone
    in_sight: int8  # how many are face up
    least_crew: int8  # enough for one of them at least
    turned: int8  # cards turned up so far
    deck: list[int8] = array(MAX_SHIPS)
    captor: list[int8] = array(MAX_SHIPS)  # who boarded each card
    size: list[int8] = array(DISCS)  # discs of the unit under this top disc; 0: the disc is covered
    under: list[int8] = array(DISCS)  # the disc it lies on, or NOBODY
    bottom: list[int8] = array(DISCS)  # lowest disc of the unit
    crew: list[int32] = array(DISCS)  # discs of each seat in the unit
    supply: list[int8] = array(KINDS)
    covered: int32  # wages paid by the supply so far (PI-19)
    player: list[Player] = array(MAX_PLAYERS)


# A unit of one's own is named by its slot: which of the seat's discs is on top.


def move_action(slot: int, target: int) -> int:
    """The action that puts the unit on another, named by its top disc."""
    return DISCS * slot + target


def moved_slot(action: Action) -> int:
    return action // DISCS


def moved_onto(action: Action) -> int:
    return action % DISCS


def board_action(slot: int, place: int, picture: int) -> int:
    """The action that boards the ship lying at this place for one of its pictures of loot."""
    return MOVES + BOARDINGS * slot + PICTURES * place + picture


def boarding_slot(action: Action) -> int:
    return (action - MOVES) // BOARDINGS


def boarded_place(action: Action) -> int:
    return (action - MOVES) % BOARDINGS // PICTURES


def picture_taken(action: Action) -> int:
    return (action - MOVES) % PICTURES
