"""Kosmiczna Eskadra: the rules, once (docs/rules/kosmiczna_eskadra.md has the numbers).

Nobody knows the order of a pack (KE-32), so it has none here: `draw` makes chance due, and chance
names one of the cards left, each as likely as the others. That is the same as a shuffled pack, fits
matches of any number of rounds, and an order that does not exist cannot leak.

What comes from the clock or from everybody being ready is applied as CHANCE too, like a die: Stop at
the time limit, the end of the grace time, the start of the next round, and the referee's word that what
came after Stop was done before it.
"""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import CHANCE, NOBODY, NOT_YOUR_TURN, OK, OVER, UNKNOWN, Action, Seat, emit
from kosmoport.games.kosmiczna_eskadra.schema import (
    ACTIONS,
    AFLOAT,
    BETWEEN,
    CREDITED,
    DEGREES,
    DONE,
    DRAW,
    DRAWN,
    DROP,
    DROPPED,
    GRACE_OVER,
    HELD,
    HELD_BACK,
    HOLD,
    HOLDING,
    KEEP,
    KEPT,
    LATE,
    LATE_MS,
    LIGHTNING,
    MATCH_WON,
    MAX_ASTEROIDS,
    MAX_CARDS,
    MAX_LASERS,
    MAX_LYING,
    MAX_PLAYERS,
    NO_POSITION,
    NOT_ALLOWED,
    NOT_FIRED,
    NOTHING_HELD,
    OFF_TABLE,
    ONE,
    OUTCOMES,
    OVERLAP,
    PLACING,
    POSE_LIMIT,
    POSES,
    POSES_ACROSS,
    REJECT,
    RELEASE,
    RELEASED,
    ROUND_BEGUN,
    SMALL,
    SPACE,
    START,
    STOP_CALLED,
    STOPPED,
    STOPPING,
    TIME_UP,
    TOKEN,
    TURNS,
    Asteroid,
    Components,
    Deal,
    Player,
    Ship,
    State,
)
from kosmoport.games.kosmiczna_eskadra.scoring import award_round, match_winner
from kosmoport.games.kosmiczna_eskadra.shootout import is_on_table, obstacle, resolve

# ---------------------------------------------------------------- setting up


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """KE-39: who goes first; packs are not dealt, see above."""
    d.start = s.opt.start_seat
    if d.start == NOBODY:
        d.start = below(rng, s.opt.players)


def setup(s: State, c: Components, d: Deal) -> None:
    """KE-2 to KE-4: nobody has won a round yet, and the first one begins."""
    s.first = d.start
    s.round = 0
    s.winner = NOBODY
    for p in range(MAX_PLAYERS):
        s.player[p].points = 0
        s.player[p].wins = 0
    begin_round(s, c)


def begin_round(s: State, c: Components) -> None:
    """KE-28: all cards back into the packs, ore and asteroids as at the start."""
    s.stage = PLACING
    s.stopped_by = NOBODY
    s.lying = 0
    s.turn = s.first if s.opt.mode == TURNS else NOBODY
    s.drawing = s.turn  # in turns a seat draws without being asked (KE-39)
    for p in range(MAX_PLAYERS):
        s.player[p].pack = (1 << c.cards) - 1 if p < s.opt.players else 0
        empty_hand(s.player[p])
    for i in range(MAX_LYING):
        clear_ship(s.ship[i])
    lay_asteroids(s, c)


def empty_hand(player: Player) -> None:
    player.held = NOBODY
    player.posed = 0
    player.x = 0
    player.y = 0
    player.rot = 0


def clear_ship(ship: Ship) -> None:
    ship.owner = NOBODY
    ship.card = NOBODY
    ship.fate = AFLOAT
    ship.taker = NOBODY
    ship.x = 0
    ship.y = 0
    ship.rot = 0
    ship.ore = 0
    for p in range(MAX_PLAYERS):
        ship.damage[p] = 0
    for j in range(MAX_LASERS):
        ship.target[j] = NOT_FIRED


