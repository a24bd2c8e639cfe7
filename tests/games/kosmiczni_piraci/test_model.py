"""Kosmiczni Piraci: whole games beside a second, slow and plain model of the rules made of lists."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosmoport.core.play import generator, new_play
from kosmoport.games.kosmiczni_piraci import GAME
from kosmoport.games.kosmiczni_piraci.case_table import Play

CARDS: list[Any] = [1, 2, 3, 4, 5, 6, 7, "T"]
VALUES = [1, 2, 3, 4, 5, 6, 7, 10]


class Model:
    """The table as lists: piles of [owner, card, face up], treasures by their values."""

    def __init__(self, players: int, start: int, ships: list[int], treasures: list[list[int]]) -> None:
        self.n, self.start, self.turn = players, start, start
        self.homes, self.ships = list(ships), list(ships)
        self.treasures = [sorted(row) for row in treasures]
        self.hands = [list(CARDS) for _ in range(players)]
        self.piles: list[list[list[Any]]] = [[] for _ in range(6)]
        self.lost: list[list[Any]] = [[] for _ in range(players)]
        self.won: list[list[int]] = [[] for _ in range(players)]
        self.over = ""

    def lay(self, card: Any, q: int) -> None:
        """KP-10 to KP-24."""
        me, pile = self.turn, self.piles[q]
        self.hands[me].remove(card)
        turned = pile[-1] if pile and not pile[-1][2] else None
        pile.append([me, card, False])
        home = []
        if turned and turned[1] == "T":
            pile.remove(turned)
            pile.pop()
            self.lost[turned[0]].append("T")
            self.lost[me].append(card)
        elif turned:
            turned[2] = True
            for ship, step in ((0, 1), (1, -1)):
                if self.ships[ship] == q:
                    self.ships[ship] = (q + step) % 6
                    home += [ship] if self.ships[ship] == self.homes[ship] else []
        self.turn = (me + 1) % self.n
        if home:
            self.over = "both_home" if len(home) == 2 else ("trade_home", "pirate_home")[home[0]]
        elif not any(self.hands):
            self.over = "all_cards"

    def strength(self, p: int, q: int) -> int:
        return sum(card for owner, card, _ in self.piles[q] if owner == p and card != "T")

    def ranked(self, q: int) -> list[int]:
        """KP-28, KP-34, KP-35."""
        there = {owner for owner, card, _ in self.piles[q] if card != "T"}
        tie = {p: (p - self.start) % self.n for p in there}
        return sorted(there, key=lambda p: ([-self.strength(p, (q - i) % 6) for i in range(6)], tie[p]))

    def settle(self, picks: Any) -> None:
        """KP-26 to KP-37; `picks` is asked for a value whenever there is a choice."""
        self.treasures[self.ships[0]].append(10)
        self.treasures[self.ships[1]].clear()
        for i in range(6):
            q = (self.homes[0] + i) % 6
            lying, rank = self.treasures[q], self.ranked(q)
            for p in rank:
                if lying:
                    choice = len(rank) > 1 and len(set(lying)) > 1
                    value = picks(p, sorted(set(lying))) if choice else max(lying)
                    lying.remove(value)
                    self.won[p].append(value)
            if rank:
                self.won[rank[0]] += lying
                lying.clear()

    def winners(self) -> list[int]:
        """KP-38, KP-39."""
        standing = [(sum(won), len(set(won))) for won in self.won]
        return [p for p in range(self.n) if standing[p] == max(standing)]


def model_of(play: Play) -> Model:
    s, worth = play.s, play.c.worth
    treasures = [[worth[k] for k in range(8) for _ in range(planet.treasure[k])] for planet in s.planet]
    return Model(s.opt.players, s.start, [s.trade, s.pirate], treasures)


def same_table(play: Play, model: Model) -> None:
    """Everything on the table, as nobody at it could see it."""
    s = play.s
    for q, planet in enumerate(play.view(-1).planets):
        mine = [(card.owner, card.card, card.face_up) for card in planet.pile]
        theirs = [(owner, card if up else None, up) for owner, card, up in model.piles[q]]
        assert mine == theirs
    for p in range(s.opt.players):
        assert [CARDS[i] for i in play.view(p).hand] == model.hands[p]
        assert sum(place < -1 for place in s.player[p].place) == len(model.lost[p])
    assert [s.trade, s.pirate] == model.ships
    assert s.turn == model.turn


@pytest.mark.rule("KP-24")
@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**20),
    players=st.integers(3, 5),
    choices=st.lists(st.integers(0, 47), min_size=61, max_size=61),
    crowded=st.integers(1, 6),
)
def test_games_go_as_in_the_model(seed: int, players: int, choices: list[int], crowded: int) -> None:
    play = new_play(GAME, GAME.read_options({"players": players}), generator(seed))
    model, moves = model_of(play), iter(choices)
    while play.view(-1).stage == "laying":
        same_table(play, model)
        hand = model.hands[model.turn]
        choice = next(moves)
        card, q = hand[choice % len(hand)], choice % crowded
        play.act(play.s.turn, CARDS.index(card) * 6 + q)
        model.lay(card, q)
    assert play.view(-1).ended == model.over

    def picks(p: int, values: list[int]) -> int:
        assert play.s.turn == p
        assert [VALUES[action - 48] for action in play.legal(p)] == values
        value = values[next(moves) % len(values)]
        play.act(p, 48 + VALUES.index(value))
        return value

    model.settle(picks)
    assert play.over
    won = [[VALUES[kind] for kind in other.won] for other in play.view(-1).everybody]
    assert won == [sorted(row) for row in model.won]
    assert GAME.scores(play.s, play.c) == [sum(row) for row in model.won]
    shares = GAME.returns(play.s, play.c)
    assert [p for p in range(players) if shares[p]] == model.winners()
