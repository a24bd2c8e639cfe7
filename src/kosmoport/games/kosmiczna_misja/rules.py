"""Kosmiczna Misja: the rules, once (docs/rules/kosmiczna_misja.md has the numbers)."""

from kosmoport.core.chance import Rng, below, shuffle
from kosmoport.core.contract import CHANCE, NOBODY, NOT_YOUR_TURN, OK, OVER, UNKNOWN, Action, Seat, emit
from kosmoport.games.kosmiczna_misja.geometry import (
    clear_player,
    fits,
    has_enough,
    lift_tile,
    open_planet,
    put_tile,
)
from kosmoport.games.kosmiczna_misja.schema import (
    ACTIONS,
    ADD,
    ADDED,
    BANK,
    CANNOT_ADD,
    CANNOT_DISCARD,
    DISCARD,
    DISCARDED,
    DONE,
    ENDED,
    EXHAUSTED,
    FINISHED,
    FOUNDED,
    JOINED,
    MAX_PLAYERS,
    MAX_TILES,
    MUST_TAKE,
    NOT_IN_BANK,
    QUADRANTS,
    REFILLED,
    REOPENED,
    ROLLED,
    ROLLING,
    SKIP,
    SKIPPED,
    STALEMATE,
    STILL_ON,
    TAKING,
    TWO_UNFINISHED_PLANETS,
    UNFINISHED,
    VANISHED,
    Components,
    Deal,
    Player,
    State,
    add_action,
    added_place,
    added_slot,
    place_at,
    planet_of,
    quadrant_of,
)

# ---------------------------------------------------------------- setting up


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """KM-2, KM-3: the stack and the starting seat."""
    d.start = s.opt.start_seat
    if d.start == NOBODY:
        d.start = below(rng, s.opt.players)
    for i in range(MAX_TILES):
        d.stack[i] = i if i < c.tiles else NOBODY
    shuffle(rng, d.stack, c.tiles)


def setup(s: State, c: Components, d: Deal) -> None:
    """KM-2: a face-down stack and three tiles beside it."""
    s.ended = STILL_ON
    s.idle = 0
    s.boxed = 0
    for i in range(MAX_TILES):
        s.box[i] = NOBODY
        s.stack[i] = NOBODY
    s.left = c.tiles
    for i in range(c.tiles):
        s.stack[i] = d.stack[c.tiles - 1 - i]
    s.banked = min(BANK, c.tiles)
    for b in range(BANK):
        s.bank[b] = draw(s) if b < s.banked else NOBODY
    for p in range(MAX_PLAYERS):
        clear_player(s.player[p])
    s.start = d.start
    begin_turn(s, d.start)


def draw(s: State) -> int:
    """The top tile leaves the stack."""
    s.left -= 1
    tile = s.stack[s.left]
    s.stack[s.left] = NOBODY
    return tile


# ---------------------------------------------------------------- turns and the end


def is_over(s: State) -> bool:
    return s.stage == DONE


def to_act(s: State) -> int:
    """The seats that have to decide, as a set of bits: one seat, or none while the die is due."""
    if s.stage != TAKING:
        return 0
    return 1 << s.turn


def chance_due(s: State) -> bool:
    return s.stage == ROLLING


def roll(s: State, c: Components, rng: Rng) -> int:
    """KM-6: the place on the die of the face rolled."""
    return below(rng, c.faces)


def begin_turn(s: State, seat: Seat) -> None:
    """KM-4, KM-5: a roll first, except in everybody's first turn."""
    s.turn = seat
    s.roll = NOBODY
    s.stage = ROLLING if s.player[seat].begun == 1 else TAKING


def end_turn(s: State, c: Components) -> None:
    """KM-24, KM-B23: the end comes at once, else the next player's turn."""
    if s.banked == 0:
        finish(s, EXHAUSTED)
    elif is_stalemate(s, c):
        finish(s, STALEMATE)
    else:
        begin_turn(s, (s.turn + 1) % s.opt.players)