def lay_asteroids(s: State, c: Components) -> None:
    """KE-3, KE-29: the token in the middle, or two small asteroids, the gap between their facing edges."""
    for k in range(MAX_ASTEROIDS):
        lay_asteroid(s.asteroid[k], 0, 0, 0)
        s.asteroid[k].there = 0
    if s.opt.asteroids == ONE:
        s.asteroids = 1
        lay_asteroid(s.asteroid[0], TOKEN, 0, c.ore)
    else:
        s.asteroids = 2
        off = (c.small_width + 10 * s.opt.asteroid_gap) // 2
        lay_asteroid(s.asteroid[0], SMALL, 0 - off, s.opt.ore_split[0])
        lay_asteroid(s.asteroid[1], SMALL, off, s.opt.ore_split[1])


def lay_asteroid(rock: Asteroid, shape: int, x: int, ore: int) -> None:
    rock.shape = shape
    rock.there = 1
    rock.x = x
    rock.y = 0
    rock.rot = 0
    rock.ore = ore


# ---------------------------------------------------------------- actions as numbers


def kind_of(action: Action) -> int:
    """DRAW, DROP, KEEP, HOLD or RELEASE."""
    return action if action < POSES else HOLD + (action - POSES) % 2


def pose_of(action: Action) -> tuple[int, int, int]:
    """x, y and rotation of a complete HOLD or RELEASE."""
    return split_pose((action - POSES) // 2)


def posed_action(kind: int, x: int, y: int, rot: int) -> int:
    """The number of a HOLD or RELEASE at this pose."""
    return POSES + 2 * pose_number(x, y, rot) + kind - HOLD


def pose_number(x: int, y: int, rot: int) -> int:
    return ((x + POSE_LIMIT) * POSES_ACROSS + y + POSE_LIMIT) * DEGREES + rot


def split_pose(pose: int) -> tuple[int, int, int]:
    """x, y and rotation of the pose with this number."""
    place = pose // DEGREES
    return place // POSES_ACROSS - POSE_LIMIT, place % POSES_ACROSS - POSE_LIMIT, pose % DEGREES


def late_outcome(seat: Seat, x: int, y: int, rot: int, ms: int) -> int:
    """KE-B47: the seat's card was here when Stop came, which is known since so many ms after it."""
    return LATE + (pose_number(x, y, rot) * MAX_PLAYERS + seat) * LATE_MS + ms


def late_seat(outcome: int) -> int:
    return (outcome - LATE) // LATE_MS % MAX_PLAYERS


def late_pose(outcome: int) -> tuple[int, int, int]:
    return split_pose((outcome - LATE) // LATE_MS // MAX_PLAYERS)


def late_ms(outcome: int) -> int:
    return (outcome - LATE) % LATE_MS


# ---------------------------------------------------------------- who may do what


def is_over(s: State) -> bool:
    return s.stage == DONE


def to_act(s: State) -> int:
    """The seats that have to decide, as a set of bits: in the lightning round all at once (KE-6)."""
    seats = 0
    for p in range(s.opt.players):
        if may_act(s, p):
            seats |= 1 << p
    return seats


def may_act(s: State, p: int) -> bool:
    if s.drawing != NOBODY:
        return False
    if s.stage == STOPPING:
        return s.player[p].held != NOBODY
    if s.stage != PLACING:
        return False
    if s.opt.mode == TURNS:
        return p == s.turn
    return s.player[p].held != NOBODY or s.player[p].pack != 0


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """List the kinds of what this seat may do in `out`; HOLD and RELEASE need a pose (`complete_action`)."""
    if seat < 0 or seat >= s.opt.players or not may_act(s, seat):
        return 0
    n = 0
    for kind in range(POSES):
        if why_not_kind(s, c, seat, kind) == OK:
            out[n] = kind
            n += 1
    return n


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if s.stage == DONE:
        return OVER
    if seat == CHANCE:
        return why_not_chance(s, c, action)
    if seat < 0 or seat >= s.opt.players or s.drawing != NOBODY:
        return NOT_YOUR_TURN
    if s.opt.mode == TURNS and seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    reason = why_not_kind(s, c, seat, kind_of(action))
    if reason != OK or action < HOLD:
        return reason
    if action < POSES:
        return NO_POSITION
    if kind_of(action) == RELEASE:
        x, y, rot = pose_of(action)
        return why_not_here(s, c, x, y, rot)
    return OK


def why_not_kind(s: State, c: Components, seat: Seat, kind: int) -> int:
    """The same for a kind, whatever the pose."""
    player = s.player[seat]
    if kind == DROP or kind == KEEP:
        if s.stage == PLACING:
            return OK if kind == KEEP and may_hold_back(s) else NOT_ALLOWED
        if player.held == NOBODY:
            return NOTHING_HELD
        if kind == KEEP:
            return OK
        if player.posed == 0:  # KE-34, KE-B21
            return NO_POSITION
        return why_not_here(s, c, player.x, player.y, player.rot)
    if s.stage != PLACING:
        return STOPPED
    if kind == DRAW:
        if player.held != NOBODY:  # KE-7
            return HOLDING
        return OK if player.pack != 0 else NOT_ALLOWED
    if player.held == NOBODY:
        return NOTHING_HELD
    return NOT_ALLOWED if kind == HOLD and s.opt.mode == TURNS else OK


def may_hold_back(s: State) -> bool:
    """KE-B49: where overlapping is refused, a table can be full; in turns the others cannot wait for ever."""
    return s.opt.mode == TURNS and s.opt.placement_check == REJECT


def why_not_here(s: State, c: Components, x: int, y: int, rot: int) -> int:
    """KE-33: nothing is let go beside the table. KE-36: overlapping is found out at the end, or refused."""
    if not is_on_table(s, c, x, y):
        return OFF_TABLE
    if s.opt.placement_check == REJECT and obstacle(s, c, x, y, rot, s.lying) != SPACE:
        return OVERLAP
    return OK


def why_not_chance(s: State, c: Components, outcome: int) -> int:
    if outcome < 0 or outcome >= OUTCOMES:
        return UNKNOWN
    if outcome >= LATE:
        seat = late_seat(outcome)
        holds = s.stage == STOPPING and seat < s.opt.players and s.player[seat].held != NOBODY
        return OK if holds else NOT_ALLOWED
    if s.drawing != NOBODY:
        in_pack = outcome < MAX_CARDS and (s.player[s.drawing].pack >> outcome) & 1 == 1
        return OK if in_pack else NOT_ALLOWED
    if s.stage == BETWEEN:
        return OK if outcome == START else NOT_ALLOWED
    if s.stage == STOPPING:
        return OK if outcome == GRACE_OVER else NOT_ALLOWED
    return OK if outcome == TIME_UP and s.opt.mode == LIGHTNING else NOT_ALLOWED


# ---------------------------------------------------------------- chance


def chance_due(s: State) -> bool:
    """A card is being drawn, or the next round waits for its start; the clock is never due."""
    return s.drawing != NOBODY or s.stage == BETWEEN


def roll(s: State, c: Components, rng: Rng) -> int:
    """KE-4: any card of the pack, each equally likely; between rounds the start."""
    if s.stage == BETWEEN:
        return START
    pack = s.player[s.drawing].pack
    return nth_of(pack, below(rng, set_size(pack)))


def set_size(members: int) -> int:
    """How many cards or seats a set of bits holds."""
    count = 0
    for k in range(MAX_CARDS):
        count += (members >> k) & 1
    return count


def nth_of(members: int, n: int) -> int:
    """The n-th member of a set of bits, from 0."""
    k = 0
    while (members >> k) & 1 == 0 or n > 0:
        n -= (members >> k) & 1
        k += 1
    return k


# ---------------------------------------------------------------- what happens


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """A seat acts, or chance or the clock does; the action is legal."""
    if seat == CHANCE:
        apply_chance(s, c, action)
    else:
        act(s, c, int(seat), action)  # int: or the compiler would make another copy for the constant CHANCE


def act(s: State, c: Components, seat: Seat, action: Action) -> None:
    player = s.player[seat]
    if action == DRAW:
        s.drawing = seat
    elif action == DROP:
        emit(s, DROPPED, s.lying)
        lay_card(s, seat, player.x, player.y, player.rot)
        finish_stop(s, c)
    elif action == KEEP and s.stage == PLACING:
        hold_back(s, c, seat)
    elif action == KEEP:
        keep(s, seat)
        finish_stop(s, c)
    else:
        x, y, rot = pose_of(action)
        if kind_of(action) == HOLD:
            hold(s, seat, x, y, rot)
        else:
            release(s, c, seat, x, y, rot)


def apply_chance(s: State, c: Components, outcome: int) -> None:
    if s.drawing != NOBODY:
        player = s.player[s.drawing]
        player.pack -= 1 << outcome
        player.held = outcome
        emit(s, DRAWN, s.drawing, outcome)
        s.drawing = NOBODY
    elif outcome == START:
        s.round += 1
        s.first = (s.first + 1) % s.opt.players  # KE-39: the first seat rotates
        begin_round(s, c)
        emit(s, ROUND_BEGUN, s.round)
    elif outcome == TIME_UP:
        call_stop(s, c)
    elif outcome >= LATE:
        seat = late_seat(outcome)
        x, y, rot = late_pose(outcome)
        bring(s.player[seat], x, y, rot)
        emit(s, CREDITED, seat, late_ms(outcome))
    else:  # GRACE_OVER: no answer means keep (KE-34)
        for p in range(s.opt.players):
            if s.player[p].held != NOBODY:
                keep(s, p)
        finish_stop(s, c)


def hold(s: State, seat: Seat, x: int, y: int, rot: int) -> None:
    """KE-8: as long as it is held, a card may be moved and turned."""
    bring(s.player[seat], x, y, rot)
    emit(s, HELD, seat, x, y, rot)


def bring(player: Player, x: int, y: int, rot: int) -> None:
    """The card in hand is over the table, here."""
    player.posed = 1
    player.x = x
    player.y = y
    player.rot = rot


def release(s: State, c: Components, seat: Seat, x: int, y: int, rot: int) -> None:
    """KE-6, KE-33: the card lies for good; the last one calls Stop, legal or not (KE-35)."""
    emit(s, RELEASED, s.lying)
    lay_card(s, seat, x, y, rot)
    if s.player[seat].pack == 0 and s.stopped_by == NOBODY:
        s.stopped_by = seat
    if s.opt.mode == TURNS:
        next_turn(s, c, seat)
    elif s.stopped_by != NOBODY:
        call_stop(s, c)


def next_turn(s: State, c: Components, seat: Seat) -> None:
    """KE-39: the next seat draws, unless it held its card back; after a last card the circle is completed."""
    s.turn = (seat + 1) % s.opt.players
    if s.turn == s.first and s.stopped_by != NOBODY:
        call_stop(s, c)
    elif s.player[s.turn].held == NOBODY:
        s.drawing = s.turn


def hold_back(s: State, c: Components, seat: Seat) -> None:
    """KE-B49: the card stays in hand until the next turn; if everybody holds one back, Stop is called."""
    emit(s, HELD_BACK, seat)
    for p in range(s.opt.players):
        if s.player[p].held == NOBODY:
            next_turn(s, c, seat)
            return
    call_stop(s, c)


def lay_card(s: State, seat: Seat, x: int, y: int, rot: int) -> None:
    """The held card, face up on the table, after all that lie there (KE-38)."""
    ship = s.ship[s.lying]
    ship.owner = seat
    ship.card = s.player[seat].held
    ship.x = x
    ship.y = y
    ship.rot = rot
    s.lying += 1
    empty_hand(s.player[seat])


def keep(s: State, seat: Seat) -> None:
    """KE-10: the held card is not played and goes to the hangar with the rest of the pack."""
    player = s.player[seat]
    emit(s, KEPT, seat, player.held)
    player.pack += 1 << player.held
    empty_hand(player)


def call_stop(s: State, c: Components) -> None:
    """KE-10, KE-34: held cards are frozen, and their owners drop or keep them; in turns they are kept."""
    s.stage = STOPPING
    s.turn = NOBODY
    emit(s, STOP_CALLED, s.stopped_by)
    for p in range(s.opt.players):
        if s.opt.mode == TURNS and s.player[p].held != NOBODY:
            keep(s, p)
    finish_stop(s, c)


def finish_stop(s: State, c: Components) -> None:
    """When nobody holds a card any more, the ships fire and the round is scored."""
    for p in range(s.opt.players):
        if s.player[p].held != NOBODY:
            return
    resolve(s, c)
    award_round(s)
    s.stage = BETWEEN
    champion = match_winner(s)
    if champion != NOBODY:
        s.stage = DONE
        emit(s, MATCH_WON, champion)
