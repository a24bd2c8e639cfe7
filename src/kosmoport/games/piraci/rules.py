"""Piraci: the rules, once (docs/rules/piraci.md has the numbers).

A disc is numbered 5 * seat + slot. A unit, a single disc or a whole stack, goes by its top disc.
"""

from kosmoport.core.chance import Rng, below, shuffle
from kosmoport.core.contract import NOBODY, NOT_YOUR_TURN, OK, OVER, UNKNOWN, Action, Seat, emit
from kosmoport.games.piraci.schema import (
    ACTING,
    ACTIONS,
    ALL_SHIPS,
    ANSWER_FIRST,
    ASKING,
    BOARDED,
    CALL,
    COUNT_BITS,
    DEADLOCK,
    DECLINE,
    DISCS,
    DONE,
    DUCATS,
    ENDED,
    FACE_UP,
    FIVE_EACH,
    KINDS,
    LOOT_GONE,
    LOOTED,
    MAX_PLAYERS,
    MAX_SHIPS,
    MAX_STACK,
    MORE_THAN_9,
    MOVED,
    MOVES,
    MUST_ACT,
    MUTINEERS,
    MUTINY_CALLED,
    MUTINY_DECLINED,
    MUTINY_FORCES_BOARDING,
    NO_MUTINY,
    NO_SHIP,
    NO_SUCH_LOOT,
    NO_SUCH_UNIT,
    OWN_ON_OWN,
    PAID_BY_SHIP,
    PASS,
    PASSED,
    PIRATES,
    REFRESH,
    SEAT_BITS,
    SHIP_DISCARDED,
    SHIP_NOT_AVAILABLE,
    SHIP_TURNED,
    STILL_ON,
    SUPPLY_PAID,
    THREE_OR_MORE,
    TOO_FEW_PIRATES,
    WAGE_PAID,
    Components,
    Deal,
    State,
    board_action,
    boarded_place,
    boarding_slot,
    move_action,
    moved_onto,
    moved_slot,
    picture_taken,
)

# ---------------------------------------------------------------- setting up


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """PI-6, PI-7: the order of the ships and the starting seat."""
    d.start = s.opt.start_seat
    if d.start == NOBODY:
        d.start = below(rng, s.opt.players)
    for i in range(MAX_SHIPS):
        d.deck[i] = i if i < c.ships else NOBODY
    shuffle(rng, d.deck, c.ships)


def setup(s: State, c: Components, d: Deal) -> None:
    """PI-5, PI-6: single discs, some money, three ships."""
    s.ended = STILL_ON
    s.covered = 0
    s.turned = 0
    for i in range(MAX_SHIPS):
        s.deck[i] = d.deck[i]
        s.captor[i] = NOBODY
    for disc in range(DISCS):
        if disc < PIRATES * s.opt.players:
            set_free(s, disc)
        else:
            put_away(s, disc)
    for kind in range(KINDS):
        s.supply[kind] = c.tokens
    for p in range(MAX_PLAYERS):
        s.player[p].money = c.start_money if p < s.opt.players else 0
        for kind in range(KINDS):
            s.player[p].loot[kind] = 0
    turn_up_ships(s, c)
    open_turn(s, d.start)


def set_free(s: State, disc: int) -> None:
    """The disc stands alone before its owner."""
    s.size[disc] = 1
    s.under[disc] = NOBODY
    s.bottom[disc] = disc
    s.crew[disc] = 1 << (SEAT_BITS * owner_of(disc))


def put_away(s: State, disc: int) -> None:
    """The disc is in no unit (PI-5: its colour is not in the game)."""
    s.size[disc] = 0
    s.under[disc] = NOBODY
    s.bottom[disc] = NOBODY
    s.crew[disc] = 0


def owner_of(disc: int) -> int:
    return disc // PIRATES


# ---------------------------------------------------------------- who may do what


def is_over(s: State) -> bool:
    return s.stage == DONE


