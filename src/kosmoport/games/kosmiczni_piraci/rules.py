"""Kosmiczni Piraci: the rules, once (docs/rules/kosmiczni_piraci.md has the numbers)."""

from kosmoport.core.chance import below, shuffle
from kosmoport.core.contract import CHANCE, NOBODY, NOT_YOUR_TURN, OK, OVER, UNKNOWN, emit

PLANETS = 6  # numbered clockwise; also the most a game can have
MAX_PLAYERS = 5
MAX_CARDS = 8  # in one hand
MAX_KINDS = 7  # different treasures, without the trade ship
TRADE_SHIP = 7  # its slot among the kinds of treasure (KP-29)
KINDS = 8
MAX_ON_PLANET = 4
MAX_WON = 21  # 20 treasures and the trade ship

LAYS = 48  # action 6 * card + planet lays a card; LAYS + kind takes a treasure
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

BY_SEAT = 0  # option full_tie (KP-35)
BY_REVERSE_SEAT = 1
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

OPT = (
    ("players", "int8", ()),
    ("start_seat", "int8", ()),  # NOBODY: by lot
    ("planet_order", "int8", (PLANETS,)),  # printed planet at each place of the ring; NOBODY: by lot
    ("pirate_takes_trade_ship", "int8", ()),
    ("teleport_counts_as_presence", "int8", ()),
    ("full_tie", "int8", ()),
    ("tiebreak", "int8", ()),  # 0 distinct values, 1 pieces
    ("auto_pick", "int8", ()),
)

COMPONENTS = (
    ("cards", "int8", ()),  # cards in a hand
    ("value", "int8", (MAX_CARDS,)),
    ("teleport", "int8", (MAX_CARDS,)),  # 1: this card is a teleport
    ("kinds", "int8", ()),  # different treasures
    ("worth", "int16", (KINDS,)),  # of each kind, ascending; the trade ship in the last slot
    ("pieces", "int8", (KINDS,)),  # of each kind in the box
    ("each", "int8", (MAX_PLAYERS + 1,)),  # treasures on every planet, by number of players (KP-6)
    ("richer", "int8", (MAX_PLAYERS + 1,)),  # planets without a ship that get one more
)

DEAL = (
    ("start", "int8", ()),
    ("order", "int8", (PLANETS,)),  # printed planet at each place; 0 is the trade ship's, 1 the pirates'
    ("treasure", "int8", (PLANETS, MAX_ON_PLANET)),  # kinds, NOBODY where there is none
    ("box", "int8", (KINDS,)),  # pieces of each kind that stay in the box
    ("lot", "int8", (MAX_PLAYERS,)),  # rank of each seat in complete ties when they are settled by lot
)

PLANET = (
    ("treasure", "int8", (KINDS,)),  # pieces of each kind to be had
    ("boxed", "int8", (KINDS,)),  # pieces nobody gets
    ("top_owner", "int8", ()),  # of the face-down card, or NOBODY
    ("top_card", "int8", ()),
)

PLAYER = (
    ("place", "int8", (MAX_CARDS,)),  # a planet, HAND, LOST or SPENT
    ("moment", "int8", (MAX_CARDS,)),  # how many cards were laid before it, anywhere
    ("seen", "int8", (MAX_CARDS,)),  # 1: everybody has seen this card
    ("lot", "int8", ()),
    ("strength", "int16", (PLANETS,)),  # counted when the laying ends (KP-27)
    ("present", "int8", (PLANETS,)),
    ("won", "int8", (MAX_WON,)),  # kinds, in the order taken
    ("wins", "int8", ()),  # how many
    ("score", "int16", ()),
)

STATE = (
    ("opt", OPT, ()),
    ("stage", "int8", ()),
    ("turn", "int8", ()),
    ("start", "int8", ()),
    ("laid", "int8", ()),  # cards laid so far
    ("ended", "int8", ()),
    ("order", "int8", (PLANETS,)),
    ("trade", "int8", ()),  # planet of each ship now ...
    ("pirate", "int8", ()),
    ("trade_home", "int8", ()),  # ... and at the start
    ("pirate_home", "int8", ()),
    ("settled", "int8", ()),  # planets dealt with in stage 2
    ("rank", "int8", (MAX_PLAYERS,)),  # participants at the planet being settled, strongest first
    ("ranked", "int8", ()),
    ("picked", "int8", ()),  # how many of them have picked
    ("planet", PLANET, (PLANETS,)),
    ("player", PLAYER, (MAX_PLAYERS,)),
)


# ---------------------------------------------------------------- setting up


def deal(s, c, rng, d):
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
    deal_treasures(s, c, rng, d)


