"""Kosmodraci: rules of thumb, for the greedy bot and as a guide for the search.

In the draft:
- Take what the scoring cards pay for: morale first, then research; leave crime to the others.
- With side A of research both ends are paid: the more research you have, the more another one is worth.
- The highest cards win dragons, the very first of them most surely; even with damage they are worth it.
- Of the effects shields are the best; targets and repairs are worth a little.

In the hunt:
- A dragon is worth its points and symbols, and that nobody else has it, less the targets that will hit you:
  those on the table and some more from everybody still to play. A target costs a shield, or else a damage.
- A card below the highest on the table wins nothing; one above it surely wins if you are the last, and the
  less likely the more follow you and the more cards are higher.
- Shields are worth more than their points while tricks are to come; repairs only mend what is broken.
- Targets are for tricks that somebody else wins, best somebody without shields.
- Keep what will be worth more later, the strong cards above all; towards the end less and less. In the
  family variant the hand is passed on, so keep nothing.
"""

from kosmoport.core.contract import NOBODY, Action, Seat
from kosmoport.games.kosmodraci.schema import (
    DAMAGE,
    DRAFT,
    REPAIR,
    SHIELD,
    SIDE_A,
    Components,
    Crew,
    Player,
    State,
    Upper,
)
from kosmoport.games.kosmodraci.scoring import CRIME, MORALE, RESEARCH

FACE_DOWN = -1  # what others notice of a pick

POINT = 20  # what a point is worth; everything else is measured against it

RESEARCH_A = 16  # a symbol, by the side of its scoring card
RESEARCH_B = 22
MORALE_A = 48
MORALE_B = 50
CRIME_A = -40
CRIME_B = -50
MORE_RESEARCH = 4  # a research symbol for every one there is already, side A

TOP_CARD = 245  # that the highest card of all wins a dragon, before its damage ...
PER_PLAYER_LESS = 23  # ... less so much for every player, as there are only so many dragons ...
STEP_DOWN = 4  # ... and how much less each card below it is worth
TOP_CARDS = 8  # so many cards win nearly always: of these, each one more is worth less

DRAFT_SHIELD = 51  # an effect, before it is known how much it will be needed
DRAFT_REPAIR = 16
DRAFT_TARGET = 22
DRAFT_DAMAGE = -28

NOBODY_ELSE = 40  # that the dragon goes to nobody else
SHIELD_LATER = 10  # a shield, for every trick to come
MORE_TARGETS = 8  # tenths of a target from everybody still to play
AIM = 28  # a target on a winner who has no shields left ...
AIM_AT_SHIELDS = 20  # ... and on one who has
HIGHER_CARD = 16  # eighths of a 128th: what each higher card takes off the chance to win
KEEP_TOP = 10  # 128ths for every trick to come: how much of a strong card's worth is kept ...
KEEP = 13  # ... and of everything else on a card


def worth(s: State, c: Components, seat: Seat, action: Action) -> int:
    """How good an action looks to the seat; a hundred more is clearly better."""
    if s.stage == DRAFT:
        return pick_worth(s, c, seat, action)
    return play_worth(s, c, seat, action)


# ---------------------------------------------------------------- the draft


def pick_worth(s: State, c: Components, seat: Seat, card: int) -> int:
    """A card in the draft, beside those already picked."""
    research = 0
    top_cards = 0
    k = seat
    for step in range(s.passed):
        held = s.packet[k][step]
        research += c.crew[held].upper.symbols[RESEARCH]
        top_cards += int(higher_cards(c, held) < TOP_CARDS)
        k = k - 1 if k > 0 else s.opt.players - 1
    total = upper_worth(s, c.crew[card].upper) + effects_worth(c.crew[card])
    if s.side[RESEARCH] == SIDE_A:
        total += MORE_RESEARCH * research * c.crew[card].upper.symbols[RESEARCH]
    return total + strong_worth(s, c, card) * (8 - top_cards) // 8


def higher_cards(c: Components, card: int) -> int:
    return c.crew_cards - 1 - card


def strong_worth(s: State, c: Components, card: int) -> int:
    """What a card is worth because it may win a dragon."""
    return max(0, TOP_CARD - PER_PLAYER_LESS * s.opt.players - STEP_DOWN * higher_cards(c, card))


def upper_worth(s: State, face: Upper) -> int:
    """Points and symbols of a crew card or a dragon."""
    return POINT * face.points + symbols_worth(s, face)