def to_act(s: State) -> int:
    """The seats that have to decide, as a set of bits: one seat at a time here."""
    if s.stage == DONE:
        return 0
    if s.stage == ASKING:
        return 1 << s.asked
    return 1 << s.turn


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """List what this seat may do in `out`; return how many."""
    if s.stage == ASKING and seat == s.asked:  # PI-23
        out[0] = CALL
        out[1] = DECLINE
        return 2
    if s.stage != ACTING or seat != s.turn:
        return 0
    n = 0
    if s.mutiny == 0:
        n = list_moves(s, seat, out)
    return list_boardings(s, c, seat, out, n)


def list_moves(s: State, seat: Seat, out: list[int]) -> int:
    """PI-10, PI-11: every own unit on every opposing one that leaves room for it."""
    size = s.size
    mine = PIRATES * seat
    n = 0
    for slot in range(PIRATES):
        if size[mine + slot] > 0:
            room = MAX_STACK - size[mine + slot]
            first = move_action(slot, 0)
            for target in range(mine):  # written without an `if`: the processor cannot guess these
                out[n] = first + target
                n += 1 if 0 < size[target] <= room else 0
            for target in range(mine + PIRATES, PIRATES * s.opt.players):
                out[n] = first + target
                n += 1 if 0 < size[target] <= room else 0
    return n


def list_boardings(s: State, c: Components, seat: Seat, out: list[int], n: int) -> int:
    """PI-14, PI-25: every own unit, or every one in mutiny, with every ship it is large enough for."""
    for slot in range(PIRATES):
        size = s.size[PIRATES * seat + slot]
        if size >= s.least_crew and may_board(s, slot):
            for i in range(FACE_UP):
                card = s.place[i]
                if card != NOBODY and size >= c.ship[card].crew:
                    for picture in range(c.ship[card].pictures):
                        out[n] = board_action(slot, i, picture)
                        n += 1
    return n


def may_board(s: State, slot: int) -> bool:
    """PI-25: once there is a mutiny, only a unit in mutiny may board."""
    return s.mutiny == 0 or (s.mutiny >> slot) & 1 == 1


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if s.stage == DONE:
        return OVER
    if seat != (s.asked if s.stage == ASKING else s.turn):
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if s.stage == ASKING:
        return OK if action == CALL or action == DECLINE else ANSWER_FIRST
    if action == PASS:
        return MUST_ACT
    if action >= CALL:
        return NO_MUTINY
    if action < MOVES:
        return why_not_move(s, seat, moved_slot(action), moved_onto(action))
    slot = boarding_slot(action)
    return why_not_board(s, c, seat, slot, boarded_place(action), picture_taken(action))


def why_not_move(s: State, seat: Seat, slot: int, target: int) -> int:
    """PI-11, PI-12, PI-25."""
    unit = PIRATES * seat + slot
    if s.size[unit] == 0:
        return NO_SUCH_UNIT
    if s.mutiny != 0:
        return MUTINY_FORCES_BOARDING
    if s.size[target] == 0:
        return NO_SUCH_UNIT
    if owner_of(target) == seat:
        return OWN_ON_OWN
    if s.size[unit] + s.size[target] > MAX_STACK:
        return MORE_THAN_9
    return OK


def why_not_board(s: State, c: Components, seat: Seat, slot: int, i: int, picture: int) -> int:
    """PI-14, PI-25."""
    unit = PIRATES * seat + slot
    if s.size[unit] == 0:
        return NO_SUCH_UNIT
    if not may_board(s, slot):
        return MUTINY_FORCES_BOARDING
    card = s.place[i]
    if card == NOBODY:
        return SHIP_NOT_AVAILABLE
    if picture >= c.ship[card].pictures:
        return NO_SUCH_LOOT
    if s.size[unit] < c.ship[card].crew:
        return TOO_FEW_PIRATES
    return OK


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """The seat answers, moves or boards; the action is legal."""
    if action >= CALL:
        answer(s, action == CALL)
    elif action < MOVES:
        move(s, PIRATES * seat + moved_slot(action), moved_onto(action))
        next_turn(s, c, after(s, seat))
    else:
        unit = PIRATES * seat + boarding_slot(action)
        board(s, c, unit, boarded_place(action), picture_taken(action))