def deal_treasures(s, c, rng, d):
    """KP-6: so many on every planet, and one more on some planets without a ship."""
    left = 0
    for kind in range(c.kinds):
        left += c.pieces[kind]
        d.box[kind] = c.pieces[kind]
    for q in range(PLANETS):
        for i in range(MAX_ON_PLANET):
            d.treasure[q][i] = NOBODY
            if i < c.each[s.opt.players]:
                d.treasure[q][i] = draw_treasure(d, rng, left)
                left -= 1
    richer = c.richer[s.opt.players]
    poorer = PLANETS - 2 - richer  # planets without a ship that get no more
    for q in range(PLANETS):
        if d.order[q] > 1:  # KP-B19: each choice of planets is equally likely
            if below(rng, richer + poorer) < richer:
                d.treasure[q][c.each[s.opt.players]] = draw_treasure(d, rng, left)
                left -= 1
                richer -= 1
            else:
                poorer -= 1


def draw_treasure(d, rng, left):
    """One of the `left` treasures in the box, each equally likely."""
    r = below(rng, left)
    kind = 0
    while r >= d.box[kind]:
        r -= d.box[kind]
        kind += 1
    d.box[kind] -= 1
    return kind


def setup(s, c, d):
    """The table before the first card (KP-5 to KP-9)."""
    s.stage = LAYING
    s.turn = d.start
    s.start = d.start
    s.laid = 0
    s.ended = STILL_ON
    s.settled = 0
    s.ranked = 0
    s.picked = 0
    for q in range(PLANETS):
        s.order[q] = d.order[q]
        if d.order[q] == 0:
            s.trade = q
            s.trade_home = q
        if d.order[q] == 1:
            s.pirate = q
            s.pirate_home = q
        clear_planet(s.planet[q])
        for i in range(MAX_ON_PLANET):
            if d.treasure[q][i] != NOBODY:
                s.planet[q].treasure[d.treasure[q][i]] += 1
    for p in range(MAX_PLAYERS):
        s.rank[p] = NOBODY
        clear_player(s.player[p])
        s.player[p].lot = d.lot[p]


def clear_planet(planet):
    for kind in range(KINDS):
        planet.treasure[kind] = 0
        planet.boxed[kind] = 0
    planet.top_owner = NOBODY
    planet.top_card = NOBODY


def clear_player(player):
    for card in range(MAX_CARDS):
        player.place[card] = HAND
        player.moment[card] = 0
        player.seen[card] = 0
    for q in range(PLANETS):
        player.strength[q] = 0
        player.present[q] = 0
    for i in range(MAX_WON):
        player.won[i] = NOBODY
    player.wins = 0
    player.score = 0


# ---------------------------------------------------------------- who may do what


def is_over(s):
    return s.stage == DONE


def to_act(s):
    """The seats that have to decide, as a set of bits: one seat at a time here."""
    if s.stage == DONE:
        return 0
    return 1 << s.turn


def legal_actions(s, c, seat, out):
    """List what this seat may do in `out`; return how many."""
    n = 0
    if s.stage == LAYING and seat == s.turn:  # KP-10, KP-11: any card on any planet
        for card in range(c.cards):
            if s.player[seat].place[card] == HAND:
                for q in range(PLANETS):
                    out[n] = card * PLANETS + q
                    n += 1
    if s.stage == TAKING and seat == s.turn:  # KP-31: any treasure that is left
        for kind in range(KINDS):
            if s.planet[settling(s)].treasure[kind] > 0:
                out[n] = LAYS + kind
                n += 1
    return n


def why_not(s, c, seat, action):
    """Why the seat may not do this now; OK if it may."""
    if s.stage == DONE:
        return OVER
    if seat == CHANCE or seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if s.stage == TAKING:
        if action < LAYS or s.planet[settling(s)].treasure[action - LAYS] == 0:
            return NO_SUCH_TREASURE
        return OK
    card = action // PLANETS
    if action >= LAYS or card >= c.cards or s.player[seat].place[card] != HAND:
        return NOT_IN_HAND
    return OK


