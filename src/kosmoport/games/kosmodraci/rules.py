"""Kosmodraci: the rules, once (docs/rules/kosmodraci.md has the numbers).

The cards dealt to seat k are packet k for the whole game. Hands move left step by step, so the card
that leaves packet k in step t leaves it at seat k + t; it is kept in place t, and the cards still in
the hand follow in ascending order. So a place in a packet says who took the card and when, and the
order of the rest tells nobody anything.
"""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import NOBODY, NOT_YOUR_TURN, OK, OVER, UNKNOWN, Action, Seat, emit
from kosmoport.games.kosmodraci.schema import (
    ACTIONS,
    CAPTURED,
    DAMAGE,
    DAMAGE_TAKEN,
    DONE,
    DRAFT,
    HUNT,
    HUNT_BEGAN,
    HUNT_ENDED,
    KINDS,
    LAST_CARD,
    MAX_CREW,
    MAX_DRAGONS,
    MAX_HAND,
    MAX_LAIR,
    MAX_PLAYERS,
    NOT_IN_HAND,
    PASSED,
    PICKED,
    PILE_RENEWED,
    PLAYED,
    REPAIR,
    REPAIRED,
    SHIELD,
    SHIELDS_GAINED,
    SHIELDS_LOST,
    SIDE_BY_LOT,
    TRICK_WON,
    TURNED_UP,
    Components,
    Deal,
    Player,
    State,
    Upper,
)

# ---------------------------------------------------------------- setting up


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """KD-2 to KD-5: crew and dragons are shuffled as far as anybody will see them; sides drawn by lot."""
    for card in range(MAX_CREW):
        d.crew[card] = card if card < c.crew_cards else NOBODY
    shuffle_top(rng, d.crew, s.opt.players * (c.hand + 1), c.crew_cards)
    for dragon in range(MAX_DRAGONS):
        d.dragons[dragon] = dragon if dragon < c.dragons else NOBODY
    shuffle_top(rng, d.dragons, c.lair, c.dragons)
    for kind in range(KINDS):
        d.side[kind] = s.opt.sides[kind]
        if d.side[kind] == SIDE_BY_LOT:
            d.side[kind] = below(rng, 2)


def shuffle_top(rng: Rng, items: list[int], wanted: int, n: int) -> None:
    """Bring so many of n items, drawn one by one, to the front."""
    for i in range(wanted):
        j = i + below(rng, n - i)
        there = items[j]
        items[j] = items[i]
        items[i] = there


def setup(s: State, c: Components, d: Deal) -> None:
    """The table before the first decision (KD-2 to KD-7)."""
    players = s.opt.players
    s.passed = 0
    s.turned = 0
    s.acted = 0
    s.trick = 0
    s.draw = c.crew_cards - players * (c.hand + 1)  # KD-6
    s.discard = 0
    s.virtual = 0
    s.lead = 0
    for p in range(MAX_PLAYERS):
        clear_player(s.player[p])
        s.starter[p] = d.crew[players * c.hand + p] if p < players else NOBODY
        for i in range(MAX_HAND):
            s.packet[p][i] = d.crew[p * c.hand + i] if p < players and i < c.hand else NOBODY
        if p < players:
            sort_cards(s.packet[p], 0, c.hand)
            if c.crew[s.starter[p]].value > c.crew[s.starter[s.lead]].value:
                s.lead = p  # KD-5
    for kind in range(KINDS):
        s.side[kind] = d.side[kind]
    for i in range(MAX_LAIR):
        s.lair[i] = d.dragons[i] if i < c.lair else NOBODY
        s.taker[i] = NOBODY
    if s.opt.family_variant == 1:  # KD-29: no draft
        begin_hunt(s)
    else:
        s.stage = DRAFT
        s.turn = NOBODY
        if c.hand == 1:
            end_draft(s, c)


def clear_player(player: Player) -> None:
    player.gone = 0
    for i in range(MAX_LAIR):
        player.played[i] = NOBODY
    for kind in range(KINDS):
        player.symbols[kind] = 0
    player.points = 0
    player.dragons = 0
    player.shields = 0
    player.damage = 0


def sort_cards(cards: list[int], first: int, end: int) -> None:
    """Cards first to end - 1 in ascending order, in place."""
    for i in range(first + 1, end):
        card = cards[i]
        j = i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


# ---------------------------------------------------------------- who may do what


def is_over(s: State) -> bool:
    return s.stage == DONE


def to_act(s: State) -> int:
    """The seats that have to decide, as a set of bits: in the draft all who have not picked yet."""
    if s.stage == DRAFT:
        return everybody(s) & ~s.acted
    if s.stage == HUNT:
        return 1 << s.turn
    return 0


