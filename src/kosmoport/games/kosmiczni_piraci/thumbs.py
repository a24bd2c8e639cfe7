"""Kosmiczni Piraci: rules of thumb, for the greedy bot and as a guide for the search.

- Pirates go where the treasure is, but not where the pirate ship would plunder it.
- Strength is spread: a planet that has own pirates already, and strong ones, needs others less.
- A pirate that stays far behind the strongest rival of a planet is wasted.
- Strong pirates first; at the end the weak ones are left.
- A face-down card of somebody else may be a teleport: rather risk a weak card than a strong one.
- The own teleport waits where others want to go, and never lies under an own card.
"""

from kosmoport.core.contract import NOBODY, Action, Seat
from kosmoport.games.kosmiczni_piraci.schema import (
    HAND,
    KINDS,
    LAYS,
    TAKING,
    Components,
    State,
    laid_card,
    laid_on,
)

HIDDEN_STRENGTH = 6  # what a face-down card of somebody else may well be
HALFWAY = 4  # cards in hand


def worth(s: State, c: Components, seat: Seat, action: Action) -> int:
    """How good an action looks to the seat; a hundred more is clearly better."""
    if s.stage == TAKING:
        return 100 * c.worth[action - LAYS]
    card = laid_card(action)
    q = laid_on(action)
    if c.teleport[card] == 1:
        return trap_worth(s, c, seat, q)
    return pirate_worth(s, c, seat, q, c.value[card])


def pirate_worth(s: State, c: Components, seat: Seat, q: int, value: int) -> int:
    """A pirate of this value on planet q."""
    planet = s.planet[q]
    player = s.player[seat]
    mine = int(player.strength[q])
    if planet.top_owner == seat:
        if c.teleport[planet.top_card] == 1:  # both would be lost
            return -1000
        mine += c.value[planet.top_card]
    cards_here = 0
    in_hand = 0
    for card in range(c.cards):
        cards_here += int(player.place[card] == q)
        in_hand += int(player.place[card] == HAND)
    looks = 10 * prize_at(s, c, q) + 10 * value + 2 * value * (in_hand - HALFWAY)
    looks -= 30 * cards_here + 20 * mine
    looks -= 3 * max(0, min(10, strongest_rival(s, seat, q) - mine - value))
    return looks - teleport_risk(s, c, seat, q) * value // 5


def prize_at(s: State, c: Components, q: int) -> int:
    """The treasure at a planet; little of it where the pirate ship is."""
    total = 0
    for kind in range(KINDS):
        total += s.planet[q].treasure[kind] * c.worth[kind]
    return total // 3 if s.pirate == q else total


def strongest_rival(s: State, seat: Seat, q: int) -> int:
    """The most strength that another player shows here, a hidden card included."""
    rival = 0
    for p in range(s.opt.players):
        if p != seat:
            strength = int(s.player[p].strength[q])
            if s.planet[q].top_owner == p:
                strength += HIDDEN_STRENGTH
            rival = max(rival, strength)
    return rival


def teleport_risk(s: State, c: Components, seat: Seat, q: int) -> int:
    """Hundredths: is the face-down card of somebody else here a teleport?"""
    owner = s.planet[q].top_owner
    if owner == NOBODY or owner == seat:
        return 0
    unseen = 0
    traps = 0
    for card in range(c.cards):
        if s.player[owner].seen[card] == 0:
            unseen += 1
            traps += c.teleport[card]
    return 100 * traps // unseen


def trap_worth(s: State, c: Components, seat: Seat, q: int) -> int:
    """A teleport is good where treasure and rivals are, and must not catch an own card."""
    rivals = 0
    for p in range(s.opt.players):
        if p != seat:
            rivals += int(s.player[p].present[q] == 1 or s.planet[q].top_owner == p)
    return 10 * prize_at(s, c, q) + 30 * rivals - (40 if s.planet[q].top_owner == seat else 0)


def seen(s: State, c: Components, viewer: Seat, seat: Seat, action: Action) -> int:
    """KP-40: others see where a card is laid, not which; what is taken they see."""
    return LAYS + action if action >= LAYS else laid_on(action)
