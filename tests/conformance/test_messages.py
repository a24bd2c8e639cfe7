"""Everything that is said is of a declared kind: its fields, their values, who is told, and its words."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import inspect as types

from examples import goofspiel
from kosmoport.conformance.tables import is_posed, moments, option_sets
from kosmoport.conformance.words import parameters, variants
from kosmoport.core.contract import SPECTATOR, Messages
from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.messages import Event, Kinds, Message
from kosmoport.core.play import Play
from kosmoport.core.words import PARAMETER, Told
from kosmoport.engine.reference import playing
from kosmoport.games import GAMES
from tests.conformance.test_words import LANGUAGES
from tests.playthroughs.golden import golden_games, moves_of

# Fields that no sentence has, by game: what a drawing needs, or a program.
UNSAID: dict[str, set[str]] = {
    "kosmiczni_piraci": set(),
    "piraci": {"unit", "target", "disc", "place"},  # discs go by wages in sentences; where a ship lies
    "kosmiczna_misja": {"tile"},  # which of those that look the same
    "kosmodraci": set(),
    "kosmiczna_eskadra": {
        *("number", "to_number", "from_number", "asteroid", "laser"),  # which of those that go by one name
        *(
            "x",
            "y",
            "rot",
            "power",
        ),  # where something lies or ends; a beam that a shield stops
    },
}
# Events that no golden game has: a real table's referee and a race's clock tell of them.
NOT_PLAYED = {"kosmiczna_eskadra": {"illegal_off"}}
BOX = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def declared(game: Game) -> Messages:
    assert game.messages is not None, f"{game.id} declares no actions and events"
    return game.messages


@cache
def told_in(game: Game) -> list[dict[int, Told]]:
    """Every event of the golden games: what it was for each who was told of it."""
    told = []
    for play, move in (step for path in golden_games(game) for step in moves_of(game, path)):
        _check_actions(play)
        for event in play.act(move.seat, move.action):
            seats = (SPECTATOR, *range(play.options["players"]))
            lines = {seat: play.game.view.tell(play.s, play.c, event, seat) for seat in seats}
            told.append({seat: line for seat, line in lines.items() if line is not None})
    return told


def _check_actions(play: Play) -> None:
    """All that may be done now is of a declared kind."""
    for seat in [] if play.chance_due else play.seats_to_act():
        known = play.view(seat)
        for action in play.legal(seat):
            _same(declared(play.game).ACTIONS, play.game.describe(known, action))


def _same(kinds: Kinds[Any], told: Told) -> Message:
    """It is of a declared kind, with just these fields in this order, and values as declared."""
    message: Message = kinds.check(told)
    again = message.told()
    assert msgspec.json.encode(again) == msgspec.json.encode(told)
    return message


@BOX
def test_every_event_has_the_declared_fields(game: Game) -> None:
    kinds = declared(game).EVENTS
    seen = {_same(kinds, one).told().id for told in told_in(game) for one in told.values()}
    assert set(kinds.by_id) - seen == NOT_PLAYED.get(game.id, set())


@BOX
def test_an_event_is_told_to_its_audience(game: Game) -> None:
    kinds = declared(game).EVENTS
    for told in told_in(game):
        for seat, one in told.items():
            audience = kinds.by_id[one.id].audience
            if audience == "everybody":
                assert SPECTATOR in told
                assert set(map(str, told.values())) == {str(one)}
            elif audience == "its_seat":
                assert seat == one.args["seat"]
            elif audience == "others":
                assert seat != one.args["seat"]
                assert SPECTATOR in told
            else:
                assert set(told) == {seat} != {SPECTATOR}


@BOX
def test_every_outcome_of_chance_has_the_declared_fields(game: Game) -> None:
    outcomes = declared(game).OUTCOMES
    assert bool(outcomes.by_id) == (game.dice is not None)
    rolled = 0
    for play, rng in moments(game, option_sets(game, game.players[0])[0], 31):
        if game.dice is not None and play.chance_due:
            told = game.describe_chance(play.s, play.c, game.roll(play.s, play.c, rng))
            _same(outcomes, told)
            rolled += 1
    assert rolled > 5 or not outcomes.by_id


@BOX
def test_whole_actions_of_a_kind_with_a_place_are_declared(game: Game) -> None:
    actions = declared(game).ACTIONS
    standing = {id: kind.stands_for for id, kind in actions.by_id.items() if kind.stands_for is not None}
    assert bool(standing) == is_posed(game)
    done = Counter[str]()
    for play, rng in moments(game, game.read_options(dict(game.calm)), 41):
        for seat in [] if play.over or play.chance_due else play.seats_to_act():
            for kind in play.legal(seat):
                offered = game.describe(play.view(seat), kind).id
                action = playing(game).complete_action(play.s, play.c, seat, kind, rng)
                done[offered] += 1
                assert _same(actions, game.describe(play.view(seat), action)).told().id == standing.get(
                    offered, offered
                )
    assert all(done[id] > 3 for id in standing if id != "hold_somewhere")  # nobody holds where all take turns
    assert sum(done.values()) > 10


@BOX
def test_an_action_with_a_field_too_many_is_refused(game: Game) -> None:
    play = next(
        play for play, _ in moments(game, game.read_options(dict(game.calm)), 3) if not play.chance_due
    )
    seat = play.seats_to_act()[0]
    known = play.view(seat)
    told = game.describe(known, play.legal(seat)[0])
    assert game.encode(known, told) == play.legal(seat)[0]
    with pytest.raises(Refused, match="unknown"):
        game.encode(known, Told(told.id, {**told.args, "more": 1}))


def test_a_game_that_declares_nothing_is_a_game() -> None:
    assert goofspiel.GAME.messages is None


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("language", LANGUAGES)
@BOX
def test_words_are_for_what_is_declared_with_the_declared_fields(game: Game, language: str) -> None:
    messages = game.words(language).messages
    unsaid = set()
    for section, kinds in (("action", declared(game).ACTIONS), ("event", declared(game).EVENTS)):
        assert set(messages[section]) == set(kinds.by_id)
        for id, kind in kinds.by_id.items():
            fields, said = set(kind.__struct_encode_fields__), parameters(messages[section][id])
            assert said <= fields, id
            assert said == fields or section == "event", id
            unsaid |= fields - said
            assert fields - said <= UNSAID[game.id], id
    assert unsaid == UNSAID[game.id]


@pytest.mark.parametrize("language", LANGUAGES)
@BOX
def test_fields_are_said_as_what_they_are(game: Game, language: str) -> None:
    words, checked = game.words(language).messages, 0
    for section, kinds in (("action", declared(game).ACTIONS), ("event", declared(game).EVENTS)):
        for id, kind in kinds.by_id.items():
            for text in variants(words[section][id]):
                for name, form in PARAMETER.findall(text):
                    assert _fits(kind, name, form.partition(".")[0]), (id, name, form)
                    checked += 1
            assert _terms(kind, words[section][id]) <= set(words["term"]), id
    assert checked > 5


def _field(kind: type[Message], name: str) -> types.Type:
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    return next(field.type for field in info.fields if field.encode_name == name)


def _plain(info: types.Type) -> types.Type:
    return _plain(info.type) if isinstance(info, types.Metadata) else info


def _about(info: types.Type) -> str:
    """What a type says of itself."""
    return (
        str((info.extra_json_schema or {}).get("description", "")) if isinstance(info, types.Metadata) else ""
    )


def _fits(kind: type[Message], name: str, form: str) -> bool:
    info = _field(kind, name)
    if form == "seat":
        return _about(info) == "a seat"
    if form == "mm":
        return "tenths of a millimetre" in _about(info)
    if form == "terms":
        return isinstance(_plain(info), types.VarTupleType)
    if form == "int":
        return isinstance(_plain(info), types.IntType)
    return _about(info) != "a seat" and not isinstance(_plain(info), types.VarTupleType)


def _terms(kind: type[Message], message: Any) -> set[str]:
    """Ids that a sentence says by their words."""
    found = set[str]()
    for name, form in (match for text in variants(message) for match in PARAMETER.findall(text)):
        info = _plain(_field(kind, name))
        info = _plain(info.item_type) if isinstance(info, types.VarTupleType) else info
        for part in info.types if isinstance(info, types.UnionType) else (info,):
            if form.startswith("term") and isinstance(part, types.LiteralType):
                found |= set(map(str, part.values))
    return found


def test_an_event_that_is_wrong_is_noticed() -> None:
    events: Kinds[Event] = declared(GAMES[0]).EVENTS
    right = Told("laid", {"seat": 1, "planet": 2})
    assert events.check(right).told() == right
    for wrong in ({"planet": 6}, {"planet": None}, {"seat": "1"}, {"card": 3}):
        with pytest.raises(msgspec.ValidationError):
            events.check(Told("laid", right.args | wrong))
    with pytest.raises(msgspec.ValidationError):
        events.check(Told("laid", {"seat": 1}))
    with pytest.raises(msgspec.ValidationError):
        events.check(Told("lied", right.args))
