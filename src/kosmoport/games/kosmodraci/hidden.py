"""Kosmodraci: what a seat cannot know, dealt anew, and what it knows as numbers (KD-31 to KD-33).

A seat sees packet k in the steps in which the packet is in its hand: its sights, `players` steps apart.
Before the first sight the packet is dark to it. In a sight it learns which cards are left, and of what
leaves the packet until the next sight it knows the set, but not who took which card. In the author's
variant all cards leave a packet openly, so a packet seen once is known for ever.
"""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import NOBODY, Seat
from kosmoport.games.kosmodraci.rules import hand_card, hands_move, picked_from, sort_cards
from kosmoport.games.kosmodraci.schema import KINDS, MAX_CREW, MAX_DRAGONS, MAX_PLAYERS, Components, State

IN_MY_HAND = 32  # observation of a crew card: bits of the seats that may have it, and these
FACE_UP = 64
REVEALED = 128

OPEN_DRAGON = 6  # observation of a dragon: 1 + the seat that captured it, or this

HEAD = 12 + KINDS
PER_PLAYER = 6 + KINDS
OBSERVATION = HEAD + MAX_CREW + MAX_DRAGONS + MAX_PLAYERS * PER_PLAYER


# ---------------------------------------------------------------- who has seen what


def first_sight(s: State, c: Components, seat: Seat, k: int) -> int:
    """The step in which the seat first saw packet k; c.hand if it never has."""
    if seat < 0:
        return c.hand
    step = (seat + s.opt.players - k) % s.opt.players
    return step if step <= s.passed and step < c.hand else c.hand


def next_sight(s: State, c: Components, sight: int) -> int:
    """The step in which it saw the packet again; c.hand if it has not."""
    step = sight + s.opt.players
    return step if step <= s.passed and step < c.hand else c.hand


def left_packet(s: State, k: int) -> int:
    """How many cards have left packet k for good; while hands move, the others are in a hand."""
    holder = (k + s.passed) % s.opt.players
    return s.passed + ((s.acted >> holder) & 1) if hands_move(s) else s.passed


def is_public(s: State, k: int, place: int) -> bool:
    """Has everybody seen this card, because it was played?"""
    if s.opt.family_variant == 1:
        return place < left_packet(s, k)
    return (s.player[(k + place) % s.opt.players].gone >> place) & 1 == 1


# ---------------------------------------------------------------- another world


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """Deal anew, each possible world equally likely, what the seat does not know."""
    redeal_lair(s, c, rng)
    if s.opt.family_variant == 0:
        forget_origins(s, c, seat, rng)
        shuffle_passed_on(s, c, seat, rng)
    fill_dark(s, c, seat, rng)
    if hands_move(s):
        for k in range(s.opt.players):
            sort_cards(s.packet[k], left_packet(s, k), c.hand)


def redeal_lair(s: State, c: Components, rng: Rng) -> None:
    """KD-33: the face-down dragons are any that nobody has seen."""
    taken = 0
    for i in range(c.lair):
        if i > s.trick:
            s.lair[i] = below(rng, c.dragons)
            while (taken >> s.lair[i]) & 1 == 1:
                s.lair[i] = below(rng, c.dragons)
        taken |= 1 << s.lair[i]


