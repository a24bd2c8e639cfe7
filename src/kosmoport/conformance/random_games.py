"""Random games end; legal actions are exactly the accepted ones; what is refused changes nothing."""

from __future__ import annotations

from typing import Any

from kosmoport.conformance.tables import (
    Broken,
    hold,
    is_posed,
    last_moment,
    moments,
    option_sets,
)
from kosmoport.core import layout
from kosmoport.core.contract import CHANCE, MAX_SEATS, OK, SPECTATOR, WHOLE_WIN
from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.play import Play
from kosmoport.engine.reference import playing

OUTSIDERS = (SPECTATOR, CHANCE, MAX_SEATS, 99)


def games_end_in_positions_that_can_occur(game: Game, players: int) -> int:
    """Invariants hold before every move, and the end is what the rules and the scoring say; positions."""
    looked = 0
    for seed, options in enumerate(option_sets(game, players)):
        for play, _ in moments(game, options, seed):
            _can_occur(play)
            idle = not play.seats_to_act() and not play.chance_due
            hold(
                play.over == idle,
                "is_over says no, and nobody is to act"
                if idle
                else "is_over says yes, and to_act or chance_due that the game goes on",
            )
            looked += 1
        _is_scored(play)
    return looked


def _can_occur(play: Play) -> None:
    for wrong in play.game.invariants.problems(play.s, play.c):
        raise Broken(f"invariants.py refuses a position of a random game: {wrong}")


def _is_scored(play: Play) -> None:
    shares, players = play.game.returns(play.s, play.c), play.options["players"]
    fair = (WHOLE_WIN, WHOLE_WIN // players * players)
    hold(sum(shares) in fair, f"returns are {shares}; shares of the win must sum to {WHOLE_WIN}")
    hold(min(shares) >= 0, f"returns are {shares}; a share of the win cannot be below 0")
    hold(len(play.game.scores(play.s, play.c)) == players, "scores must be as many as players")


def legal_actions_are_exactly_the_accepted_ones(game: Game, players: int) -> int:
    """What `legal_actions` lists is what `why_not` accepts; how often a seat was asked."""
    looked = 0
    for seed, options in enumerate(option_sets(game, players)[:6]):
        for play, rng in moments(game, options, 100 + seed, every=3):
            for seat in range(players):
                _same_legality(play, seat, rng)
                looked += 1
            for seat in OUTSIDERS:
                hold(play.legal(seat) == [], f"legal_actions lists actions of {seat}, which is no seat")
                if seat != CHANCE:
                    refused = game.reason(play.s, play.c, seat, 0) is not None
                    hold(refused, f"why_not accepts an action of {seat}, which is no seat")
    return looked


def _same_legality(play: Play, seat: int, rng: Any) -> None:
    game, rules, legal = play.game, play.game.rules, play.legal(seat)
    hold(len(set(legal)) == len(legal), f"legal_actions lists an action of seat {seat} twice: {legal}")
    acts = seat in play.seats_to_act()
    hold(
        bool(legal) == acts,
        f"to_act names seat {seat}, and legal_actions lists nothing"
        if acts
        else f"legal_actions lists {legal} of seat {seat}, which to_act does not name",
    )
    if is_posed(game):
        for kind in legal:
            action = playing(game).complete_action(play.s, play.c, seat, kind, rng)
            hold(rules.why_not(play.s, play.c, seat, action) == OK, f"why_not refuses a pose of kind {kind}")
        return
    answers = {a: rules.why_not(play.s, play.c, seat, a) for a in range(-2, game.schema.ACTIONS + 2)}
    for code in answers.values():
        known = 0 <= code < len(game.reasons)
        hold(known, f"why_not gives the reason {code}, and REASONS of actions.py has no id for it")
    accepted = [action for action, code in answers.items() if code == OK]
    for action in sorted({*legal} ^ {*accepted}):
        raise Broken(
            f"why_not refuses action {action} of seat {seat}, which legal_actions lists"
            if action in legal
            else f"why_not accepts action {action} of seat {seat}, which legal_actions does not list"
        )


def views_made_together_are_those_made_one_by_one(game: Game, players: int) -> int:
    """For games with `shared_views`; positions."""
    seats, looked = (SPECTATOR, *range(players)), 0
    for seed, options in enumerate(option_sets(game, players)[:3]):
        for play, _ in moments(game, options, 200 + seed, every=7):
            alone = [play.view(seat) for seat in seats]
            hold(play.views(seats) == alone, "views made together are not those made one by one")
            looked += 1
    return looked


def refused_actions_give_a_reason_and_change_nothing(game: Game, players: int) -> int:
    """Actions that nobody may do, one by one; how many."""
    refused = 0
    for seed in range(2):
        for play, _ in moments(game, game.read_options({"players": players}), seed, every=5):
            before = layout.to_data(play.s), len(play.moves)
            bad = [(seat, a) for seat in (*range(players), *OUTSIDERS) for a in (-(2**40), -1, 10**16, 2**62)]
            bad += [(seat, 0) for seat in range(players) if seat not in play.seats_to_act()]
            for seat, action in bad:
                _is_refused(play, seat, action)
                refused += 1
            hold((layout.to_data(play.s), len(play.moves)) == before, "why_not changes the state")
            hold(play.s.happened == [], "why_not tells events")
    return refused


def _is_refused(play: Play, seat: int, action: int) -> None:
    try:
        play.act(seat, action)
    except Refused as refused:
        hold(refused.reason in play.game.reasons[1:], f"no reason has the id {refused.reason!r}")
    except IndexError:
        raise Broken(f"why_not({seat}, {action}) gives a reason that REASONS does not have") from None
    else:
        raise Broken(f"why_not accepts action {action} of {seat}, which nobody may do")


def an_ended_game_accepts_nothing(game: Game, players: int) -> int:
    """After the end every seat is told that it is over."""
    play = last_moment(game, game.read_options({"players": players}), 7)
    for seat in range(players):
        hold(play.legal(seat) == [], f"legal_actions lists actions of seat {seat} when the game is over")
        reason = game.reason(play.s, play.c, seat, 0)
        hold(reason == "over", f"when the game is over, why_not must say OVER, not {reason}")
    return players
