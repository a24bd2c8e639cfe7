"""Verifying records of tables of before: honest ones pass, whatever was tampered with is named."""

from __future__ import annotations

import ast
import copy
import json
from functools import cache
from inspect import getsource
from typing import Any

import pytest

from kosmoport.conformance.words import parameters
from kosmoport.core.contract import CHANCE, OK
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.records import dump_position, dump_record, load_record
from kosmoport.core.words import PLURALS
from kosmoport.engine.reference import playing
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczna_eskadra.schema import GRACE_OVER, START, TIME_UP
from kosmoport.table import verify
from kosmoport.table.fair import Fair, first_chance_key, first_commitment
from kosmoport.table.verify import NOT_SHOWN, verify_record

SECRET = bytes(range(100, 132))
TABLE = "t-42"
SHORT = {"kosmiczna_eskadra": {"wins": 1, "start_seat": "random"}}  # a match of one round will do
KINDS = [pytest.param(game.id, id=game.id) for game in GAMES]
DICE = ("kosmiczna_misja", "kosmiczna_eskadra")  # games with chance after the deal
CLOCK = ("time_up", "grace_over")  # no chance
SHUFFLED = {  # a part of each deal that is drawn by lot
    "kosmiczni_piraci": "treasure",
    "piraci": "deck",
    "kosmiczna_misja": "stack",
    "kosmodraci": "crew",
    "kosmiczna_eskadra": "start",
}


def luck_of(game: Game) -> list[str | None]:
    """The last seat is a bot's."""
    return [f"luck of {seat}" for seat in range(game.players[0] - 1)] + [None]


@cache
def _live_record(name: str) -> str:
    game = game_by_id(name)
    luck = luck_of(game)
    play = live_game(game, Fair(first_chance_key(SECRET, TABLE, luck)))
    secrets = {"secret": SECRET.hex(), "commitment": first_commitment(SECRET, TABLE)}
    extra = {"fair": {"table": TABLE, **secrets, "luck": luck}, "table": {"names": ["Ada"] * len(luck)}}
    return dump_record(play, extra)


def live_game(game: Game, fair: Fair) -> Play:
    """A game as a table plays it: deal and rolls from the fair source, random decisions, clocks running."""
    options = game.read_options({"players": game.players[0], **SHORT.get(game.id, {})})
    play, rng, rolls = new_play(game, options, fair.deal_stream()), generator(11), 0
    while not play.over:
        if play.chance_due:
            play.roll(fair.roll_stream(rolls))
            rolls += 1
        elif not clock_strikes(play):
            seat = playing(game).seat_to_play(play.s, rng)
            legal = play.legal(seat)
            action = legal[playing(game).below(rng, len(legal))]
            play.act(seat, playing(game).complete_action(play.s, play.c, seat, action, rng))
    return play


def clock_strikes(play: Play) -> bool:
    """The lightning round stops after a while, and nobody answers in time."""
    for outcome in (TIME_UP, GRACE_OVER):
        late = len(play.moves) % 25 == 24 or outcome == GRACE_OVER
        if late and play.game.rules.why_not(play.s, play.c, CHANCE, outcome) == OK:
            play.act(CHANCE, outcome)
            return True
    return False


