"""What comes over the wire is what the game made: views and actions of whole games, there and back."""

from __future__ import annotations

import msgspec
import pytest

from kosmoport.bots.worlds import read_view
from kosmoport.core.game import Game
from kosmoport.core.play import generator
from kosmoport.core.words import Told
from kosmoport.games import GAMES
from kosmoport.table.settings import NewTable
from tests.table.desk import Desk


@pytest.mark.parametrize("unhurried", [True, False], ids=["unhurried", "live"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_views_and_actions_survive_the_wire(game: Game, unhurried: bool) -> None:
    desk = Desk(NewTable(game=game.id, unhurried=unhurried, take_back=False))
    for number in range(desk.table.settings.players):
        desk.sit(f"P{number}")
    desk.begin()
    rng, looked = generator(3), 0
    while not desk.table.over and looked < 60:
        seats = desk.table.to_act()
        if not seats:
            step = desk.settle()
            if not desk.table.to_act() and not desk.table.over:
                assert step.look_again is not None
                desk.now = step.look_again
            continue
        view = desk.play.view(seats[0])
        read = read_view(game, msgspec.json.decode(msgspec.json.encode(view)))
        assert read == view
        assert read.options == desk.table.options
        for action in desk.play.legal(seats[0]):
            wire = msgspec.json.encode(game.describe(view, action))
            assert game.encode(read, msgspec.json.decode(wire, type=Told)) == action
        desk.act_as(seats[0], game.describe(view, desk.random_action(seats[0], rng)))
        desk.now += 100
        looked += 1
    assert looked > 20