def finish(s: State, how: int) -> None:
    s.stage = DONE
    s.ended = how
    s.turn = NOBODY
    s.roll = NOBODY
    emit(s, ENDED, how)


def is_stalemate(s: State, c: Components) -> bool:
    """KM-27: enough idle rounds, and no roll can help anybody; or the technical limit.

    A round is one turn of everybody, whoever began it. Whether a roll could help is asked when the rounds
    are complete; the answer cannot change before a tile is taken or discarded, which restarts the count.
    """
    if s.idle >= s.opt.max_idle_rounds * s.opt.players:
        return True
    if s.idle < s.opt.stalemate_rounds * s.opt.players:
        return False
    highest = 0
    for face in range(c.faces):
        highest = max(highest, c.die[face])
    for p in range(s.opt.players):
        if can_use_bank(s, c, s.player[p], highest):
            return False
    return True


def can_use_bank(s: State, c: Components, player: Player, astronauts: int) -> bool:
    """KM-17: some tile of the bank could start or extend a planet."""
    if player.opens < UNFINISHED:
        return s.banked > 0
    for i in range(player.opens):
        planet = player.planet[player.open[i]]
        if has_enough(planet, astronauts):
            for q in range(QUADRANTS):
                for b in range(s.banked):
                    if fits(s, c, planet, s.bank[b], q):
                        return True
    return False


# ---------------------------------------------------------------- who may do what


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """List what this seat may do in `out`; return how many."""
    if s.stage != TAKING or seat != s.turn:
        return 0
    player = s.player[seat]
    n = 0
    if player.opens < UNFINISHED:  # KM-8, KM-9
        for b in range(s.banked):
            out[n] = b
            n += 1
    n = list_extensions(s, c, player, out, n)
    if n == 0:  # KM-17, KM-18: only a blocked player need not take a tile
        n = list_discards(s, player, out)
        out[n] = SKIP
        n += 1
    return n


def list_extensions(s: State, c: Components, player: Player, out: list[int], n: int) -> int:
    """KM-10: every bank tile wherever it may be added."""
    for i in range(player.opens):
        k = player.open[i]
        planet = player.planet[k]
        if has_enough(planet, s.roll):
            for q in range(QUADRANTS):
                if planet.tile[q] == NOBODY:
                    for b in range(s.banked):
                        if fits(s, c, planet, s.bank[b], q):
                            out[n] = add_action(place_at(k, q), b)
                            n += 1
    return n


def list_discards(s: State, player: Player, out: list[int]) -> int:
    """KM-18, KM-19: every tile a blocked player may put into the box."""
    n = 0
    for k in range(player.planets):
        for q in range(QUADRANTS):
            if can_discard(s, player, k, q):
                out[n] = DISCARD + place_at(k, q)
                n += 1
    return n


def can_discard(s: State, player: Player, k: int, q: int) -> bool:
    """KM-19, KM-B5: a tile of an unfinished planet, or of any planet where the table agreed so."""
    if k >= player.planets or player.planet[k].tile[q] == NOBODY:
        return False
    return player.planet[k].size < QUADRANTS or s.opt.discard_from_complete == 1


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if s.stage == DONE:
        return OVER
    if seat == CHANCE:
        return why_not_roll(s, c, action)
    if s.stage != TAKING or seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    player = s.player[seat]
    if action < ADD:
        return why_not_new(s, player, action)
    if action < DISCARD:
        return why_not_add(s, c, player, added_place(action), added_slot(action))
    blocked = not can_use_bank(s, c, player, s.roll)
    if action == SKIP:
        return OK if blocked else MUST_TAKE
    place = action - DISCARD
    if blocked and can_discard(s, player, planet_of(place), quadrant_of(place)):
        return OK
    return CANNOT_DISCARD


