"""Piraci: whole games beside a second, slow and plain model of the rules made of lists."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosmoport.core.chance import below
from kosmoport.core.play import generator, new_play
from kosmoport.games.piraci import GAME
from kosmoport.games.piraci.schema import (
    CALL,
    DECLINE,
    MOVES,
    boarded_place,
    boarding_slot,
    moved_onto,
    moved_slot,
    picture_taken,
)


class Model:
    """The table as lists: units of discs (numbers as in the engine), top first."""

    def __init__(self, players: int, start: int, ships: list[dict[str, Any]], refresh: bool) -> None:
        self.n, self.turn, self.refresh = players, start, refresh
        self.units = [[disc] for disc in range(5 * players)]
        self.money, self.loot = [10] * players, [[] for _ in range(players)]  # type: list[int], list[list[str]]
        self.deck = ships
        self.sight: list[dict[str, Any] | None] = []
        self.over = ""
        self.reveal()
        self.begin(start)

    def reveal(self) -> None:
        self.sight, self.deck = [*self.deck[:3]], self.deck[3:]

    def mine(self, seat: int) -> list[list[int]]:
        return [unit for unit in self.units if unit[0] // 5 == seat]

    def fits(self, unit: list[int]) -> list[tuple[int, dict[str, Any]]]:
        return [(i, ship) for i, ship in enumerate(self.sight) if ship and len(unit) >= ship["min"]]

    def choices(self, seat: int) -> set[tuple[Any, ...]]:
        moves = {
            ("move", unit[0], other[0])
            for unit in self.mine(seat)
            for other in self.units
            if other[0] // 5 != seat and len(unit) + len(other) <= 9
        }
        boards = {
            ("board", unit[0], i, picture)
            for unit in self.mine(seat)
            for i, ship in self.fits(unit)
            for picture in range(len(ship["loot"]))
        }
        return moves | boards

    def begin(self, first: int) -> None:
        order = [(first + k) % self.n for k in range(self.n)]
        while not any(self.choices(seat) for seat in order):
            if not (self.refresh and self.deck):
                self.over = "deadlock"
                return
            self.reveal()
        self.turn = next(seat for seat in order if self.choices(seat))
        self.mutinous: list[int] = []
        self.questions = [
            (seat, unit[0])
            for seat in ((self.turn + k) % self.n for k in range(1, self.n))
            for unit in self.mine(self.turn)
            if sum(disc // 5 == seat for disc in unit) >= 3 and self.fits(unit)
        ]

    def legal(self) -> tuple[int, set[tuple[Any, ...]]]:
        if self.questions:
            return self.questions[0][0], {("call",), ("decline",)}
        every = self.choices(self.turn)
        if self.mutinous:
            every = {choice for choice in every if choice[0] == "board" and choice[1] in self.mutinous}
        return self.turn, every

    def act(self, choice: tuple[Any, ...]) -> None:
        if choice[0] in ("call", "decline"):
            _, top = self.questions.pop(0)
            if choice[0] == "call":
                self.mutinous.append(top)
                self.questions = [(seat, unit) for seat, unit in self.questions if unit != top]
            return
        unit = next(unit for unit in self.units if unit[0] == choice[1])
        self.units.remove(unit)
        if choice[0] == "move":
            target = next(other for other in self.units if other[0] == choice[2])
            self.units.remove(target)
            self.units.append(unit + target)
        else:
            self.board(unit, choice[2], choice[3])
        if not self.over:
            self.begin((self.turn + 1) % self.n)

    def board(self, unit: list[int], i: int, picture: int) -> None:
        ship = self.sight[i]
        assert ship is not None
        self.loot[self.turn].append(ship["loot"][picture])
        if len(ship["loot"]) == 2:
            self.loot[unit[1] // 5].append(ship["loot"][1 - picture])
        wages = [(disc // 5, (2, 3, 4, 5, ship["q"])[disc % 5]) for disc in unit if disc // 5 != self.turn]
        for seat, wage in wages:
            self.money[seat] += wage
        self.money[self.turn] = max(0, self.money[self.turn] + ship["gold"] - sum(wage for _, wage in wages))
        self.units += [[disc] for disc in unit]
        self.sight[i] = None
        if not any(self.sight):
            self.reveal()
        if not self.sight:
            self.over = "all_ships"

    def totals(self) -> list[int]:
        totals = self.money[:]
        for kind, value in {"chest": 15, "rum": 12, "candelabrum": 9, "dagger": 6}.items():
            counts = [loot.count(kind) for loot in self.loot]
            for seat, count in enumerate(counts):
                if count:
                    totals[seat] += value // counts.count(count) if count == max(counts) else count
        return totals


def choice_of(seat: int, action: int) -> tuple[Any, ...]:
    if action in (CALL, DECLINE):
        return ("call",) if action == CALL else ("decline",)
    if action < MOVES:
        return ("move", 5 * seat + moved_slot(action), moved_onto(action))
    return ("board", 5 * seat + boarding_slot(action), boarded_place(action), picture_taken(action))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**31), players=st.integers(3, 5), deadlock=st.sampled_from(["end", "refresh"]))
@pytest.mark.rule("PI-10")
@pytest.mark.rule("PI-14")
@pytest.mark.rule("PI-27")
def test_engine_and_model_agree_through_whole_games(seed: int, players: int, deadlock: str) -> None:
    rng = generator(seed)
    play = new_play(GAME, GAME.read_options({"players": players, "deadlock": deadlock}), rng)
    ships = GAME.standard_components.tables["ships"]
    model = Model(players, play.d.start, [ships[card] for card in play.d.deck[:15]], deadlock == "refresh")
    while not play.over:
        seat, choices = model.legal()
        legal = play.legal(seat)
        assert play.seats_to_act() == [seat]
        assert {choice_of(seat, action) for action in legal} == choices
        # Boarding at once would never build large stacks, and never boarding would only deadlock.
        action = legal[below(rng, len(legal))] if below(rng, 4) else legal[0]
        play.act(seat, action)
        model.act(choice_of(seat, action))
        known = play.view(seat)
        assert sorted(known.units) == sorted(map(tuple, model.units))
        assert [player.money for player in known.everybody] == model.money
        assert [ship is not None for ship in model.sight] == [card is not None for card in known.places][
            : len(model.sight)
        ]
    assert model.over == play.view(0).ended
    assert model.totals() == GAME.scores(play.s, play.c)