def apply(s, c, seat, action):
    """The seat lays a card or takes a treasure; the action is legal."""
    if s.stage == LAYING:
        send_pirate(s, c, seat, action // PLANETS, action % PLANETS)
    else:
        pick(s, c, seat, action - LAYS)


# ---------------------------------------------------------------- sending pirates


def send_pirate(s, c, me, card, q):
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
            lay(s, me, card, q)
            ended = move_ships(s, q)
    if ended == STILL_ON and s.laid == c.cards * s.opt.players:  # KP-24 (b)
        ended = ALL_CARDS
    if ended == STILL_ON:
        s.turn = (me + 1) % s.opt.players
    else:
        end_laying(s, c, ended)


def lay(s, me, card, q):
    s.player[me].place[card] = q
    s.planet[q].top_owner = me
    s.planet[q].top_card = card


def move_ships(s, q):
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


def end_laying(s, c, ended):
    """KP-24, KP-25: everything on the table is turned up; then the planets are settled one by one."""
    s.ended = ended
    emit(s, LAYING_ENDED, ended)
    for q in range(PLANETS):
        planet = s.planet[q]
        if planet.top_owner != NOBODY:
            s.player[planet.top_owner].seen[planet.top_card] = 1
            emit(s, REVEALED, planet.top_owner, planet.top_card, q)
            planet.top_owner = NOBODY
            planet.top_card = NOBODY
    count_strengths(s, c)
    s.stage = TAKING
    s.planet[s.trade].treasure[TRADE_SHIP] = 1  # KP-29
    plunder(s)
    s.settled = 0
    open_planet(s, c)


# ---------------------------------------------------------------- collecting treasures


def count_strengths(s, c):
    """KP-26 to KP-28: pirates count, teleports do not."""
    for p in range(s.opt.players):
        player = s.player[p]
        for card in range(c.cards):
            q = player.place[card]
            if q >= 0:
                if c.teleport[card] == 0:
                    player.strength[q] += c.value[card]
                    player.present[q] = 1
                elif s.opt.teleport_counts_as_presence == 1:  # KP-B4
                    player.present[q] = 1


def plunder(s):
    """KP-30: what lies with the pirate ship is nobody's."""
    planet = s.planet[s.pirate]
    for kind in range(KINDS):
        if kind != TRADE_SHIP or s.opt.pirate_takes_trade_ship == 1:  # KP-B5
            box(s, planet, kind, PLUNDERED, s.pirate)


def box(s, planet, kind, event, q):
    for _ in range(planet.treasure[kind]):
        emit(s, event, kind, q)
    planet.boxed[kind] += planet.treasure[kind]
    planet.treasure[kind] = 0


def settling(s):
    """KP-37: the planet being settled, clockwise from the trade ship's start."""
    return (s.trade_home + s.settled) % PLANETS


def open_planet(s, c):
    """Go on to the next planet where somebody has a choice; the end if there is none."""
    waiting = False
    while not waiting and s.settled < PLANETS:
        q = settling(s)
        rank_participants(s, q)
        if s.ranked == 0:  # KP-36
            for kind in range(KINDS):
                box(s, s.planet[q], kind, UNCLAIMED, q)
        waiting = next_picker(s, c, q)
        if not waiting:
            s.settled += 1
    if not waiting:
        s.stage = DONE
        s.turn = NOBODY
        s.ranked = 0
        s.picked = 0
        for p in range(MAX_PLAYERS):
            s.rank[p] = NOBODY


def rank_participants(s, q):
    """KP-28, KP-34: those present, strongest first."""
    s.ranked = 0
    s.picked = 0
    for p in range(MAX_PLAYERS):
        s.rank[p] = NOBODY
    for p in range(s.opt.players):
        if s.player[p].present[q] == 1:
            i = s.ranked
            while i > 0 and goes_first(s, p, s.rank[i - 1], q):
                s.rank[i] = s.rank[i - 1]
                i -= 1
            s.rank[i] = p
            s.ranked += 1


def goes_first(s, a, b, q):
    """KP-34, KP-35: stronger here, else on the next planets counter-clockwise, else by seat."""
    for back in range(PLANETS):
        there = (q + PLANETS - back) % PLANETS
        if s.player[a].strength[there] != s.player[b].strength[there]:
            return s.player[a].strength[there] > s.player[b].strength[there]
    if s.opt.full_tie == BY_LOT:
        return s.player[a].lot < s.player[b].lot
    if s.opt.full_tie == BY_REVERSE_SEAT:
        return turn_order(s, a) > turn_order(s, b)
    return turn_order(s, a) < turn_order(s, b)


def turn_order(s, p):
    return (p + s.opt.players - s.start) % s.opt.players


def next_picker(s, c, q):
    """Whoever has no choice picks at once; True when somebody has one."""
    planet = s.planet[q]
    while s.picked < s.ranked:
        best = best_kind(planet)
        if best == NOBODY:  # KP-32: nothing left for the others
            return False
        if not (s.ranked == 1 or s.opt.auto_pick == 1 or is_last_kind(planet, best)):
            s.turn = s.rank[s.picked]
            return True
        take(s, c, s.rank[s.picked], best, TAKEN)
        s.picked += 1
    if s.ranked > 0:  # KP-33: all that is left goes to the first
        best = best_kind(planet)
        while best != NOBODY:
            take(s, c, s.rank[0], best, SURPLUS)
            best = best_kind(planet)
    return False


def pick(s, c, seat, kind):
    """KP-31: the seat takes the treasure it chose."""
    take(s, c, seat, kind, TAKEN)
    s.picked += 1
    if not next_picker(s, c, settling(s)):
        s.settled += 1
        open_planet(s, c)


def best_kind(planet):
    """The most valuable kind left (kinds ascend in worth, the trade ship is above all), or NOBODY."""
    for back in range(KINDS):
        if planet.treasure[KINDS - 1 - back] > 0:
            return KINDS - 1 - back
    return NOBODY


def is_last_kind(planet, best):
    for kind in range(best):
        if planet.treasure[kind] > 0:
            return False
    return True


def take(s, c, p, kind, event):
    player = s.player[p]
    s.planet[settling(s)].treasure[kind] -= 1
    player.won[player.wins] = kind
    player.wins += 1
    player.score += c.worth[kind]
    emit(s, event, p, kind, settling(s))
