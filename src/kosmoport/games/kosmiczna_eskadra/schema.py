"""Kosmiczna Eskadra: the records that the rules read and write, and the numbers they share."""

from kosmoport.core.contract import FARTHEST, FULL_TURN, BaseOptions, BaseState
from kosmoport.core.layout import Record, array, int8, int16, int32

MAX_PLAYERS = 4
MAX_CARDS = 10  # in one squadron
MAX_LYING = 40  # cards on the table: MAX_PLAYERS squadrons
MAX_TYPES = 40  # different ships that a component record can hold (a squadron has at most MAX_CARDS)
MAX_LASERS = 8  # on one ship
MAX_SHIELDS = 8
MAX_ASTEROIDS = 8  # the rules lay out one or two; rule cases may have more
MAX_CORNERS = 32
MAX_SHAPES = 12
NAME_LENGTH = 24

CARD = 0  # shapes: a ship card, the oval token, a small asteroid; the others are for rule cases
TOKEN = 1
SMALL = 2

SCALE = 65536  # lengths in geometry are tenths of a millimetre times this
POSE_LIMIT = FARTHEST
POSES_ACROSS = 40001
DEGREES = FULL_TURN

DRAW = 0  # actions; HOLD and RELEASE are kinds that still need a pose
DROP = 1
KEEP = 2
HOLD = 3
RELEASE = 4
POSES = 5  # POSES + 2 * ((x * POSES_ACROSS + y) * DEGREES + rot) + kind - HOLD, x and y from -POSE_LIMIT
ACTIONS = POSES + 2 * POSES_ACROSS * POSES_ACROSS * DEGREES
MAX_LEGAL = 2

TIME_UP = 10  # what else CHANCE may do besides naming a drawn card: the clock calls Stop (KE-B23),
GRACE_OVER = 11  # whoever has not answered keeps the card (KE-34),
START = 12  # everybody is ready for the next round (KE-B39),
LATE = 13  # and what a seat did before Stop counts, although it came after it (KE-B47):
LATE_MS = 1000  # LATE + ((the number of the pose as in POSES) * MAX_PLAYERS + seat) * LATE_MS + ms after Stop
OUTCOMES = LATE + POSES_ACROSS * POSES_ACROSS * DEGREES * MAX_PLAYERS * LATE_MS

HOLDING = 4  # reasons, after the common ones
NOTHING_HELD = 5
NO_POSITION = 6
NOT_ALLOWED = 7
STOPPED = 8
OVERLAP = 9
OFF_TABLE = 10

PLACING = 0  # stages
STOPPING = 1  # Stop was called, held cards are dropped or kept
BETWEEN = 2  # a round has been scored and lies open
DONE = 3

LIGHTNING = 0  # option mode
TURNS = 1
ONE = 0  # option asteroids
TWO = 1
ALL_ORE = 0  # option corsair_capacity
BY_LASER = 1
ACCEPT = 0  # option placement_check
REJECT = 1
BY_PLAYERS = -1  # option table: the size that goes with the number of players
BOUNDLESS = 0  # rule cases without a table edge

AFLOAT = 0  # fates of a card on the table
DOOMED = 1  # about to explode, within a step only
TROPHY = 2
LOSS = 3
REMOVED = 4
HANGAR = 5  # placed illegally (KE-11)

SPACE = -1  # what a laser struck: the number of a ship, or one of these
SHIELD_OF = 40  # + ship
ASTEROID_NR = 80  # + asteroid
NOT_FIRED = -2

DRAWN = 0  # events: seat, card
HELD = 1  # seat, x, y, rot
RELEASED = 2  # ship number
STOP_CALLED = 3  # seat, or NOBODY for the clock
DROPPED = 4  # ship number, at Stop
KEPT = 5  # seat, card
ILLEGAL = 6  # ship number, what it overlaps (a target), or SPACE: its centre is off the table
SPEED_STEP = 7  # speed
FIRED = 8  # MAX_LASERS * ship + laser, target, distance as a fraction: numerator, denominator
MINED = 9  # MAX_LASERS * ship + laser, asteroid, ore taken
EXPLODED = 10  # ship number, fate, taker
SEIZED = 11  # corsairs: ship number, wreck, ore
ORE_LOST = 12  # target (an asteroid or a wreck), ore
ASTEROID_GONE = 13  # asteroid
SCORED = 14  # seat, points of the round
ROUND_WON = 15  # seat or NOBODY, its wins
MATCH_WON = 16  # seat
ROUND_BEGUN = 17  # round
CREDITED = 18  # seat, ms after Stop
HELD_BACK = 19  # seat


