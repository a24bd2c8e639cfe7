"""Kosmodraci: scoring cards, totals, ties and the share of the win (KD-20 to KD-28)."""

from kosmoport.core.sharing import share_win
from kosmoport.games.kosmodraci.schema import KINDS, SIDE_A, Components, State

RESEARCH = 0
MORALE = 1
CRIME = 2

FIRST_POINTS = 10
SECOND_POINTS = 5

NO_COUNT = -1  # a count that nobody has: there is no second place
ENDLESS = 9999  # the same, above all counts


def scores(s: State, c: Components, out: list[int]) -> None:
    """KD-27: scoring cards, printed points, shields and damage."""
    for p in range(s.opt.players):
        out[p] = base(s, p)
    for kind in range(KINDS):
        most, second_most, fewest, second_fewest = ends(s, kind)
        for p in range(s.opt.players):
            out[p] += for_count(s, kind, s.player[p].symbols[kind], most, second_most, fewest, second_fewest)


def total(s: State, p: int) -> int:
    """The points of one player."""
    points = base(s, p)
    for kind in range(KINDS):
        points += award(s, kind, p)
    return points


def base(s: State, p: int) -> int:
    """KD-27: all points that do not come from scoring cards."""
    player = s.player[p]
    return player.points + player.shields * s.opt.shield_points + player.damage * s.opt.damage_points


def award(s: State, kind: int, p: int) -> int:
    """KD-21 to KD-23: what one scoring card gives to one player."""
    most, second_most, fewest, second_fewest = ends(s, kind)
    return for_count(s, kind, s.player[p].symbols[kind], most, second_most, fewest, second_fewest)


def ends(s: State, kind: int) -> tuple[int, int, int, int]:
    """KD-24, KD-25: the highest count and the next below it, the lowest and the next above it."""
    most = int(s.player[0].symbols[kind])
    fewest = most
    second_most = NO_COUNT
    second_fewest = ENDLESS
    for p in range(1, s.opt.players):
        count = int(s.player[p].symbols[kind])
        if count > most:
            second_most = most
            most = count
        elif count < most:
            second_most = max(second_most, count)
        if count < fewest:
            second_fewest = fewest
            fewest = count
        elif count > fewest:
            second_fewest = min(second_fewest, count)
    return most, second_most, fewest, second_fewest


def for_count(
    s: State, kind: int, count: int, most: int, second_most: int, fewest: int, second_fewest: int
) -> int:
    """KD-21 to KD-23: both sides of the three cards."""
    side_a = s.side[kind] == SIDE_A
    if kind == RESEARCH:  # KD-26: with equal counts everybody is both
        if side_a:
            return FIRST_POINTS * int(count == most) + SECOND_POINTS * int(count == fewest)
        return -FIRST_POINTS * int(count == fewest) - SECOND_POINTS * int(count == most)
    upwards = FIRST_POINTS * int(count == most) + SECOND_POINTS * int(count == second_most)
    downwards = FIRST_POINTS * int(count == fewest) + SECOND_POINTS * int(count == second_fewest)
    if kind == MORALE:
        return upwards if side_a else -downwards
    return downwards if side_a else -upwards


def returns(s: State, c: Components, out: list[int]) -> None:
    """Each seat's share of the win in sixtieths: points first, then captured dragons (KD-28)."""
    scores(s, c, out)
    for p in range(s.opt.players):
        out[p] = out[p] * 32 + s.player[p].dragons
    share_win(out, s.opt.players)