def live_record(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(_live_record(name))
    return data


def refusal(data: dict[str, Any]) -> str:
    with pytest.raises(BadInput) as caught:
        verify_record(data)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


# ---------------------------------------------------------------- honest records


@pytest.mark.parametrize("name", KINDS)
def test_an_honest_record_passes(name: str) -> None:
    data = live_record(name)
    lines = verify_record(data)
    rolls = sum("chance" in move for move in data["moves"])
    clock = sum(move.get("chance") in CLOCK for move in data["moves"])
    assert first_commitment(SECRET, TABLE) in lines[0]
    assert "made in the first way" in lines[1]
    assert f"the luck of {game_by_id(name).players[0] - 1} " in lines[2]
    assert lines[3].startswith(f"{rolls - clock} roll")
    assert (rolls > 0) == (name in DICE)
    assert any("clock" in line for line in lines) == (clock > 0) == (name == "kosmiczna_eskadra")
    assert str(data["result"]["scores"])[1:-1] in lines[-2]
    assert lines[-1] == NOT_SHOWN
    assert load_record(game_by_id(name), data).over


@pytest.mark.parametrize("name", KINDS)
def test_a_game_that_has_not_ended_can_be_verified_too(name: str) -> None:
    data = live_record(name)
    data["moves"], data["result"] = data["moves"][:7], None
    assert "not ended" in verify_record(data)[-2]


# ---------------------------------------------------------------- tampering


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("part", ["secret", "commitment"])
def test_another_secret_or_commitment_is_caught(name: str, part: str) -> None:
    for place in (0, 31, 63):
        data = live_record(name)
        digits = data["fair"][part]
        data["fair"][part] = digits[:place] + ("1" if digits[place] == "0" else "0") + digits[place + 1 :]
        assert "the commitment does not belong" in refusal(data)


@pytest.mark.parametrize("name", KINDS)
def test_another_table_is_caught(name: str) -> None:
    data = live_record(name)
    data["fair"]["table"] = "t-43"
    assert "the commitment does not belong" in refusal(data)


@pytest.mark.parametrize("name", KINDS)
def test_a_secret_exchanged_with_its_commitment_is_caught_by_the_deal(name: str) -> None:
    data, other = live_record(name), SECRET[::-1]
    data["fair"] |= {"secret": other.hex(), "commitment": first_commitment(other, TABLE)}
    assert "the secret and everybody's part give" in refusal(data)


@pytest.mark.parametrize("name", KINDS)
def test_changed_luck_is_caught(name: str) -> None:
    data = live_record(name)
    data["fair"]["luck"][0] += "!"
    assert "the secret and everybody's part give" in refusal(data)
    data = live_record(name)
    data["fair"]["luck"].reverse()
    assert "the secret and everybody's part give" in refusal(data)


@pytest.mark.parametrize("name", KINDS)
def test_a_changed_deal_is_named(name: str) -> None:
    data, field = live_record(name), SHUFFLED[name]
    value = data["deal"][field]
    if isinstance(value, int):
        data["deal"][field] = (value + 1) % data["options"]["players"]
        assert refusal(data).startswith(f"deal.{field} is {data['deal'][field]}, ")
        return
    other = next(i for i, card in enumerate(value) if card != value[2])
    value[2], value[other] = value[other], value[2]
    assert refusal(data).startswith(f"deal.{field}[{min(other, 2)}] is ")


@pytest.mark.parametrize("name", DICE)
def test_a_changed_roll_is_named(name: str) -> None:
    game, caught = game_by_id(name), 0
    rolls = [i for i, move in enumerate(live_record(name)["moves"]) if "chance" in move]
    for i in (rolls[0], rolls[len(rolls) // 2], rolls[-2]):
        for other in range(START if name == "kosmiczna_eskadra" else 6):
            data = with_outcome(game, live_record(name), i, other)
            if data is not None:
                sentence = refusal(data)
                assert sentence.startswith(f"moves[{i}], roll {due_before(data, i) + 1} of the game, is not")
                caught += 1
    assert caught >= 5


def with_outcome(game: Game, data: dict[str, Any], i: int, outcome: int) -> dict[str, Any] | None:
    """The record with another outcome at move i, cut off there; None if that would be no change."""
    play = load_record(game, data | {"moves": data["moves"][:i], "result": None})
    if not play.chance_due or game.rules.why_not(play.s, play.c, CHANCE, outcome) != OK:
        return None
    told = game.describe_chance(play.s, play.c, outcome)
    move = {"chance": told.id, **told.args}
    if move == data["moves"][i]:
        return None
    return data | {"moves": [*data["moves"][:i], move], "result": None}


def due_before(data: dict[str, Any], i: int) -> int:
    return sum(move.get("chance") not in (None, *CLOCK) for move in data["moves"][:i])


@pytest.mark.parametrize("name", DICE)
def test_a_roll_left_out_is_caught(name: str) -> None:
    moves = live_record(name)["moves"]
    rolls = [i for i, move in enumerate(moves) if move.get("chance") not in (None, *CLOCK)]
    for i in rolls[:: max(1, len(rolls) // 4)]:
        data = live_record(name)
        del data["moves"][i]
        assert refusal(data).startswith("moves[")


def test_an_outcome_of_the_clock_left_out_is_caught() -> None:
    data = live_record("kosmiczna_eskadra")
    data["moves"] = [move for move in data["moves"] if move.get("chance") not in CLOCK]
    assert "\n" not in refusal(data)


@pytest.mark.parametrize("name", KINDS)
def test_another_result_is_caught(name: str) -> None:
    data = live_record(name)
    data["result"]["scores"][0] += 1
    assert "result" in refusal(data)


# ---------------------------------------------------------------- what cannot be verified


@pytest.mark.parametrize("name", KINDS)
def test_a_record_without_secrets_says_so(name: str) -> None:
    data = live_record(name)
    del data["fair"]
    assert "holds no secrets" in refusal(data)


def test_what_is_no_record_is_refused() -> None:
    game = GAMES[0]
    play = new_play(game, game.read_options({}), generator(1))
    position = json.loads(dump_position(game, play.components, play.s))
    assert "only a record" in refusal(position)
    assert "neither a record" in refusal({})
    assert "no game" in refusal(live_record(game.id) | {"game": "chess"})


def refusals() -> dict[str, set[str]]:
    """The ids that the check raises, as its source has them, each with its parameters."""
    calls = [node for node in ast.walk(ast.parse(getsource(verify))) if isinstance(node, ast.Call)]
    raised = [call for call in calls if ast.unparse(call.func) == "DoesNotHold"]
    return {ast.literal_eval(call.args[0]): {str(one.arg) for one in call.keywords} for call in raised}


@pytest.mark.parametrize("language", PLURALS)
def test_what_does_not_hold_has_words_in_every_language(language: str) -> None:
    """A page knows the name behind a seat."""
    words = GAMES[0].words(language).messages["check"]
    assert len(words) > 10
    assert set(words) == {*refusals(), "unreadable"}
    for id, names in refusals().items():
        assert parameters(words[id]) == {"name" if name == "seat" else name for name in names}, id


def test_every_game_has_its_part_of_the_deal_to_tamper_with() -> None:
    assert set(SHUFFLED) == {game.id for game in GAMES}


def test_verifying_leaves_the_record_as_it_was() -> None:
    data = live_record("kosmiczna_misja")
    before = copy.deepcopy(data)
    verify_record(data)
    assert data == before
