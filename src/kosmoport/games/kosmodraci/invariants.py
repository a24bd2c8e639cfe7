"""Kosmodraci: what is true of every position, for tests and for positions read from files."""

from __future__ import annotations

from collections.abc import Iterator

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmodraci import hidden, rules, schema
from kosmoport.games.kosmodraci.schema import (
    DONE,
    DRAFT,
    HUNT,
    KINDS,
    MAX_PLAYERS,
    SIDE_A,
    SIDE_B,
    Components,
    Deal,
    State,
)


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    if not 3 <= s.opt.players <= MAX_PLAYERS:
        yield f"opt.players is {s.opt.players}, not 3 to 5"
        return
    if s.stage not in (DRAFT, HUNT, DONE):
        yield f"stage is {s.stage}, not 0, 1 or 2"
        return
    if s.opt.family_variant not in (0, 1) or min(s.opt.sides) < 0:
        yield "opt.family_variant must be 0 or 1 and opt.sides not negative"
        return
    for check in (_progress, _packets, _lair, _played):  # each may rely on those before it
        found = list(check(s, c))
        yield from found
        if found:
            return
    yield from _running_sums(s, c)
    yield from _piles(s, c)


def _progress(s: State, c: Components) -> Iterator[str]:
    """How far the game is, and whose turn it is."""
    if not all(side in (SIDE_A, SIDE_B) for side in s.side):
        yield f"side is {s.side}; a side is 0 or 1"
    if not 0 <= s.trick <= c.lair or (s.trick == c.lair) != (s.stage == DONE):
        yield f"trick is {s.trick}, which does not fit stage {s.stage}"
    if s.opt.family_variant:
        if s.stage == DRAFT or s.passed != s.trick:
            yield "in the author's variant there is no draft, and hands move once in every trick"
    elif not (0 <= s.passed < max(c.hand - 1, 1) if s.stage == DRAFT else s.passed == c.hand):
        yield f"passed is {s.passed}, which does not fit stage {s.stage}"
    if s.turned != s.passed % s.opt.players:
        yield f"turned is {s.turned}, but hands have moved {s.passed} times"
    if s.stage == DRAFT and s.trick != 0:
        yield f"trick is {s.trick} in the draft"
    if not 0 <= s.lead < s.opt.players:
        yield f"lead is {s.lead}, which is not a seat"
    elif not _acted_fits(s):
        yield f"acted is {s.acted} and turn {s.turn}, which do not fit stage {s.stage}"


def _acted_fits(s: State) -> bool:
    """In the hunt the seats from the leader to the one before the turn have played (KD-11)."""
    if s.stage != HUNT:
        highest = rules.everybody(s) - 1 if s.stage == DRAFT else 0
        return bool(s.turn == NOBODY and 0 <= s.acted <= highest)
    if not 0 <= s.turn < s.opt.players:
        return False
    before = (s.turn - s.lead) % s.opt.players
    return bool(s.acted == sum(1 << (s.lead + i) % s.opt.players for i in range(before)))


def _packets(s: State, c: Components) -> Iterator[str]:
    """Every crew card lies in one place; what is left in a hand is sorted."""
    used = [s.packet[k][t] for k in range(s.opt.players) for t in range(c.hand)] + s.starter[: s.opt.players]
    if not all(0 <= card < c.crew_cards for card in used) or len(set(used)) != len(used):
        yield "packet and starter must name different crew cards"
        return
    spare = [card for k, row in enumerate(s.packet) for card in (row[c.hand :] if k < s.opt.players else row)]
    if any(card != NOBODY for card in spare + s.starter[s.opt.players :]):
        yield "places that are not in use must be -1 in packet and starter"
    for k in range(s.opt.players) if rules.hands_move(s) else ():
        left = s.packet[k][hidden.left_packet(s, k) : c.hand]
        if left != sorted(left):
            yield f"packet[{k}] must be in ascending order where it is still in a hand"


