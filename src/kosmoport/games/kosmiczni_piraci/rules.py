"""Kosmiczni Piraci: the rules, once (docs/rules/kosmiczni_piraci.md has the numbers)."""

from kosmoport.core.chance import Rng, below, shuffle
from kosmoport.core.contract import CHANCE, NOBODY, NOT_YOUR_TURN, OK, OVER, UNKNOWN, Action, Seat, emit
from kosmoport.games.kosmiczni_piraci.schema import (
    ACTIONS,
    ALL_CARDS,
    BOTH_HOME,
    BY_LOT,
    BY_REVERSE_SEAT,
    DONE,
    HAND,
    KINDS,
    LAID,
    LAYING,
    LAYING_ENDED,
    LAYS,
    LOST,
    MAX_CARDS,
    MAX_PLAYERS,
    MAX_TREASURES,
    NO_SUCH_TREASURE,
    NOT_IN_HAND,
    PIRATE_HOME,
    PLANETS,
    PLUNDERED,
    REVEALED,
    SHIP_MOVED,
    SPENT,
    STILL_ON,
    SURPLUS,
    TAKEN,
    TAKING,
    TELEPORTED,
    TRADE_HOME,
    TRADE_SHIP,
    TURNED,
    UNCLAIMED,
    Components,
    Deal,
    Planet,
    Player,
    State,
    laid_card,
    laid_on,
    lay_action,
)

# ---------------------------------------------------------------- setting up


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """KP-5, KP-6, KP-9: the ring, the treasures and the starting seat."""
    d.start = s.opt.start_seat
    if d.start == NOBODY:
        d.start = below(rng, s.opt.players)
    for q in range(PLANETS):
        d.order[q] = s.opt.planet_order[q]
    if d.order[0] == NOBODY:
        for q in range(PLANETS):
            d.order[q] = q
        shuffle(rng, d.order, PLANETS)
    for p in range(MAX_PLAYERS):
        d.lot[p] = p
    if s.opt.full_tie == BY_LOT:
        shuffle(rng, d.lot, s.opt.players)
    for i in range(MAX_TREASURES):
        d.treasure[i] = c.treasure[i]
    shuffle(rng, d.treasure, c.treasures)
    choose_richer(s, c, rng, d)


