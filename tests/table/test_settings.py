"""The settings of a table: everything that can be agreed on, and one sentence for everything that cannot."""

from __future__ import annotations

from importlib import resources
from typing import Any

import msgspec
import pytest

from kosmoport.conformance.tables import interesting
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Option
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.piraci import GAME as PIRACI
from kosmoport.table.settings import (
    BankClock,
    MoveClock,
    NewTable,
    NoClock,
    TableSettings,
    of_today,
    read_settings,
)
from kosmoport.table.telling import lobby_table
from tests.table.desk import Desk, playing, state_of

OPTIONS = [
    pytest.param(game, option, id=f"{game.id}-{option.name}") for game in GAMES for option in game.options
]
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def asked(text: str) -> TableSettings:
    """Settings as a request asks for them."""
    return read_settings(msgspec.json.decode(text, type=NewTable))


def sentence(new: NewTable) -> str:
    """Why a table cannot be: one line that says what would be right."""
    with pytest.raises(BadInput) as wrong:
        read_settings(new)
    text = str(wrong.value)
    assert text
    assert "\n" not in text
    return text


def box(game: Game) -> str:
    """The text of the component file that comes with a game."""
    package = resources.files(game.package)
    return (package / "components.toml").read_text(encoding="utf-8")


# ---------------------------------------------------------------- what is left out


@EACH_GAME
def test_a_table_of_which_only_the_game_is_said_is_as_usual(game: Game) -> None:
    settings = read_settings(NewTable(game=game.id))
    assert settings.players == game.players[1]
    assert settings.options == game.read_options({})
    assert settings.bots == (None,) * game.players[1]
    assert settings.colours == game.colours[: game.players[1]]
    assert (settings.public, settings.unhurried, settings.sealed) == (False, False, False)
    assert settings.take_back
    assert settings.clock == NoClock()
    assert settings.components is None
    assert settings.component_file() is game.standard_components
    assert settings.rules == game.version


@EACH_GAME
def test_every_number_of_players_is_possible_and_no_other(game: Game) -> None:
    low, high = game.players
    for players in range(low, high + 1):
        assert read_settings(NewTable(game=game.id, players=players)).players == players
        bots: list[Any] = ["casual"] * players
        assert read_settings(NewTable(game=game.id, bots=bots)).options["players"] == players
    for players in (low - 1, high + 1):
        said = sentence(NewTable(game=game.id, players=players))
        assert said == f"option players must be a whole number from {low} to {high}, not {players}"


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    assert "there is no game 'chess' (there are kosmiczni_piraci" in sentence(NewTable(game="chess"))


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_option_has_every_value_and_survives_the_log(game: Game, option: Option) -> None:
    for value in interesting(option, game.players[1]):
        desk = Desk(NewTable(game=game.id, options={option.name: value}))
        wanted = option.read(value, game.players[1])
        assert desk.table.settings.options[option.name] == wanted
        assert desk.again().settings == desk.table.settings


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_a_wrong_value_of_an_option_is_named(game: Game, option: Option) -> None:
    said = sentence(NewTable(game=game.id, options={option.name: "sometimes"}))
    assert said.startswith(f"option {option.name} must be ")
    assert "'sometimes'" in said.partition(", not ")[2]


@EACH_GAME
def test_an_option_nobody_knows_is_refused(game: Game) -> None:
    assert "there is no option speed" in sentence(NewTable(game=game.id, options={"speed": 3}))


@EACH_GAME
def test_a_game_begins_with_the_options_that_were_agreed_on(game: Game) -> None:
    given = {option.name: interesting(option, game.players[0])[-1] for option in game.options}
    desk = playing(game.id, game.players[0], options=given)
    assert desk.play.options == desk.table.settings.options
    for option in game.options:
        assert desk.play.options[option.name] == option.read(given[option.name], game.players[0])


# ---------------------------------------------------------------- seats


def test_bots_sit_where_they_were_put() -> None:
    settings = asked('{"game": "piraci", "bots": [null, "strong", null, "beginner"]}')
    assert settings.bots == (None, "strong", None, "beginner")
    assert settings.players == 4


def test_every_level_can_be_a_bot_and_no_other_word() -> None:
    for level in ("beginner", "casual", "strong", "expert"):
        assert asked(f'{{"game": "piraci", "bots": ["{level}", null, null]}}').bots[0] == level
        assert asked(f'{{"game": "piraci", "timeout_level": "{level}"}}').timeout_level == level
    with pytest.raises(msgspec.ValidationError, match=r"at `\$.bots\[0\]`"):
        asked('{"game": "piraci", "bots": ["godlike", null, null]}')


def test_bots_have_an_entry_for_each_seat() -> None:
    said = sentence(NewTable(game="piraci", players=3, bots=[None, "casual"]))
    assert said == "bots must have an entry for each of the 3 seats, a level or null"


