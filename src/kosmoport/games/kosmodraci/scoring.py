"""Kosmodraci: scoring cards, totals, ties and the share of the win (KD-20 to KD-28)."""

from kosmoport.core.sharing import share_win
from kosmoport.games.kosmodraci.schema import KINDS, SIDE_A

RESEARCH = 0
MORALE = 1
CRIME = 2

FIRST_POINTS = 10
SECOND_POINTS = 5

FIRST = 0  # positions
SECOND = 1
FURTHER = 2


def scores(s, c, out):
    """KD-27: scoring cards, printed points, shields and damage."""
    for p in range(s.opt.players):
        out[p] = total(s, p)


def total(s, p):
    points = base(s, p)
    for kind in range(KINDS):
        points += award(s, kind, p)
    return points


def base(s, p):
    """KD-27: all points that do not come from scoring cards."""
    player = s.player[p]
    return player.points + player.shields * s.opt.shield_points + player.damage * s.opt.damage_points


def award(s, kind, p):
    """KD-21 to KD-23: what one scoring card gives to one player."""
    side_a = s.side[kind] == SIDE_A
    if kind == RESEARCH:  # KD-26: with equal counts everybody is both
        most = position(s, kind, p, 1) == FIRST
        fewest = position(s, kind, p, -1) == FIRST
        if side_a:
            return most * FIRST_POINTS + fewest * SECOND_POINTS
        return -(fewest * FIRST_POINTS + most * SECOND_POINTS)
    if kind == MORALE:
        return for_position(position(s, kind, p, 1)) if side_a else -for_position(position(s, kind, p, -1))
    return for_position(position(s, kind, p, -1)) if side_a else -for_position(position(s, kind, p, 1))


def for_position(place):
    if place == FIRST:
        return FIRST_POINTS
    return SECOND_POINTS if place == SECOND else 0


def position(s, kind, p, sign):
    """KD-24, KD-25: counted from the most (sign 1) or the fewest (-1); a tie for first leaves a second."""
    mine = sign * s.player[p].symbols[kind]
    nearest = mine  # of the counts that are better ...
    farthest = mine  # ... the smallest and the greatest
    for q in range(s.opt.players):
        theirs = sign * s.player[q].symbols[kind]
        if theirs > mine:
            if nearest == mine or theirs < nearest:
                nearest = theirs
            if theirs > farthest:
                farthest = theirs
    if farthest == mine:
        return FIRST
    return SECOND if nearest == farthest else FURTHER


def standing(s, p):
    """KD-28: points first, then captured dragons."""
    return total(s, p) * 32 + s.player[p].dragons


def returns(s, c, out):
    """Each seat's share of the win in sixtieths; equals share it (KD-28)."""
    for p in range(s.opt.players):
        out[p] = standing(s, p)
    share_win(out, s.opt.players)