def _lair(s: State, c: Components) -> Iterator[str]:
    lair = s.lair[: c.lair]
    if not all(0 <= dragon < c.dragons for dragon in lair) or len(set(lair)) != c.lair:
        yield "lair must name different dragons"
    if not all(0 <= taker < s.opt.players for taker in s.taker[: s.trick]):
        yield "taker must name a seat for every finished trick"
    if any(number != NOBODY for number in s.lair[c.lair :] + s.taker[s.trick :]):
        yield "places that are not in use must be -1 in lair and taker"
    if s.trick > 0 and s.lead != s.taker[s.trick - 1]:
        yield f"lead is {s.lead}, but seat {s.taker[s.trick - 1]} won the last trick"


def _played(s: State, c: Components) -> Iterator[str]:
    """Everybody has played one card to each finished trick, out of the own hand (KD-11)."""
    for p in range(MAX_PLAYERS):
        number = s.trick + (s.acted >> p & 1 if s.stage == HUNT else 0) if p < s.opt.players else 0
        played = s.player[p].played[:number]
        if any(card != NOBODY for card in s.player[p].played[number:]):
            yield f"player[{p}].played has more than {number} cards"
        if s.opt.family_variant or p >= s.opt.players:
            fits = s.player[p].gone == 0
            left = [s.packet[rules.picked_from(s, p, t)][t] for t in range(number)]
        else:
            out = [t for t in range(c.hand) if s.player[p].gone >> t & 1]
            fits = s.player[p].gone == sum(1 << t for t in out)
            left = [s.packet[rules.picked_from(s, p, t)][t] for t in out]
        if not fits or sorted(left) != sorted(played):
            yield f"player[{p}].played and the cards gone from the hand are not the same"
    for i in range(s.trick):
        winner = max(range(s.opt.players), key=lambda p: s.player[p].played[i])
        if winner != s.taker[i]:
            yield f"taker[{i}] is {s.taker[i]}, but seat {winner} played the highest card"


def _running_sums(s: State, c: Components) -> Iterator[str]:
    for p in range(MAX_PLAYERS):
        player = s.player[p]
        dragons = [s.lair[i] for i in range(s.trick) if s.taker[i] == p]
        faces = [c.crew[card].upper for card in player.played if card != NOBODY] + [
            c.dragon[i] for i in dragons
        ]
        symbols = [sum(face.symbols[kind] for face in faces) for kind in range(KINDS)]
        if player.dragons != len(dragons):
            yield f"player[{p}].dragons is {player.dragons}, but {len(dragons)} were captured"
        if player.symbols != symbols or player.points != sum(face.points for face in faces):
            yield f"player[{p}].symbols and points must be what played cards and dragons show"


def _piles(s: State, c: Components) -> Iterator[str]:
    """KD-34, KD-B9: shields and damage are cards of the draw pile, or markers when there are none."""
    ships = [(player.shields, player.damage) for player in s.player]
    if min(s.draw, s.discard, s.virtual, *(n for ship in ships for n in ship)) < 0:
        yield "draw, discard, virtual, shields and damage cannot be negative"
    if any(ship != (0, 0) for ship in ships[s.opt.players :]):
        yield "shields and damage must be 0 for seats that nobody has"
    if s.virtual and (s.draw or s.discard):
        yield "there are markers in use, but still cards in the piles"
    cards = s.draw + s.discard + sum(map(sum, ships)) - s.virtual
    pile = c.crew_cards - s.opt.players * (c.hand + 1)
    if cards != pile:
        yield f"piles, shields and damage make {cards} cards, not {pile}"


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    for name, pile, n in (("crew", d.crew, c.crew_cards), ("dragons", d.dragons, c.dragons)):
        if sorted(pile[:n]) != list(range(n)) or any(card != NOBODY for card in pile[n:]):
            yield f"{name} must have each of its {n} cards once, and -1 in the other places"
    for kind in range(KINDS):
        wanted = (SIDE_A, SIDE_B) if s.opt.sides[kind] == schema.SIDE_BY_LOT else (s.opt.sides[kind],)
        if d.side[kind] not in wanted:
            yield f"side[{kind}] is {d.side[kind]}, which the options do not allow"
