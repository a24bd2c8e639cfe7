"""Kosmiczna Eskadra: points of a round, won rounds, and the share of the win (KE-25 to KE-27)."""

from kosmoport.core.contract import NOBODY, emit
from kosmoport.core.sharing import share_win
from kosmoport.games.kosmiczna_eskadra.schema import (
    AFLOAT,
    LOSS,
    MAX_PLAYERS,
    ROUND_WON,
    SCORED,
    TROPHY,
    Components,
    State,
)


def count_points(s: State, c: Components) -> None:
    """KE-25: hull of trophies, plus ore on surviving ships, minus hull of own losses."""
    for p in range(MAX_PLAYERS):
        s.player[p].points = 0
    for i in range(s.lying):
        ship = s.ship[i]
        hull = c.type[ship.card].hull
        if ship.fate == AFLOAT:
            s.player[ship.owner].points += ship.ore
        elif ship.fate == TROPHY:
            s.player[ship.taker].points += hull
        elif ship.fate == LOSS:
            s.player[ship.owner].points -= hull
    for p in range(s.opt.players):
        emit(s, SCORED, p, s.player[p].points)


def award_round(s: State) -> None:
    """KE-26, KE-B27: the sole leader, at whatever number of points, wins the round."""
    s.winner = 0
    leaders = 1
    for p in range(1, s.opt.players):
        if s.player[p].points > s.player[s.winner].points:
            s.winner = p
            leaders = 1
        elif s.player[p].points == s.player[s.winner].points:
            leaders += 1
    if leaders > 1:
        s.winner = NOBODY
        emit(s, ROUND_WON, NOBODY, 0)
    else:
        s.player[s.winner].wins += 1
        emit(s, ROUND_WON, s.winner, s.player[s.winner].wins)


def match_winner(s: State) -> int:
    """KE-27: who has won enough rounds; NOBODY yet."""
    for p in range(s.opt.players):
        if s.player[p].wins >= s.opt.wins:
            return p
    return NOBODY


def scores(s: State, c: Components, out: list[int]) -> None:
    """Rounds won."""
    for p in range(s.opt.players):
        out[p] = s.player[p].wins


def returns(s: State, c: Components, out: list[int]) -> None:
    """Each seat's share of the win in sixtieths; while the match is on, the leaders would share it."""
    for p in range(s.opt.players):
        out[p] = s.player[p].wins
    share_win(out, s.opt.players)