# ---------------------------------------------------------------- turns


def after(s: State, seat: Seat) -> int:
    """PI-7: the next seat clockwise."""
    return seat + 1 if seat + 1 < s.opt.players else 0


def next_turn(s: State, c: Components, first: int) -> None:
    """PI-9: the turn of the first seat from `first` on that can act; PI-28 if there is none."""
    waiting = idle_seats(s, first)
    while waiting == s.opt.players and s.opt.deadlock == REFRESH and s.turned < c.ships:
        for i in range(FACE_UP):
            if s.place[i] != NOBODY:
                emit(s, SHIP_DISCARDED, s.place[i])
        turn_up_ships(s, c)
        waiting = idle_seats(s, first)
    if waiting == s.opt.players:
        end_game(s, DEADLOCK)
        return
    seat = first
    for _ in range(waiting):
        emit(s, PASSED, seat)
        seat = after(s, seat)
    open_turn(s, seat)


def idle_seats(s: State, first: int) -> int:
    """How many seats from `first` on can neither move nor board."""
    n = 0
    seat = first
    while n < s.opt.players and not can_act(s, seat):
        n += 1
        seat = after(s, seat)
    return n


def can_act(s: State, seat: Seat) -> bool:
    """PI-9: is there a legal move or boarding for this seat?"""
    size = s.size
    mine = PIRATES * seat
    smallest = MAX_STACK
    for slot in range(PIRATES):
        if size[mine + slot] >= s.least_crew:
            return True
        if size[mine + slot] > 0:
            smallest = min(smallest, size[mine + slot])
    room = MAX_STACK - smallest
    for target in range(mine):
        if 0 < size[target] <= room:
            return True
    for target in range(mine + PIRATES, PIRATES * s.opt.players):
        if 0 < size[target] <= room:
            return True
    return False


def open_turn(s: State, seat: Seat) -> None:
    """The seat has the turn; whoever can call a mutiny is asked first (PI-23)."""
    s.stage = ACTING
    s.turn = seat
    s.asked = NOBODY
    s.about = NOBODY
    s.mutiny = 0
    for slot in range(PIRATES):  # a quick look before anybody's claims are counted
        unit = PIRATES * seat + slot
        if s.size[unit] > MUTINEERS and s.size[unit] >= s.least_crew and claims(s, unit) != 0:
            ask(s, after(s, seat))
            return


def end_game(s: State, how: int) -> None:
    s.stage = DONE
    s.ended = how
    s.turn = NOBODY
    s.asked = NOBODY
    s.about = NOBODY
    s.mutiny = 0
    emit(s, ENDED, how)


# ---------------------------------------------------------------- mutiny


def claims(s: State, unit: int) -> int:
    """PI-22: the seats with three or more discs in a unit, each as the highest of its four bits."""
    return (s.crew[unit] + FIVE_EACH) & THREE_OR_MORE


def claimed_unit(s: State, seat: Seat) -> int:
    """PI-22 to PI-24: the captain's unit on which this seat may call a mutiny, or NOBODY.

    Five discs are too few for claims on two units.
    """
    for slot in range(PIRATES):
        unit = PIRATES * s.turn + slot
        if s.size[unit] >= s.least_crew and (s.mutiny >> slot) & 1 == 0:
            if (claims(s, unit) >> (SEAT_BITS * seat)) & COUNT_BITS != 0:
                return unit
    return NOBODY


def ask(s: State, seat: Seat) -> None:
    """PI-23, PI-B25: ask clockwise from `seat` until it is the captain's move."""
    s.stage = ACTING
    s.asked = NOBODY
    s.about = NOBODY
    while seat != s.turn:
        unit = claimed_unit(s, seat)
        if unit != NOBODY:
            s.stage = ASKING
            s.asked = seat
            s.about = unit
            return
        seat = after(s, seat)


