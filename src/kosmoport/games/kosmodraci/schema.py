"""Kosmodraci: the words of the rules as numbers, and the records they are kept in."""

from kosmoport.core.contract import BaseOptions, BaseState
from kosmoport.core.layout import Record, array, int8, int16

MAX_PLAYERS = 5
MAX_CREW = 80
MAX_DRAGONS = 20
MAX_HAND = 9  # cards dealt to a seat
MAX_LAIR = 7  # dragons to be hunted, one in every trick
MAX_EFFECTS = 6  # symbols on one card
KINDS = 3  # of scoring symbols: research, morale, crime

ACTIONS = 80  # action k picks or plays card k of the crew list
MAX_LEGAL = 9

NOT_IN_HAND = 4  # a reason, after the common ones

DRAFT = 0  # stages
HUNT = 1
DONE = 2

SHIELD = 0  # effects
DAMAGE = 1
REPAIR = 2
TARGET = 3

SIDE_A = 0  # of a scoring card; SIDE_BY_LOT only as an option
SIDE_B = 1
SIDE_BY_LOT = 2

PICKED = 0  # events: seat, card
LAST_CARD = 1  # seat, card: the one that is left in the draft
PASSED = 2  # nothing: everybody's hand goes to the left
HUNT_BEGAN = 3  # leading seat
PLAYED = 4  # seat, card
SHIELDS_GAINED = 5  # seat, how many, shields now
SHIELDS_LOST = 6  # seat, how many, shields now
DAMAGE_TAKEN = 7  # seat, how many, damage now
REPAIRED = 8  # seat, how many, damage now
PILE_RENEWED = 9  # cards
TRICK_WON = 10  # seat, card, targets of the others
CAPTURED = 11  # seat, dragon
TURNED_UP = 12  # dragon
HUNT_ENDED = 13


class Options(BaseOptions):
    sides: list[int8] = array(KINDS)
    family_variant: int8
    shield_points: int16
    damage_points: int16
    memory_aids: int8  # for whoever shows the table; no rule looks at it (KD-B32)


class Upper(Record):
    """What counts on a card that is kept: the upper part of a crew card, and all of a dragon."""

    symbols: list[int8] = array(KINDS)
    points: int16


class Crew(Record):
    value: int16
    effects: int8  # how many different ones follow one another
    effect: list[int8] = array(MAX_EFFECTS)  # in printed order ...
    times: list[int8] = array(MAX_EFFECTS)  # ... each with the number of its symbols in a row
    targets: int8  # target symbols
    upper: Upper


class Components(Record):
    crew_cards: int8
    crew: list[Crew] = array(MAX_CREW)  # by ascending value
    dragons: int8
    dragon: list[Upper] = array(MAX_DRAGONS)
    hand: int8  # cards dealt to everybody
    lair: int8  # dragons in the lair, so many tricks


class Deal(Record):
    crew: list[int8] = array(MAX_CREW)  # the shuffled pile: hands, a card for each seat to reveal, the rest
    dragons: list[int8] = array(MAX_DRAGONS)  # the shuffled dragons: first the lair
    side: list[int8] = array(KINDS)


class Player(Record):
    gone: int16  # bit t: the card picked in step t of the draft has been played
    played: list[int8] = array(MAX_LAIR)  # crew card of every trick
    symbols: list[int16] = array(KINDS)  # on played crew cards and captured dragons (KD-20) ...
    points: int16  # ... and the points printed on them
    dragons: int8  # captured
    shields: int16
    damage: int16


class State(BaseState):
    opt: Options
    stage: int8
    side: list[int8] = array(KINDS)  # SIDE_A or SIDE_B
    starter: list[int8] = array(MAX_PLAYERS)
    packet: list[list[int8]] = array(MAX_PLAYERS, MAX_HAND)
    passed: int8  # how often hands have moved; so many cards have left every packet
    turned: int8  # the same, counted around the table: passed % players
    acted: int8  # seats that have picked in this step, or played to this trick, as bits
    lead: int8  # who leads this trick, or won the last one
    turn: int8  # NOBODY in the draft and at the end
    trick: int8  # finished ones; the open dragon is the one of this number
    lair: list[int8] = array(MAX_LAIR)
    taker: list[int8] = array(MAX_LAIR)  # who captured each of them
    draw: int16  # cards in the draw pile
    discard: int16  # removed shields and damage
    virtual: int16  # markers in use because both piles are empty (KD-B9)
    player: list[Player] = array(MAX_PLAYERS)
