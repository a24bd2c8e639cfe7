"""Kosmiczna Misja: the words of the rules as numbers, and the records they are kept in."""

from kosmoport.core.contract import Action, BaseOptions, BaseState
from kosmoport.core.layout import Record, array, int8, int16

MAX_PLAYERS = 4
MAX_TILES = 60
LABELS = 10  # of edges: two tiles fit where their labels are equal (KM-B2)
QUADRANTS = 4  # clockwise from the north-west
# A planet is founded while at most one other is unfinished, so n planets of one player have at least
# 4 * (n - 2) + 2 tiles at that moment: 58 for sixteen, 62 for seventeen. Nothing else adds a planet.
MAX_PLANETS = 16
MAX_FACES = 12
BANK = 3  # tiles face up (KM-2)
UNFINISHED = 2  # planets a player may be working on (KM-9)

ADD = 3  # actions below: found a planet with the tile of a bank slot; from here on add it at a place
DISCARD = 195  # + place
SKIP = 259
ACTIONS = 260
MAX_LEGAL = 147  # three new planets, and three tiles in three quadrants of all sixteen planets

TWO_UNFINISHED_PLANETS = 4  # reasons, after the common ones
NOT_IN_BANK = 5
CANNOT_ADD = 6
MUST_TAKE = 7
CANNOT_DISCARD = 8

ROLLING = 0  # stages: the die is due
TAKING = 1
DONE = 2

STILL_ON = 0  # how the game ended
EXHAUSTED = 1  # KM-24
STALEMATE = 2  # KM-27

ROLLED = 0  # events: seat, number on the die
FOUNDED = 1  # seat, tile, planet
ADDED = 2  # seat, tile, planet, quadrant
JOINED = 3  # seat, planet, whole stations made of halves
FINISHED = 4  # seat, planet, stations on it
DISCARDED = 5  # seat, tile, planet, quadrant
REOPENED = 6  # seat, planet: it was finished before the discard
VANISHED = 7  # seat, planet: the later ones move up
SKIPPED = 8  # seat
REFILLED = 9  # tile, bank slot
ENDED = 10  # how


class Options(BaseOptions):
    start_seat: int8  # NOBODY: by lot
    allow_diagonal: int8
    discard_from_complete: int8
    stalemate_rounds: int16
    max_idle_rounds: int16


class Components(Record):
    tiles: int8
    stations: list[int8] = array(MAX_TILES)  # whole ones
    aliens: list[int8] = array(MAX_TILES)
    left: list[int8] = array(MAX_TILES)  # label of the inner edge on the counter-clockwise side
    right: list[int8] = array(MAX_TILES)  # ... and on the clockwise side
    joined: list[int8] = array(LABELS)  # whole stations where two edges with this label meet
    faces: int8
    die: list[int8] = array(MAX_FACES)


class Deal(Record):
    start: int8
    stack: list[int8] = array(MAX_TILES)  # from the top; the first three become the bank


class Planet(Record):
    tile: list[int8] = array(QUADRANTS)  # NOBODY where there is none
    size: int8  # how many there are
    aliens: int8
    stations: int16  # whole and joined ones (KM-11)


class Player(Record):
    planet: list[Planet] = array(MAX_PLANETS)  # in order of founding
    planets: int8
    open: list[int8] = array(MAX_PLANETS)  # which of them are unfinished, in the same order
    opens: int8
    begun: int8  # 1: has had a first turn (KM-5)
    score: int16  # stations on finished planets (KM-25)


class State(BaseState):
    opt: Options
    stage: int8
    turn: int8
    start: int8
    ended: int8
    roll: int8  # astronauts this turn, NOBODY before the roll and in the first round
    idle: int16  # turns in a row in which nobody took or discarded anything
    bank: list[int8] = array(BANK)
    banked: int8
    stack: list[int8] = array(MAX_TILES)  # the top is the last one
    left: int8  # tiles in the stack
    box: list[int8] = array(MAX_TILES)  # in the order of discarding
    boxed: int8
    player: list[Player] = array(MAX_PLAYERS)


# A place is a quadrant of one of the seat's own planets, counted in order of founding.


def place_at(planet: int, quadrant: int) -> int:
    return QUADRANTS * planet + quadrant


def planet_of(place: int) -> int:
    return place // QUADRANTS


def quadrant_of(place: int) -> int:
    return place % QUADRANTS


def add_action(place: int, slot: int) -> int:
    """The action that adds the tile of a bank slot at a place."""
    return ADD + BANK * place + slot


def added_place(action: Action) -> int:
    return (action - ADD) // BANK


def added_slot(action: Action) -> int:
    return (action - ADD) % BANK
