"""Whole games by mouse, keyboard and finger in three languages, and the ends of games by keyboard alone."""

from __future__ import annotations

from random import Random

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.games.drivers import DRIVERS
from tests.e2e.games.ending import check_the_end
from tests.e2e.games.language import check_language, foreign
from tests.e2e.games.late import fewest, late_table, new_table
from tests.e2e.games.moving import play_on, sit, tap
from tests.e2e.house import House

GAMES = list(DRIVERS)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_decisions_of_a_game_by_keyboard_alone(arrive: Arrive, house: House, game: str) -> None:
    table, tokens = late_table(house, game, ["Ada"], fewest(game))
    page, choose = sit(arrive(), table, tokens[0]), Random(1)
    assert play_on(page, lambda: DRIVERS[game].play_by_keys(page, choose)) > 0
    check_the_end(page)


def test_english_words_and_ids_of_messages_are_found() -> None:
    assert foreign("Karta z prompt.lay: choose", GAMES[0], "pl") == {"prompt.lay", "choose"}
    assert foreign("Zvol kartu a planetu", GAMES[0], "cs") == set()


@pytest.mark.e2e
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks_that_shows_what_happens(arrive: Arrive, house: House, game: str) -> None:
    table, tokens = new_table(house, game, ["Ada"], fewest(game))
    ada = arrive(motion=True, settings={"motion": "fast", "language": "en"})
    page, choose = sit(ada, table, tokens[0]), Random(2)
    play_on(page, lambda: DRIVERS[game].play_by_clicks(page, choose))
    check_the_end(page)


@pytest.mark.e2e
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_in_polish(arrive: Arrive, house: House, game: str) -> None:
    table, tokens = new_table(house, game, ["Ada"], fewest(game))
    page, choose = sit(arrive(language="pl"), table, tokens[0]), Random(3)

    def step() -> None:
        check_language(page, game, "pl")
        DRIVERS[game].play_by_keys(page, choose)

    play_on(page, step)
    check_language(page, game, "pl")
    check_the_end(page)


@pytest.mark.e2e
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touch_on_a_phone_in_czech(arrive: Arrive, house: House, game: str) -> None:
    table, tokens = new_table(house, game, ["Ada"], fewest(game))
    page, choose = sit(arrive(size="phone", language="cs"), table, tokens[0]), Random(4)

    def step() -> None:
        check_language(page, game, "cs")
        DRIVERS[game].play_by_clicks(page, choose, tap)

    play_on(page, step)
    check_language(page, game, "cs")
    check_the_end(page)
