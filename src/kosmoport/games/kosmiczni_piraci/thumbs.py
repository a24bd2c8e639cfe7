"""Kosmiczni Piraci: rules of thumb, for the greedy bot and as a guide for the search.

- A planet is worth the treasure on it, more with the trade ship, less where the pirates will plunder it.
- Strength counts where it changes the order of the players: overtake the strongest, or stay ahead.
- A planet that is won needs no more pirates; a card far too strong for a planet is better kept.
- A face-down card of somebody else may be a teleport: rather risk a weak card than a strong one.
- The own teleport waits for others on the planet that they want most, and never lies under an own card.
"""

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczni_piraci.schema import HAND, KINDS, LAYS, MAX_CARDS, PLANETS, TAKING, TRADE_SHIP

MEANINGS = 56
HIDDEN_STRENGTH = 7  # halves: what a face-down pirate of somebody else counts for


def worth(s, c, seat, action):
    """How good an action looks to the seat; a hundred more is clearly better."""
    if s.stage == TAKING:
        return 20 * c.worth[action - LAYS]
    card = action // PLANETS
    q = action % PLANETS
    planet = s.planet[q]
    if planet.top_owner == seat and c.teleport[planet.top_card] == 1:  # both would be lost
        return -300
    prize = prize_at(s, c, q)
    if c.teleport[card] == 1:
        return teleport_worth(s, seat, q, prize)
    risk = teleport_risk(s, c, seat, q)
    gain = gain_at(s, c, seat, q, c.value[card], prize)
    return gain * (100 - risk) // 100 - 2 * c.value[card] - c.value[card] * risk // 5


def prize_at(s, c, q):
    """The treasure at a planet, the trade ship where it is, and little where the pirates are."""
    total = 0
    for kind in range(KINDS):
        total += s.planet[q].treasure[kind] * c.worth[kind]
    if s.trade == q:
        total += c.worth[TRADE_SHIP] // 2
    if s.pirate == q:
        total = total // 3
    return total


def gain_at(s, c, seat, q, strength, prize):
    """How the share of the prize grows with so much more strength at the planet."""
    mine = strength_at(s, c, seat, seat, q)
    before = share_at(s, c, seat, q, mine)
    return (share_at(s, c, seat, q, mine + 2 * strength) - before) * prize // 20


def strength_at(s, c, seat, p, q):
    """Strength of a player at a planet in halves, as the seat knows it: a hidden card counts on average."""
    total = 2 * s.player[p].strength[q]
    planet = s.planet[q]
    if planet.top_owner == p:
        total += 2 * c.value[planet.top_card] if p == seat else HIDDEN_STRENGTH
    return total


def share_at(s, c, seat, q, mine):
    """Hundredths of the prize for whoever has so much strength here: the first takes most of it."""
    if mine == 0:
        return 0
    ahead = 0
    rival = 0
    for p in range(s.opt.players):
        if p != seat:
            other = strength_at(s, c, seat, p, q)
            rival = max(rival, other)
            if other >= mine:
                ahead += 1
    if ahead == 0:
        return 50 + min(20, 2 * (mine - rival))  # a narrow lead will not last
    return 30 // ahead


def teleport_risk(s, c, seat, q):
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


def teleport_worth(s, seat, q, prize):
    """A trap is good where others will lay, and wasted on the last cards."""
    rivals = 0
    for p in range(s.opt.players):
        if p != seat:
            rivals += s.player[p].present[q]
    left = 0
    for card in range(MAX_CARDS):
        left += int(s.player[seat].place[card] == HAND)
    bonus = 10 * rivals if left > 2 else 0
    return prize + bonus - (40 if s.planet[q].top_owner == seat else 0)


def meaning(s, c, seat, action):
    """Every action is the same thing in every world."""
    return action


def seen(s, c, viewer, seat, action):
    """KP-40: others see where a card is laid, not which; what is taken they see."""
    return LAYS + action if action >= LAYS else action % PLANETS