def why_not_roll(s: State, c: Components, face: int) -> int:
    if s.stage != ROLLING:
        return NOT_YOUR_TURN
    return OK if 0 <= face < c.faces else UNKNOWN


def why_not_new(s: State, player: Player, b: int) -> int:
    if player.opens >= UNFINISHED:  # KM-9
        return TWO_UNFINISHED_PLANETS
    return OK if b < s.banked else NOT_IN_BANK


def why_not_add(s: State, c: Components, player: Player, place: int, b: int) -> int:
    """KM-10, KM-15: own unfinished planets only, enough astronauts, matching edges."""
    if b >= s.banked:
        return NOT_IN_BANK
    k = planet_of(place)
    if k >= player.planets or not has_enough(player.planet[k], s.roll):
        return CANNOT_ADD
    return OK if fits(s, c, player.planet[k], s.bank[b], quadrant_of(place)) else CANNOT_ADD


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """The die shows a face, or the seat takes a tile, discards one or does nothing; it is legal."""
    if seat == CHANCE:
        s.roll = c.die[action]
        s.stage = TAKING
        emit(s, ROLLED, s.turn, s.roll)
    elif action < DISCARD:
        use_tile(s, c, seat, action)
    elif action < SKIP:
        place = action - DISCARD
        discard_tile(s, c, seat, planet_of(place), quadrant_of(place))
    else:
        s.idle += 1
        emit(s, SKIPPED, seat)
        end_turn(s, c)


# ---------------------------------------------------------------- taking a tile


def use_tile(s: State, c: Components, seat: Seat, action: Action) -> None:
    """KM-7: one tile of the bank starts or extends a planet; then the bank is filled up."""
    if action < ADD:
        found_planet(s, c, seat, action)
        b = action
    else:
        b = added_slot(action)
        place = added_place(action)
        extend_planet(s, c, seat, b, planet_of(place), quadrant_of(place))
    s.player[seat].begun = 1
    s.idle = 0
    refill(s, b)
    end_turn(s, c)


def found_planet(s: State, c: Components, seat: Seat, b: int) -> None:
    """KM-8: the first tile lies in the north-west; as planets can be turned, nothing is lost."""
    player = s.player[seat]
    k = open_planet(player)
    put_tile(c, player, k, s.bank[b], 0)
    emit(s, FOUNDED, seat, s.bank[b], k)


def extend_planet(s: State, c: Components, seat: Seat, b: int, k: int, q: int) -> None:
    player = s.player[seat]
    planet = player.planet[k]
    emit(s, ADDED, seat, s.bank[b], k, q)
    joined = put_tile(c, player, k, s.bank[b], q)
    if joined > 0:
        emit(s, JOINED, seat, k, joined)
    if planet.size == QUADRANTS:
        emit(s, FINISHED, seat, k, planet.stations)


def refill(s: State, b: int) -> None:
    """KM-22, KM-23: the top of the stack takes the place of the tile taken, else the bank shrinks."""
    if s.left > 0:
        s.bank[b] = draw(s)
        emit(s, REFILLED, s.bank[b], b)
    else:
        s.banked -= 1
        for i in range(b, s.banked):
            s.bank[i] = s.bank[i + 1]
        s.bank[s.banked] = NOBODY


# ---------------------------------------------------------------- discarding a tile


def discard_tile(s: State, c: Components, seat: Seat, k: int, q: int) -> None:
    """KM-18, KM-21: one tile goes into the box, and the turn is over."""
    player = s.player[seat]
    planet = player.planet[k]
    s.box[s.boxed] = planet.tile[q]
    s.boxed += 1
    emit(s, DISCARDED, seat, planet.tile[q], k, q)
    if planet.size == QUADRANTS:
        emit(s, REOPENED, seat, k)
    if planet.size == 1:
        emit(s, VANISHED, seat, k)
    lift_tile(c, player, k, q)
    s.idle = 0
    end_turn(s, c)