def symbols_worth(s: State, face: Upper) -> int:
    """Symbols by the sides of the scoring cards."""
    return (
        face.symbols[RESEARCH] * (RESEARCH_A if s.side[RESEARCH] == SIDE_A else RESEARCH_B)
        + face.symbols[MORALE] * (MORALE_A if s.side[MORALE] == SIDE_A else MORALE_B)
        + face.symbols[CRIME] * (CRIME_A if s.side[CRIME] == SIDE_A else CRIME_B)
    )


def effects_worth(face: Crew) -> int:
    """Effects, when nobody knows yet when they will come."""
    total = 0
    for i in range(face.effects):
        effect = face.effect[i]
        each = DRAFT_TARGET
        if effect == SHIELD:
            each = DRAFT_SHIELD
        elif effect == DAMAGE:
            each = DRAFT_DAMAGE
        elif effect == REPAIR:
            each = DRAFT_REPAIR
        total += face.times[i] * each
    return total


# ---------------------------------------------------------------- the hunt


def play_worth(s: State, c: Components, seat: Seat, card: int) -> int:
    """A card in the hunt: what it gives, what it wins, whom it hits, and what it would be worth later."""
    face = c.crew[card]
    player = s.player[seat]
    highest, holder, targets, behind = trick_so_far(s, c)
    shields, damage = ship_after(player, face)
    chance = win_chance(c, card, highest, behind)
    upper = upper_worth(s, face.upper)
    total = upper + (shields - player.shields) * shield_worth(s, c)
    total += (damage - player.damage) * POINT * s.opt.damage_points
    if chance > 0:
        total += chance * dragon_worth(s, c, shields, 10 * targets + MORE_TARGETS * behind) >> 7
    total += (128 - chance) * face.targets * aim_worth(s, holder, targets) >> 7
    return total - kept_worth(s, c, card, upper)


def trick_so_far(s: State, c: Components) -> tuple[int, int, int, int]:
    """The highest card on the table, who played it, all targets, and how many play after this turn."""
    highest = NOBODY
    holder = NOBODY
    targets = 0
    behind = s.opt.players - 1
    for p in range(s.opt.players):
        card = s.player[p].played[s.trick]
        if card != NOBODY:
            behind -= 1
            targets += c.crew[card].targets
            if card > highest:
                highest = card
                holder = p
    return highest, holder, targets, behind


def ship_after(player: Player, face: Crew) -> tuple[int, int]:
    """Shields and damage of a ship when the effects of a card have been carried out (KD-13 to KD-15)."""
    shields = int(player.shields)
    damage = int(player.damage)
    for i in range(face.effects):
        times = face.times[i]
        if face.effect[i] == SHIELD:
            shields += times
        elif face.effect[i] == DAMAGE:
            damage += max(0, times - shields)
            shields = max(0, shields - times)
        elif face.effect[i] == REPAIR:
            damage = max(0, damage - times)
    return shields, damage


def win_chance(c: Components, card: int, highest: int, behind: int) -> int:
    """The chance to win the trick, in 128ths."""
    if card < highest:
        return 0
    each = max(0, 128 - higher_cards(c, card) * HIGHER_CARD // 8)
    chance = 128
    for _ in range(behind):
        chance = chance * each >> 7
    return chance


def shield_worth(s: State, c: Components) -> int:
    return POINT * s.opt.shield_points + SHIELD_LATER * (c.lair - 1 - s.trick)


def dragon_worth(s: State, c: Components, shields: int, tenths: int) -> int:
    """The open dragon, less so many tenths of a hit on the ship that takes it."""
    dragon = c.dragon[s.lair[s.trick]]
    stopped = min(tenths, 10 * shields)
    hits = (tenths - stopped) * POINT * s.opt.damage_points - stopped * shield_worth(s, c)
    return NOBODY_ELSE + upper_worth(s, dragon) + (hits * 13 >> 7)  # 13/128: a tenth, also of less than 0


def aim_worth(s: State, holder: int, targets: int) -> int:
    """A target more on whoever has the highest card now."""
    if holder != NOBODY and s.player[holder].shields > targets:
        return AIM_AT_SHIELDS
    return AIM


def kept_worth(s: State, c: Components, card: int, upper: int) -> int:
    """What is given up by playing a card now, which has so much on its upper part."""
    later = c.lair - 1 - s.trick
    if later == 0 or s.opt.family_variant == 1:
        return 0
    rest = upper + effects_worth(c.crew[card])
    return later * (KEEP_TOP * strong_worth(s, c, card) + KEEP * rest) >> 7


# ---------------------------------------------------------------- what others see


def seen(s: State, c: Components, viewer: Seat, seat: Seat, action: Action) -> int:
    """KD-8, KD-11: picks are secret, cards in the hunt are played face up."""
    return FACE_DOWN if s.stage == DRAFT else action
