"""Kosmiczni Piraci: the words of the rules as numbers, and the records they are kept in."""

from kosmoport.core.contract import Action, BaseOptions, BaseState
from kosmoport.core.layout import Record, array, int8, int16

PLANETS = 6  # numbered clockwise; also the most a game can have
MAX_PLAYERS = 5
MAX_CARDS = 8  # in one hand
MAX_KINDS = 7  # different treasures, without the trade ship
TRADE_SHIP = 7  # its slot among the kinds of treasure (KP-29)
KINDS = 8
MAX_TREASURES = 30  # in the box

LAYS = 48  # actions below lay a card on a planet; LAYS + kind takes a treasure
ACTIONS = 56
MAX_LEGAL = 48

NOT_IN_HAND = 4  # reasons, after the common ones
NO_SUCH_TREASURE = 5

HAND = -1  # where a card is: a planet, or one of these
LOST = -2  # thrown away unseen: only its owner knows it (KP-18)
SPENT = -3  # a teleport that went off, seen by all

LAYING = 0  # stages
TAKING = 1
DONE = 2

STILL_ON = 0  # how the laying ended (KP-24)
TRADE_HOME = 1
PIRATE_HOME = 2
BOTH_HOME = 3
ALL_CARDS = 4

BY_REVERSE_SEAT = 1  # option full_tie (KP-35); 0: by seat
BY_LOT = 2

LAID = 0  # events: seat, card, planet
TURNED = 1  # owner, card, planet
TELEPORTED = 2  # seat that lost its card, the card, owner of the teleport, planet
SHIP_MOVED = 3  # 0 trade or 1 pirate, from, to
LAYING_ENDED = 4  # how
REVEALED = 5  # owner, card, planet
PLUNDERED = 6  # kind, planet: boxed by the pirate ship
UNCLAIMED = 7  # kind, planet: boxed, nobody takes part
TAKEN = 8  # seat, kind, planet
SURPLUS = 9  # seat, kind, planet


class Options(BaseOptions):
    start_seat: int8  # NOBODY: by lot
    planet_order: list[int8] = array(PLANETS)  # printed planet at each place of the ring; NOBODY: by lot
    pirate_takes_trade_ship: int8
    teleport_counts_as_presence: int8
    full_tie: int8
    tiebreak: int8  # 0 distinct values, 1 pieces
    auto_pick: int8


class Components(Record):
    cards: int8  # cards in a hand
    value: list[int8] = array(MAX_CARDS)  # 0 for a teleport
    teleport: list[int8] = array(MAX_CARDS)  # 1: this card is a teleport
    kinds: int8  # different treasures
    worth: list[int16] = array(KINDS)  # of each kind, ascending; the trade ship in the last slot
    treasures: int8  # how many there are, and the kind of each
    treasure: list[int8] = array(MAX_TREASURES)
    each: list[int8] = array(MAX_PLAYERS + 1)  # treasures on every planet, by number of players (KP-6)
    richer: list[int8] = array(MAX_PLAYERS + 1)  # planets without a ship that get one more


class Deal(Record):
    start: int8
    order: list[int8] = array(PLANETS)  # printed planet at each place; 0 is the trade ship's, 1 the pirates'
    treasure: list[int8] = array(
        MAX_TREASURES
    )  # kinds as they are dealt, planet by planet; the rest is the box
    richer: list[int8] = array(PLANETS)  # 1: this planet gets one treasure more
    lot: list[int8] = array(MAX_PLAYERS)  # rank of each seat in complete ties when they are settled by lot


class Planet(Record):
    treasure: list[int8] = array(KINDS)  # pieces of each kind to be had
    boxed: list[int8] = array(KINDS)  # pieces nobody gets
    top_owner: int8  # of the face-down card, or NOBODY
    top_card: int8


class Player(Record):
    place: list[int8] = array(MAX_CARDS)  # a planet, HAND, LOST or SPENT
    moment: list[int8] = array(MAX_CARDS)  # how many cards were laid before it, anywhere
    seen: list[int8] = array(MAX_CARDS)  # 1: everybody has seen this card
    strength: list[int16] = array(PLANETS)  # of the pirates that lie face up (KP-27)
    present: list[int8] = array(PLANETS)  # 1: takes part at this planet (KP-28)
    won: list[int8] = array(KINDS)  # pieces of each kind
    tie: int8  # how many go before this seat in a complete tie (KP-35)


class State(BaseState):
    opt: Options
    stage: int8
    turn: int8
    start: int8
    laid: int8  # cards laid so far
    ended: int8
    order: list[int8] = array(PLANETS)
    trade: int8  # planet of each ship now ...
    pirate: int8
    trade_home: int8  # ... and at the start
    pirate_home: int8
    at: int8  # the planet being settled (all three are 0 outside stage 2),
    waiting: int8  # the seats that have still to pick there, a bit each,
    strongest: int8  # and the seat that ranks first there, or NOBODY
    planet: list[Planet] = array(PLANETS)
    player: list[Player] = array(MAX_PLAYERS)


def lay_action(card: int, planet: int) -> int:
    """The action that lays a card of the hand on a planet."""
    return PLANETS * card + planet


def laid_card(action: Action) -> int:
    return action // PLANETS


def laid_on(action: Action) -> int:
    return action % PLANETS