def choose_richer(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """KP-6, KP-B19: which planets without a ship get one more; each choice is equally likely."""
    richer = int(c.richer[s.opt.players])
    free = PLANETS - 2
    for q in range(PLANETS):
        d.richer[q] = 0
        if richer > 0 and d.order[q] > 1:
            if below(rng, free) < richer:
                d.richer[q] = 1
                richer -= 1
            free -= 1


def setup(s: State, c: Components, d: Deal) -> None:
    """The table before the first card (KP-5 to KP-9); all that begins with 0 is 0 in a blank state."""
    s.turn = d.start
    s.start = d.start
    dealt = 0
    for q in range(PLANETS):
        s.order[q] = d.order[q]
        if d.order[q] == 0:
            s.trade = q
            s.trade_home = q
        if d.order[q] == 1:
            s.pirate = q
            s.pirate_home = q
        planet = s.planet[q]
        planet.top_owner = NOBODY
        planet.top_card = NOBODY
        for _ in range(c.each[s.opt.players] + d.richer[q]):
            planet.treasure[d.treasure[dealt]] += 1
            dealt += 1
    for p in range(s.opt.players):
        s.player[p].tie = place_in_ties(s, d, p)
        for card in range(MAX_CARDS):
            s.player[p].place[card] = HAND


def place_in_ties(s: State, d: Deal, p: int) -> int:
    """KP-35: how many go before this seat in a complete tie."""
    if s.opt.full_tie == BY_LOT:
        return int(d.lot[p])
    turns_away = p - d.start if p >= d.start else p - d.start + s.opt.players
    if s.opt.full_tie == BY_REVERSE_SEAT:
        return s.opt.players - 1 - turns_away
    return turns_away


# ---------------------------------------------------------------- who may do what


def is_over(s: State) -> bool:
    return s.stage == DONE


def to_act(s: State) -> int:
    """The seats that have to decide, as a set of bits: one seat at a time here."""
    if s.stage == DONE:
        return 0
    return 1 << s.turn


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """List what this seat may do in `out`; return how many.

    Every candidate is written, and the count moves on only past the legal ones: which cards are gone cannot
    be foreseen, and a branch that the processor guesses wrong costs more than six writes.
    """
    n = 0
    if s.stage == LAYING and seat == s.turn:  # KP-10, KP-11: any card on any planet
        for card in range(c.cards):
            for q in range(PLANETS):
                out[n + q] = lay_action(card, q)
            n += PLANETS * int(s.player[seat].place[card] == HAND)
    if s.stage == TAKING and seat == s.turn:  # KP-31: any treasure that is left
        for kind in range(KINDS):
            out[n] = LAYS + kind
            n += int(s.planet[s.at].treasure[kind] > 0)
    return n


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if s.stage == DONE:
        return OVER
    if seat == CHANCE or seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if s.stage == TAKING:
        if action < LAYS or s.planet[s.at].treasure[action - LAYS] == 0:
            return NO_SUCH_TREASURE
        return OK
    card = laid_card(action)
    if action >= LAYS or card >= c.cards or s.player[seat].place[card] != HAND:
        return NOT_IN_HAND
    return OK


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """The seat lays a card or takes a treasure; the action is legal."""
    if s.stage == LAYING:
        send_pirate(s, c, seat, laid_card(action), laid_on(action))
    else:
        take(s, seat, action - LAYS)
        settle(s)


# ---------------------------------------------------------------- sending pirates


def send_pirate(s: State, c: Components, me: Seat, card: int, q: int) -> None:
    """KP-10 to KP-13: a card face down on a planet turns the last one there."""
    planet = s.planet[q]
    owner = planet.top_owner
    below_it = planet.top_card
    emit(s, LAID, me, card, q)
    s.player[me].moment[card] = s.laid
    s.laid += 1
    ended = STILL_ON
    if owner == NOBODY:  # KP-14: nothing to turn
        lay(s, me, card, q)
    else:
        s.player[owner].seen[below_it] = 1
        emit(s, TURNED, owner, below_it, q)
        if c.teleport[below_it] == 1:  # KP-17, KP-19: both cards leave, no ship moves
            s.player[owner].place[below_it] = SPENT
            s.player[me].place[card] = LOST
            planet.top_owner = NOBODY
            planet.top_card = NOBODY
            emit(s, TELEPORTED, me, card, owner, q)
        else:
            count(c, s.player[owner], below_it, q)
            lay(s, me, card, q)
            ended = move_ships(s, q)
    if ended == STILL_ON and s.laid == c.cards * s.opt.players:  # KP-24 (b)
        ended = ALL_CARDS
    if ended == STILL_ON:
        s.turn = me + 1 if me + 1 < s.opt.players else 0
    else:
        end_laying(s, c, ended)


def lay(s: State, me: Seat, card: int, q: int) -> None:
    s.player[me].place[card] = q
    s.planet[q].top_owner = me
    s.planet[q].top_card = card


def count(c: Components, player: Player, card: int, q: int) -> None:
    """KP-27, KP-28: a card that lies face up counts at its planet."""
    player.strength[q] += c.value[card]
    player.present[q] = 1


def move_ships(s: State, q: int) -> int:
    """KP-21: ships leave the planet, each its own way; says which of them came home (KP-24, KP-B18)."""
    home = STILL_ON
    trade_here = s.trade == q
    pirate_here = s.pirate == q
    if trade_here:
        s.trade = (q + 1) % PLANETS
        emit(s, SHIP_MOVED, 0, q, s.trade)
        if s.trade == s.trade_home:
            home = TRADE_HOME
    if pirate_here:
        s.pirate = (q + PLANETS - 1) % PLANETS
        emit(s, SHIP_MOVED, 1, q, s.pirate)
        if s.pirate == s.pirate_home:
            home = PIRATE_HOME if home == STILL_ON else BOTH_HOME
    return home


def end_laying(s: State, c: Components, ended: int) -> None:
    """KP-24, KP-25: everything on the table is turned up; then the planets are settled one by one."""
    s.ended = ended
    emit(s, LAYING_ENDED, ended)
    for q in range(PLANETS):
        if s.planet[q].top_owner != NOBODY:
            reveal(s, c, s.planet[q], q)
    s.stage = TAKING
    s.planet[s.trade].treasure[TRADE_SHIP] += 1  # KP-29
    plunder(s)
    open_planet(s, s.trade_home)
    settle(s)


def reveal(s: State, c: Components, planet: Planet, q: int) -> None:
    """KP-25, KP-26: a pirate counts now; a teleport does not."""
    owner = s.player[planet.top_owner]
    owner.seen[planet.top_card] = 1
    emit(s, REVEALED, planet.top_owner, planet.top_card, q)
    if c.teleport[planet.top_card] == 0 or s.opt.teleport_counts_as_presence == 1:  # KP-B4: its value is 0
        count(c, owner, planet.top_card, q)
    planet.top_owner = NOBODY
    planet.top_card = NOBODY


# ---------------------------------------------------------------- collecting treasures


def plunder(s: State) -> None:
    """KP-30: what lies with the pirate ship is nobody's."""
    for kind in range(KINDS):
        if kind != TRADE_SHIP or s.opt.pirate_takes_trade_ship == 1:  # KP-B5
            box(s, s.pirate, kind, PLUNDERED)


def box(s: State, q: int, kind: int, event: int) -> None:
    planet = s.planet[q]
    for _ in range(planet.treasure[kind]):
        emit(s, event, kind, q)
    planet.boxed[kind] += planet.treasure[kind]
    planet.treasure[kind] = 0


def open_planet(s: State, q: int) -> None:
    """KP-28, KP-31: those who take part wait for their pick; the first of them will get what is left."""
    s.at = q
    s.waiting = participants(s, q)
    s.strongest = next_in_rank(s, q, s.waiting)


def participants(s: State, q: int) -> int:
    """The seats that take part at a planet, as bits."""
    seats = 0
    for p in range(s.opt.players):
        seats |= s.player[p].present[q] << p
    return seats


def next_in_rank(s: State, q: int, seats: int) -> int:
    """KP-31: the strongest of these seats (a bit each) at planet q, or NOBODY."""
    first = NOBODY
    best = 0
    for p in range(s.opt.players):
        mine = (s.player[p].strength[q] + 1) * ((seats >> p) & 1)  # 0: not among them
        if mine == best and mine > 0 and wins_tie(s, p, first, q):
            first = p
        if mine > best:
            best = mine
            first = p
    return first


def wins_tie(s: State, a: int, b: int, q: int) -> bool:
    """KP-34, KP-35: the stronger one at the next planets counter-clockwise; in a complete tie, by place."""
    for back in range(1, PLANETS):
        there = (q + PLANETS - back) % PLANETS
        if s.player[a].strength[there] != s.player[b].strength[there]:
            return s.player[a].strength[there] > s.player[b].strength[there]
    return s.player[a].tie < s.player[b].tie


def settle(s: State) -> None:
    """KP-37: planet by planet clockwise, until somebody has a choice or all is done."""
    while s.stage == TAKING and not somebody_chooses(s):
        close_planet(s)
        q = (s.at + 1) % PLANETS
        if q != s.trade_home:
            open_planet(s, q)
        else:
            s.stage = DONE
            s.turn = NOBODY
            s.at = 0
            s.waiting = 0
            s.strongest = 0


def somebody_chooses(s: State) -> bool:
    """Whoever has no choice picks at once; True when somebody has one."""
    planet = s.planet[s.at]
    p = next_in_rank(s, s.at, s.waiting)
    while p != NOBODY:
        kinds = kinds_left(planet)
        if kinds == 0:  # KP-32: nothing left for the others
            return False
        alone = p == s.strongest and s.waiting == 1 << p
        if kinds > 1 and not alone and s.opt.auto_pick == 0:
            s.turn = p
            return True
        take(s, p, best_kind(planet))
        p = next_in_rank(s, s.at, s.waiting)
    return False


def take(s: State, p: int, kind: int) -> None:
    """KP-31: the seat takes a treasure."""
    emit(s, TAKEN, p, kind, s.at)
    s.planet[s.at].treasure[kind] -= 1
    s.player[p].won[kind] += 1
    s.waiting -= 1 << p


def kinds_left(planet: Planet) -> int:
    n = 0
    for kind in range(KINDS):
        n += int(planet.treasure[kind] > 0)
    return n


def best_kind(planet: Planet) -> int:
    """The most valuable kind left: kinds ascend in worth, the trade ship is above all."""
    kind = KINDS - 1
    while planet.treasure[kind] == 0:
        kind -= 1
    return kind


def close_planet(s: State) -> None:
    """KP-33, KP-36: what is left goes to the first, or to the box where nobody takes part; best first."""
    planet = s.planet[s.at]
    for back in range(KINDS):
        kind = KINDS - 1 - back
        if s.strongest == NOBODY:
            box(s, s.at, kind, UNCLAIMED)
        else:
            for _ in range(planet.treasure[kind]):
                emit(s, SURPLUS, s.strongest, kind, s.at)
            s.player[s.strongest].won[kind] += planet.treasure[kind]
            planet.treasure[kind] = 0