def answer(s: State, called: int) -> None:
    """PI-23: one call is enough for a unit; players with other claims are still asked."""
    if called:
        s.mutiny |= 1 << (s.about - PIRATES * s.turn)
        emit(s, MUTINY_CALLED, s.asked, s.about, s.size[s.about])
    else:
        emit(s, MUTINY_DECLINED, s.asked, s.about, s.size[s.about])
    ask(s, after(s, s.asked))


# ---------------------------------------------------------------- moving and boarding


def move(s: State, unit: int, target: int) -> None:
    """PI-10: the unit goes on top of the target and both are one."""
    emit(s, MOVED, unit, target, s.size[unit], s.size[target])
    s.under[s.bottom[unit]] = target
    s.bottom[unit] = s.bottom[target]
    s.size[unit] += s.size[target]
    s.crew[unit] += s.crew[target]
    s.size[target] = 0
    s.bottom[target] = NOBODY
    s.crew[target] = 0


def board(s: State, c: Components, unit: int, i: int, picture: int) -> None:
    """PI-15 to PI-21: loot, ducats, wages; then the stack breaks up and the ship is gone."""
    captain = owner_of(unit)
    card = s.place[i]
    emit(s, BOARDED, unit, card, s.size[unit])
    take_loot(s, captain, c.ship[card].loot[picture], 0)
    if s.size[unit] > 1:  # PI-B20: a single disc has no first mate
        take_loot(s, owner_of(s.under[unit]), c.ship[card].loot[1 - picture], 1)
    share_ducats(s, c, unit, card)
    break_up(s, unit)
    s.captor[card] = captain
    s.place[i] = NOBODY
    s.in_sight -= 1
    if s.in_sight == 0:  # PI-21: only now
        turn_up_ships(s, c)
    else:
        find_least_crew(s, c)
    if s.in_sight == 0:
        end_game(s, ALL_SHIPS)
    else:
        next_turn(s, c, after(s, captain))


def take_loot(s: State, seat: Seat, kind: int, rank: int) -> None:
    """PI-15, PI-16: a token for the captain (rank 0) or the first mate, if there is one (PI-B10)."""
    if kind == NOBODY:
        return
    if s.supply[kind] == 0:
        emit(s, LOOT_GONE, seat, kind, rank)
        return
    s.supply[kind] -= 1
    s.player[seat].loot[kind] += 1
    emit(s, LOOTED, seat, kind, rank)


def share_ducats(s: State, c: Components, unit: int, card: int) -> None:
    """PI-17 to PI-19: the captain takes the ducats and pays every disc of the others."""
    captain = owner_of(unit)
    ship = c.ship[card]
    money = s.player[captain].money + ship.gold
    emit(s, DUCATS, captain, ship.gold)
    disc = s.under[unit]
    while disc != NOBODY:
        if owner_of(disc) != captain:  # PI-B11: his own discs cost nothing
            wage = c.wage[disc] if c.wage[disc] != PAID_BY_SHIP else ship.pay
            s.player[owner_of(disc)].money += wage
            money -= wage
            emit(s, WAGE_PAID, captain, disc, wage)
        disc = s.under[disc]
    if money < 0:  # PI-19: no debt
        emit(s, SUPPLY_PAID, captain, -money)
        s.covered -= money
        money = 0
    s.player[captain].money = money


def break_up(s: State, unit: int) -> None:
    """PI-20: every disc goes back to its owner."""
    disc = unit
    while disc != NOBODY:
        lower = s.under[disc]
        set_free(s, disc)
        disc = lower


def turn_up_ships(s: State, c: Components) -> None:
    """PI-6, PI-21: the next three ships, or as many as there are, replace what is face up."""
    s.in_sight = 0
    for i in range(FACE_UP):
        s.place[i] = NOBODY
        if s.turned < c.ships:
            s.place[i] = s.deck[s.turned]
            s.turned += 1
            s.in_sight += 1
            emit(s, SHIP_TURNED, s.place[i], i)
    find_least_crew(s, c)


def find_least_crew(s: State, c: Components) -> None:
    s.least_crew = NO_SHIP
    for i in range(FACE_UP):
        if s.place[i] != NOBODY:
            s.least_crew = min(s.least_crew, c.ship[s.place[i]].crew)