def everybody(s: State) -> int:
    return (1 << s.opt.players) - 1


def may_act(s: State, seat: Seat) -> bool:
    return 0 <= seat < s.opt.players and (to_act(s) >> seat) & 1 == 1


def hands_move(s: State) -> bool:
    """In the draft and in the author's variant a hand is what is left of a packet."""
    return s.stage == DRAFT or s.opt.family_variant == 1


def packet_of(s: State, seat: Seat) -> int:
    """The packet that is in the seat's hand while hands move (KD-8, KD-29)."""
    k = seat - s.turned  # no division: this is asked at every decision
    return k if k >= 0 else k + s.opt.players


def picked_from(s: State, seat: Seat, step: int) -> int:
    """The packet from which the seat picked in this step of the draft."""
    return (seat + MAX_HAND * s.opt.players - step) % s.opt.players


def hand_card(s: State, seat: Seat, place: int) -> int:
    """The card in this place of the seat's hand, or NOBODY."""
    if hands_move(s):
        if place < s.passed + ((s.acted >> seat) & 1):
            return NOBODY
        return s.packet[packet_of(s, seat)][place]
    if (s.player[seat].gone >> place) & 1 == 1:
        return NOBODY
    return s.packet[picked_from(s, seat, place)][place]


def place_in_hand(s: State, c: Components, seat: Seat, card: int) -> int:
    """The place of a card in the seat's hand, or NOBODY."""
    if hands_move(s):
        hand = s.packet[packet_of(s, seat)]
        for place in range(s.passed + ((s.acted >> seat) & 1), c.hand):
            if hand[place] == card:
                return place
        return NOBODY
    k = seat
    for place in range(c.hand):
        if s.packet[k][place] == card and (s.player[seat].gone >> place) & 1 == 0:
            return place
        k = k - 1 if k > 0 else s.opt.players - 1
    return NOBODY


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """List what this seat may do in `out`; return how many. Any card in hand will do (KD-8, KD-11)."""
    n = 0
    if not may_act(s, seat):
        return n
    if hands_move(s):
        hand = s.packet[packet_of(s, seat)]
        for place in range(s.passed, c.hand):
            out[n] = hand[place]
            n += 1
        return n
    gone = s.player[seat].gone
    k = seat
    for place in range(c.hand):
        out[n] = s.packet[k][place]  # overwritten by the next card if this one has been played
        n += 1 - ((gone >> place) & 1)
        k = k - 1 if k > 0 else s.opt.players - 1
    return n


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if s.stage == DONE:
        return OVER
    if not may_act(s, seat):
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if place_in_hand(s, c, seat, action) == NOBODY:
        return NOT_IN_HAND
    return OK


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """The seat picks or plays a card; the action is legal."""
    if s.stage == DRAFT:
        pick(s, c, seat, action)
    else:
        play_card(s, c, seat, action)


# ---------------------------------------------------------------- phase I: recruiting


def pick(s: State, c: Components, me: Seat, card: int) -> None:
    """KD-8: one card face down; nothing moves before everybody has picked (KD-B28)."""
    take_from_packet(s, me, card)
    emit(s, PICKED, me, card)
    s.acted |= 1 << me
    if s.acted == everybody(s):
        pass_hands(s)
        if s.passed == c.hand - 1:
            end_draft(s, c)


def take_from_packet(s: State, me: Seat, card: int) -> None:
    """The card leaves the hand for the place of this step; those before it move up and stay sorted."""
    cards = s.packet[packet_of(s, me)]
    i = int(s.passed)
    there = cards[i]
    cards[i] = card
    while there != card:
        i += 1
        moved = there
        there = cards[i]
        cards[i] = moved


def pass_hands(s: State) -> None:
    """KD-8, KD-29: every hand goes to the left neighbour."""
    s.acted = 0
    s.passed += 1
    s.turned = s.turned + 1 if s.turned + 1 < s.opt.players else 0
    emit(s, PASSED)


def end_draft(s: State, c: Components) -> None:
    """KD-8, KD-10: the last card is added without being asked for; picks become hands."""
    s.passed = c.hand
    s.turned = c.hand % s.opt.players
    for p in range(s.opt.players):
        emit(s, LAST_CARD, p, s.packet[picked_from(s, p, c.hand - 1)][c.hand - 1])
    begin_hunt(s)


def begin_hunt(s: State) -> None:
    s.stage = HUNT
    s.turn = s.lead
    emit(s, HUNT_BEGAN, s.lead)


# ---------------------------------------------------------------- phase II: the hunt