@EACH_GAME
def test_seats_have_the_colours_they_were_given(game: Game) -> None:
    players = game.players[0]
    colours = list(reversed(game.colours))[:players]
    assert read_settings(NewTable(game=game.id, players=players, colours=colours)).colours == tuple(colours)
    twice = sentence(NewTable(game=game.id, players=players, colours=[game.colours[0]] * players))
    few = sentence(NewTable(game=game.id, players=players, colours=colours[1:]))
    assert twice == few == f"colours must name {players} different colours, one for each seat"
    odd = sentence(NewTable(game=game.id, players=players, colours=["mauve", *colours[1:]]))
    assert odd.startswith("there is no colour 'mauve' (there are ")


# ---------------------------------------------------------------- who starts


STARTING = [game for game in GAMES if any(option.name == "start_seat" for option in game.options)]


@pytest.mark.parametrize("game", STARTING, ids=lambda game: game.id)
def test_the_seat_that_starts_can_be_chosen_or_left_to_chance(game: Game) -> None:
    last = game.players[0] - 1
    chosen = read_settings(NewTable(game=game.id, players=game.players[0], start=last))
    assert (chosen.start, chosen.options["start_seat"]) == (last, last)
    left = read_settings(NewTable(game=game.id, start="random"))
    assert (left.start, left.options["start_seat"]) == ("random", "random")
    as_option = read_settings(NewTable(game=game.id, options={"start_seat": 1}))
    assert (as_option.start, as_option.options["start_seat"]) == (1, 1)
    for wrong in (-1, last + 1):
        said = sentence(NewTable(game=game.id, players=game.players[0], start=wrong))
        assert said == f"start must be random, rulebook or a seat from 0 to {last}"


@pytest.mark.parametrize(
    ("game", "first"), [("kosmiczni_piraci", 1), ("kosmiczna_misja", 1), ("piraci", 2)], ids=lambda v: str(v)
)
def test_by_the_rulebook_the_youngest_starts_and_in_piraci_the_oldest(game: str, first: int) -> None:
    desk = Desk(NewTable(game=game, players=3, start="rulebook"))
    for name, age in (("A", 40), ("B", 8), ("C", 70)):
        desk.sit(name, age=age)
    desk.begin()
    assert desk.play.options["start_seat"] == first
    desk.settle()
    assert desk.table.to_act() == [first]


def test_where_nobody_said_their_age_chance_decides_who_starts() -> None:
    desk = Desk(NewTable(game="piraci", players=3, start="rulebook"))
    for name in "ABC":
        desk.sit(name)
    desk.begin()
    assert desk.play.options["start_seat"] == "random"


def test_of_those_who_are_equally_young_a_lot_chooses_one() -> None:
    started = set()
    for table in range(12):
        desk = Desk(NewTable(game="kosmiczni_piraci", players=3, start="rulebook"), table=f"table-{table}")
        for name, age in (("A", 9), ("B", 30), ("C", 9)):
            desk.sit(name, age=age)
        desk.begin()
        started.add(desk.play.options["start_seat"])
        assert desk.again().options == desk.table.options
    assert started == {0, 2}


def test_the_rulebook_of_kosmiczna_eskadra_names_nobody() -> None:
    said = sentence(NewTable(game="kosmiczna_eskadra", start="rulebook"))
    assert said == "the rulebook of Kosmiczna Eskadra names no first player; choose a seat or random"


def test_in_kosmodraci_the_cards_decide_who_starts() -> None:
    assert read_settings(NewTable(game="kosmodraci")).start == "rulebook"
    assert read_settings(NewTable(game="kosmodraci", start="rulebook")).start == "rulebook"
    choices: list[Any] = [0, "random"]
    for start in choices:
        said = sentence(NewTable(game="kosmodraci", start=start))
        assert said == "who starts Kosmodraci is decided by the rules; leave start out"


# ---------------------------------------------------------------- pace


def test_where_nobody_hurries_kosmiczna_eskadra_is_played_in_turns() -> None:
    assert read_settings(NewTable(game="kosmiczna_eskadra")).options["mode"] == "lightning"
    assert read_settings(NewTable(game="kosmiczna_eskadra", unhurried=True)).options["mode"] == "turns"
    still = NewTable(game="kosmiczna_eskadra", unhurried=True, options={"mode": "lightning"})
    assert read_settings(still).options["mode"] == "lightning"


def test_every_kind_of_clock_can_be_agreed_on() -> None:
    clocks = {
        '{"type": "none"}': NoClock(),
        '{"type": "move", "seconds": 30}': MoveClock(30),
        '{"type": "bank", "seconds": 600}': BankClock(600, 0),
        '{"type": "bank", "seconds": 600, "increment": 5}': BankClock(600, 5),
    }
    for text, clock in clocks.items():
        assert asked(f'{{"game": "piraci", "clock": {text}}}').clock == clock