def forget_origins(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """A card that the seat first saw when it was played may come from any packet dark to the seat then."""
    for p in range(s.opt.players):
        if p != seat and s.player[p].gone != 0:
            for place in range(c.hand):
                if is_dark(s, c, seat, p, place):
                    other = place + below(rng, c.hand - place)
                    while not is_dark(s, c, seat, p, other):
                        other = place + below(rng, c.hand - place)
                    swap_picks(s, p, place, other)


def is_dark(s: State, c: Components, seat: Seat, p: int, place: int) -> bool:
    """Did player p pick in this step from a packet that the seat had not seen yet?"""
    return place < first_sight(s, c, seat, picked_from(s, p, place))


def swap_picks(s: State, p: int, a: int, b: int) -> None:
    player = s.player[p]
    if ((player.gone >> a) ^ (player.gone >> b)) & 1 == 1:
        player.gone ^= (1 << a) | (1 << b)
    swap_cards(s, picked_from(s, p, a), a, picked_from(s, p, b), b)


def swap_cards(s: State, k: int, a: int, j: int, b: int) -> None:
    card = s.packet[k][a]
    s.packet[k][a] = s.packet[j][b]
    s.packet[j][b] = card


def shuffle_passed_on(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """KD-32: what left a packet between two sights may have been taken in any order."""
    for k in range(s.opt.players):
        sight = first_sight(s, c, seat, k)
        while sight < c.hand:
            end = next_sight(s, c, sight)
            if sight < s.passed:
                shuffle_covered(s, k, sight + 1, end, rng)
            sight = end


def shuffle_covered(s: State, k: int, first: int, end: int, rng: Rng) -> None:
    """Shuffle the cards of places first to end - 1 that have not been played."""
    for place in range(first, end):
        if not is_public(s, k, place):
            other = place + below(rng, end - place)
            while is_public(s, k, other):
                other = place + below(rng, end - place)
            swap_cards(s, k, place, k, other)


def fill_dark(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """Cards the seat has never seen: any it does not know, the draw pile included."""
    low, middle, high = known_crew(s, c, seat)
    for k in range(s.opt.players):
        for place in range(first_sight(s, c, seat, k)):
            if not is_public(s, k, place):
                card = draw_crew(rng, c.crew_cards, low, middle, high)
                low |= bit_in_word(card, 0)
                middle |= bit_in_word(card, 1)
                high |= bit_in_word(card, 2)
                s.packet[k][place] = card


def known_crew(s: State, c: Components, seat: Seat) -> tuple[int, int, int]:
    """The crew cards the seat has seen, as a set in three words: revealed, played, or in its hand once."""
    low = 0
    middle = 0
    high = 0
    for k in range(s.opt.players):
        dark = first_sight(s, c, seat, k)
        for place in range(c.hand + 1):
            card = s.starter[k] if place == c.hand else s.packet[k][place]
            if place >= dark or is_public(s, k, place):
                low |= bit_in_word(card, 0)
                middle |= bit_in_word(card, 1)
                high |= bit_in_word(card, 2)
    return low, middle, high


def draw_crew(rng: Rng, cards: int, low: int, middle: int, high: int) -> int:
    """A crew card, each equally likely, that is not in the set."""
    card = below(rng, cards)
    while bit_in_word(card, 0) & low or bit_in_word(card, 1) & middle or bit_in_word(card, 2) & high:
        card = below(rng, cards)
    return card


def bit_in_word(card: int, word: int) -> int:
    return 1 << (card - 32 * word) if card // 32 == word else 0


# ---------------------------------------------------------------- what a seat knows, as numbers


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """What the seat knows, seats counted from its own (a spectator counts from seat 0)."""
    first = seat if seat >= 0 else 0
    out[0] = s.opt.players
    out[1] = s.stage
    out[2] = s.passed
    out[3] = s.trick
    out[4] = from_seat(s, s.lead, first)
    out[5] = from_seat(s, s.turn, first)
    out[6] = s.draw
    out[7] = s.discard
    out[8] = s.virtual
    out[9] = s.opt.family_variant
    out[10] = s.opt.shield_points
    out[11] = s.opt.damage_points
    for kind in range(KINDS):
        out[12 + kind] = s.side[kind]
    observe_crew(s, c, seat, first, out, HEAD)
    observe_dragons(s, c, first, out, HEAD + MAX_CREW)
    for i in range(MAX_PLAYERS):
        observe_player(s, c, first, i, out, HEAD + MAX_CREW + MAX_DRAGONS + i * PER_PLAYER)


def from_seat(s: State, p: int, first: int) -> int:
    return (p - first + s.opt.players) % s.opt.players if p >= 0 else NOBODY


def observe_player(s: State, c: Components, first: int, i: int, out: list[int], n: int) -> None:
    if i >= s.opt.players:
        for j in range(PER_PLAYER):
            out[n + j] = 0
        return
    p = (first + i) % s.opt.players
    player = s.player[p]
    out[n] = cards_held(s, c, p)
    out[n + 1] = (s.acted >> p) & 1
    out[n + 2] = player.shields
    out[n + 3] = player.damage
    out[n + 4] = player.points
    out[n + 5] = player.dragons
    for kind in range(KINDS):
        out[n + 6 + kind] = player.symbols[kind]


def cards_held(s: State, c: Components, p: int) -> int:
    """KD-31: everybody can count the cards in a hand."""
    held = 0
    for place in range(c.hand):
        if hand_card(s, p, place) != NOBODY:
            held += 1
    return held


def observe_dragons(s: State, c: Components, first: int, out: list[int], n: int) -> None:
    for dragon in range(MAX_DRAGONS):
        out[n + dragon] = 0
    for i in range(min(s.trick + 1, c.lair)):
        taker = from_seat(s, s.taker[i], first)
        out[n + s.lair[i]] = OPEN_DRAGON if taker == NOBODY else 1 + taker


def observe_crew(s: State, c: Components, seat: Seat, first: int, out: list[int], n: int) -> None:
    """Of every crew card: the seats that may have it as bits; 0 where nothing is known."""
    for card in range(MAX_CREW):
        out[n + card] = 0
    for p in range(s.opt.players):
        out[n + s.starter[p]] = REVEALED
        for i in range(c.lair):
            if s.player[p].played[i] != NOBODY:
                out[n + s.player[p].played[i]] = FACE_UP | 1 << from_seat(s, p, first)
        sight = first_sight(s, c, seat, p)
        while sight < c.hand:
            end = next_sight(s, c, sight) if s.opt.family_variant == 0 else c.hand
            observe_places(s, p, sight, sight + 1, first, out, n)
            observe_places(s, p, sight + 1, end, first, out, n)
            sight = end
    if seat >= 0:
        for place in range(c.hand):
            card = hand_card(s, seat, place)
            if card != NOBODY:
                out[n + card] = IN_MY_HAND | 1


def observe_places(s: State, k: int, first_place: int, end: int, first: int, out: list[int], n: int) -> None:
    """Cards of which only the set is known: any of those who took one of them may have any."""
    seats = 0
    for place in range(first_place, end):
        if not is_public(s, k, place):
            seats |= 1 << from_seat(s, (k + min(place, s.passed)) % s.opt.players, first)
    for place in range(first_place, end):
        if not is_public(s, k, place):
            out[n + s.packet[k][place]] = seats