def play_card(s: State, c: Components, me: Seat, card: int) -> None:
    """KD-11, KD-12: a card face up; its effects at once, targets when the trick is complete."""
    player = s.player[me]
    if hands_move(s):
        take_from_packet(s, me, card)
    else:
        player.gone |= 1 << place_in_hand(s, c, me, card)
    player.played[s.trick] = card
    emit(s, PLAYED, me, card)
    face = c.crew[card]
    keep(player, face.upper)
    for i in range(face.effects):
        carry_out(s, me, face.effect[i], face.times[i])
    s.acted |= 1 << me
    if s.acted == everybody(s):
        end_trick(s, c)
    else:
        s.turn = me + 1 if me + 1 < s.opt.players else 0


def keep(player: Player, face: Upper) -> None:
    """KD-18, KD-20: what counts at the end of a crew card or a dragon before the player."""
    for kind in range(KINDS):
        player.symbols[kind] += face.symbols[kind]
    player.points += face.points


def carry_out(s: State, me: Seat, effect: int, times: int) -> None:
    """KD-13 to KD-15: an effect on the ship of whoever played it; targets come later (KD-16)."""
    if effect == SHIELD:
        gain_shields(s, me, times)
    elif effect == DAMAGE:
        hit(s, me, times)
    elif effect == REPAIR:
        repair(s, me, times)


def gain_shields(s: State, p: int, times: int) -> None:
    """KD-13: cards from the draw pile become shields."""
    take_from_pile(s, times)
    s.player[p].shields += times
    emit(s, SHIELDS_GAINED, p, times, s.player[p].shields)


def hit(s: State, p: int, times: int) -> None:
    """KD-14, KD-16: each time one shield less or, without shields, one damage more."""
    player = s.player[p]
    lost = min(times, player.shields)
    if lost > 0:
        player.shields -= lost
        put_away(s, lost)
        emit(s, SHIELDS_LOST, p, lost, player.shields)
    if times > lost:
        take_from_pile(s, times - lost)
        player.damage += times - lost
        emit(s, DAMAGE_TAKEN, p, times - lost, player.damage)


def repair(s: State, p: int, times: int) -> None:
    """KD-15: each time one damage less; the rest is lost."""
    fixed = min(times, s.player[p].damage)
    if fixed > 0:
        s.player[p].damage -= fixed
        put_away(s, fixed)
        emit(s, REPAIRED, p, fixed, s.player[p].damage)


def take_from_pile(s: State, wanted: int) -> None:
    """KD-B9: an empty pile is renewed from the removed cards; without those markers must do."""
    if s.draw < wanted and s.discard > 0:
        emit(s, PILE_RENEWED, s.discard)
        s.draw += s.discard
        s.discard = 0
    drawn = min(wanted, s.draw)
    s.draw -= drawn
    s.virtual += wanted - drawn


def put_away(s: State, cards: int) -> None:
    """KD-B10: removed cards are discarded; while markers are in use, these go first."""
    markers = min(cards, s.virtual)
    s.virtual -= markers
    s.discard += cards - markers


def end_trick(s: State, c: Components) -> None:
    """KD-16, KD-17: the highest card wins, is hit by the others' targets, and takes the dragon."""
    winner = trick_winner(s, c)
    hits = targets_on(s, c, winner)
    emit(s, TRICK_WON, winner, s.player[winner].played[s.trick], hits)
    hit(s, winner, hits)
    capture(s, c, winner)
    s.lead = winner
    s.turn = winner
    s.trick += 1
    s.acted = 0
    if s.trick < c.lair:
        emit(s, TURNED_UP, s.lair[s.trick])
    if s.opt.family_variant == 1:  # KD-29, after the dragon was turned (KD-B13)
        pass_hands(s)
    if s.trick == c.lair:  # KD-19
        s.stage = DONE
        s.turn = NOBODY
        emit(s, HUNT_ENDED)


def trick_winner(s: State, c: Components) -> int:
    winner = 0
    for p in range(1, s.opt.players):
        if c.crew[s.player[p].played[s.trick]].value > c.crew[s.player[winner].played[s.trick]].value:
            winner = p
    return winner


def targets_on(s: State, c: Components, winner: int) -> int:
    """KD-16: the targets of everybody else; those on the winner's own card are void."""
    hits = 0
    for p in range(s.opt.players):
        if p != winner:
            hits += c.crew[s.player[p].played[s.trick]].targets
    return hits


def capture(s: State, c: Components, winner: int) -> None:
    dragon = s.lair[s.trick]
    s.taker[s.trick] = winner
    s.player[winner].dragons += 1
    keep(s.player[winner], c.dragon[dragon])
    emit(s, CAPTURED, winner, dragon)