@pytest.mark.parametrize(
    "clock",
    [
        '{"type": "sand"}',
        '{"type": "move"}',
        '{"type": "move", "seconds": 4}',
        '{"type": "move", "seconds": 2592001}',
        '{"type": "move", "seconds": 30, "increment": 5}',
        '{"type": "bank", "seconds": 60, "increment": -1}',
    ],
)
def test_a_clock_that_cannot_be_is_refused(clock: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        asked(f'{{"game": "piraci", "clock": {clock}}}')


def test_a_race_has_a_clock_of_its_own() -> None:
    new = NewTable(game="kosmiczna_eskadra", players=2, clock=MoveClock(60))
    assert "has a clock of its own; leave clock out" in sentence(new)
    calm = NewTable(game="kosmiczna_eskadra", players=2, clock=MoveClock(60), unhurried=True)
    assert read_settings(calm).clock == MoveClock(60)


# ---------------------------------------------------------------- components


@EACH_GAME
def test_a_table_plays_with_a_component_file_of_its_own(game: Game) -> None:
    desk = playing(game.id, game.players[0], components=box(game))
    assert desk.table.settings.components == game.standard_components.tables
    assert desk.table.components.data == game.standard_components.data
    assert desk.again().settings == desk.table.settings
    assert lobby_table(desk.table).own_components


def test_other_values_on_the_components_are_the_ones_that_count() -> None:
    text = box(game_by_id("piraci")).replace("start_money = 10", "start_money = 17")
    desk = playing("piraci", 3, components=text)
    assert [player.money for player in state_of(desk.table, PIRACI).player[:3]] == [17, 17, 17]
    assert desk.again().components.data == desk.table.components.data


@EACH_GAME
def test_a_wrong_component_file_gets_one_sentence(game: Game) -> None:
    assert sentence(NewTable(game=game.id, components="= nonsense")).startswith("components is not TOML: ")
    assert sentence(NewTable(game=game.id, components="")).startswith("components: ")
    assert "wings" in sentence(NewTable(game=game.id, components="wings = 3\n" + box(game)))


def test_a_wrong_value_in_a_component_file_is_named() -> None:
    text = box(game_by_id("piraci")).replace("start_money = 10", 'start_money = "ten"')
    assert "start_money" in sentence(NewTable(game="piraci", components=text))
    text = box(game_by_id("kosmiczna_misja")).replace("die = [1, 2", "die = [-1, 2")
    assert "die" in sentence(NewTable(game="kosmiczna_misja", components=text))


# ---------------------------------------------------------------- the rest


@pytest.mark.parametrize("name", ["public", "unhurried", "sealed", "take_back"])
def test_what_is_agreed_on_is_shown_in_the_lobby(name: str) -> None:
    for value in (True, False):
        change: dict[str, Any] = {name: value}
        desk = Desk(NewTable(game="piraci", **change))
        assert getattr(desk.table.settings, name) is value
        assert name == "public" or getattr(lobby_table(desk.table), name) is value


def test_a_word_that_no_setting_has_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `cheat`"):
        asked('{"game": "piraci", "cheat": true}')


# ---------------------------------------------------------------- hints


@pytest.mark.parametrize(
    ("bots", "asked", "allowed"),
    [
        ([None, "casual", "casual"], None, True),
        (["casual"] * 3, None, True),
        ([None, None, "casual"], None, False),
        (None, None, False),
        ([None, None, "casual"], True, True),
        ([None, "casual", "casual"], False, False),
    ],
)
def test_hints_are_usual_where_one_person_plays_with_bots(
    bots: list[Any] | None, asked: bool | None, allowed: bool
) -> None:
    assert read_settings(NewTable(game="piraci", players=3, bots=bots, hints=asked)).hints is allowed


def test_a_table_from_before_there_were_hints_has_none() -> None:
    settings = msgspec.to_builtins(read_settings(NewTable(game="piraci", bots=[None, "casual", "casual"])))
    del settings["hints"], settings["continues"]
    old = msgspec.convert(settings, TableSettings)
    assert (old.hints, old.continues) == (False, None)


# ---------------------------------------------------------------- a new game after the rules have changed


def of_before(**other: Any) -> TableSettings:
    """What was agreed on at a table whose game has other rules now."""
    settings = read_settings(NewTable(game="kosmodraci", players=3, options={"shield_points": 2}))
    return msgspec.structs.replace(settings, **{"rules": settings.rules - 1, **other})


def test_what_was_agreed_on_holds_for_a_new_game_by_new_rules() -> None:
    before = of_before()
    assert of_today(before) == msgspec.structs.replace(before, rules=before.rules + 1)
    now = of_today(before)
    assert of_today(now) is now


def test_an_option_that_is_new_is_as_usual() -> None:
    options = {name: value for name, value in of_before().options.items() if name != "memory_aids"}
    assert of_today(of_before(options=options)).options["memory_aids"] is True


@pytest.mark.parametrize(
    "other",
    [
        {"options": {"players": 3, "gone": True}},
        {"options": {"players": 3, "shield_points": 99}},
        {"options": {"players": 2}},
        {"components": {"crew": []}},
        {"colours": ("red", "blue", "transparent")},
        {"start": 2},
    ],
    ids=str,
)
def test_what_the_new_rules_do_not_have_is_refused(other: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        of_today(of_before(**other))
