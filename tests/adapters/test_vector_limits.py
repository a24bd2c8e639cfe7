"""The vectorised environment at its limits: what fits into its arrays, and what it refuses in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import goofspiel
from kosmoport.adapters.vector import Step, VectorEnv
from kosmoport.core.components import from_tables
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.layout import Record
from kosmoport.core.play import generator, new_play
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczni_piraci import GAME as KOSMICZNI_PIRACI
from kosmoport.games.kosmiczni_piraci import schema

PAGE = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Vectorised environments")[2]

# ---------------------------------------------------------------- what fits into sixteen bits

WIDE = {
    "kosmiczni_piraci": set(),
    "piraci": {"crew", "covered", "player.money"},  # the crew of a unit is not shown
    "kosmiczna_misja": set(),
    "kosmodraci": set(),
    "kosmiczna_eskadra": {"round"},  # not shown
}


def wide_fields(record: type[Record], path: str = "") -> Iterator[str]:
    for name, kind, _ in record.fields:
        if isinstance(kind, type):
            yield from wide_fields(kind, f"{path}{name}.")
        elif kind in ("int32", "int64"):
            yield path + name


def test_only_known_fields_are_wider_than_an_observation() -> None:
    assert {game.id: set(wide_fields(game.schema.State)) for game in GAMES} == WIDE


def largest(game: Game, **tables: Any) -> Any:
    """The components with the largest numbers that a file may have."""
    given = {k: v for k, v in game.standard_components.tables.items() if k != "standing"}
    return game.component_record(from_tables({**given, **tables}, game.components.Data, "test"))


def test_all_the_treasures_of_the_richest_box_fit() -> None:
    game = KOSMICZNI_PIRACI
    points = (
        game.hidden.OBSERVATION - schema.MAX_PLAYERS * (schema.MAX_CARDS + 3) + schema.MAX_CARDS + 2
    )  # one's own
    c = largest(game, trade_ship_value=999, treasures={"998": 30})
    play = new_play(game, game.read_options({}), generator(1))
    play.s.player[0].won[0], play.s.player[0].won[schema.TRADE_SHIP] = 30, 1
    assert game.observation(play.s, c, 0)[points] == 30 * 998 + 999 <= np.iinfo(np.int16).max
    with pytest.raises(BadInput, match="treasures"):
        largest(game, trade_ship_value=999, treasures={"998": 31})
    with pytest.raises(BadInput, match="trade_ship_value"):
        largest(game, trade_ship_value=1000)


def test_all_the_money_of_the_richest_fleet_fits() -> None:
    """A captain gets the gold of a ship, others at most five wages; the supply covers nine at most."""
    game = game_by_id("piraci")
    ship = {"id": 1, "gold": 999, "q": 99, "min": 1, "loot": ["rum"]}
    fleet = [{**ship, "id": i + 1} for i in range(24)]
    c = largest(game, ships=fleet, start_money=999)
    gold = c.start_money + sum(c.ship[card].gold for card in range(c.ships))
    assert gold == 999 + 24 * 999 <= np.iinfo(np.int16).max
    assert np.iinfo(np.int16).max >= 24 * 9 * 99
    for wrong in ({**ship, "gold": 1000}, {**ship, "q": 100}, {**ship, "min": 10}):
        with pytest.raises(BadInput, match="ships"):
            largest(game, ships=[wrong])
    with pytest.raises(BadInput, match="ships"):
        largest(game, ships=[*fleet, {**ship, "id": 25}])


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"num_envs": 0}, "has 1 to 2147483648 games, numbered from 0, not 0 from number 0 on"),
        ({"first": -1}, "not 1 from number -1 on"),
        ({"first": 2**31}, "not 1 from number 2147483648 on"),
        ({"players": 9}, "option players must be a whole number from 3 to 5, not 9"),
        ({"options": {"colour": "red"}}, "there is no option colour"),
        ({"seed": -1}, "a seed must be a whole number"),
        ({"limit": 0}, "must be 1 to 1000000 decisions, not 0"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_bad_input_is_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        VectorEnv(**{"game": "kosmiczni_piraci", "num_envs": 1, **wrong})
    assert sentence in str(caught.value)


def test_actions_must_be_a_whole_number_for_every_game() -> None:
    env = VectorEnv(goofspiel.GAME, 2, 2, seed=7)
    with pytest.raises(BadInput, match="begins with reset"):
        env.step([0, 0])
    with pytest.raises(BadInput, match="begins with reset"):
        env.sample_actions()
    env.reset()
    odd: list[Any] = [[0], [[0, 0]], [0.0, 1.0], [True, False], ["a", "b"], 3, None]
    for wrong in odd:
        with pytest.raises(BadInput, match="a step needs 2 whole numbers"):
            env.step(wrong)
    assert not env.step(np.array([0, 1], np.uint8)).illegal.any()
    assert env.step(np.array([2**64 - 1, 2], np.uint64)).illegal.tolist() == [True, False]


# ---------------------------------------------------------------- the page


def test_the_program_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
    exec(compile(program, "docs/adapters.md", "exec"), {})
    assert re.fullmatch(r"\(256, 119\) \(256, 56\) \[(0\.2\d+ *){4}\]\n", capsys.readouterr().out)


def test_the_page_names_every_array() -> None:
    assert tuple(re.findall(r"^\| `(\w+)` \|", SECTION, re.MULTILINE)) == Step._fields