class Options(BaseOptions):
    start_seat: int8  # NOBODY: by lot
    mode: int8
    asteroids: int8
    asteroid_gap: int16  # mm between the facing edges (KE-B18)
    ore_split: list[int8] = array(2)
    corsairs: int8
    corsair_capacity: int8
    touch_is_illegal: int8
    placement_check: int8
    round_limit_s: int16  # for the clock of whoever runs the table; rules have none
    wins: int8
    table: list[int16] = array(2)  # mm; BY_PLAYERS, or BOUNDLESS in rule cases
    aim_help: int8  # for whoever shows the table; no rule looks at it


class Laser(Record):
    """Tenths of a millimetre in the card's own frame."""

    x: int16
    y: int16
    dx: int16  # a direction of any length
    dy: int16
    length: int32  # of the direction in 256ths, rounded up
    power: int8


class Shield(Record):
    """An interval of an edge, counter-clockwise around the card."""

    x1: int16
    y1: int16
    x2: int16
    y2: int16


class ShipType(Record):
    speed: int8
    hull: int8
    lasers: int8
    shields: int8
    laser: list[Laser] = array(MAX_LASERS)
    shield: list[Shield] = array(MAX_SHIELDS)
    name: list[int32] = array(NAME_LENGTH)  # letters, for showing only


class Shape(Record):
    """A convex polygon around the origin."""

    corners: int8
    radius: int16  # of a circle around it, at least one tenth too large
    x: list[int16] = array(MAX_CORNERS)  # counter-clockwise
    y: list[int16] = array(MAX_CORNERS)


class Components(Record):
    sine: list[int32] = array(450)  # of 0 to 449 degrees, times SCALE: the cosine of r is at r + 90
    cards: int8  # in a squadron; card i is of type i
    type: list[ShipType] = array(MAX_TYPES)
    shape: list[Shape] = array(MAX_SHAPES)
    small_width: int16  # of a small asteroid, tenths of a millimetre
    ore: int8  # on the token
    table: list[list[int16]] = array(MAX_PLAYERS + 1, 2)  # mm, by number of players


class Deal(Record):
    start: int8  # the seat that goes first when the game is played in turns


class Ship(Record):
    """A card lying on the table, in order of placement."""

    owner: int8
    card: int8  # its type
    fate: int8
    taker: int8  # who has it as a trophy
    x: int16
    y: int16
    rot: int16
    ore: int16
    damage: list[int16] = array(MAX_PLAYERS)  # markers of each squadron
    target: list[int8] = array(MAX_LASERS)  # what each laser struck


class Asteroid(Record):
    shape: int8
    there: int8
    x: int16
    y: int16
    rot: int16
    ore: int16


class Player(Record):
    pack: int16  # set of bits: cards not drawn; after Stop, all that were not played
    held: int8  # the card in hand
    posed: int8  # 1: it was held over the table (KE-34) ...
    x: int16  # ... here, else 0
    y: int16
    rot: int16
    points: int16  # of the last round that was scored
    wins: int8


class State(BaseState):
    opt: Options
    stage: int8
    turn: int8  # in turns: who places; NOBODY otherwise
    first: int8  # in turns: who went first in this round (KE-39)
    drawing: int8  # the seat that waits for a card from its pack
    stopped_by: int8  # whose last card called Stop; NOBODY: not yet, or the clock
    winner: int8  # of the last round; NOBODY if it was tied
    lying: int8  # cards on the table
    asteroids: int8
    round: int32  # from 0
    ship: list[Ship] = array(MAX_LYING)
    asteroid: list[Asteroid] = array(MAX_ASTEROIDS)
    player: list[Player] = array(MAX_PLAYERS)
