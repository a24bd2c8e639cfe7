"""The page of the protocol and the types for the browser: fresh, complete, and true to what is sent."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from kosmoport.core.game import Game
from kosmoport.core.messages import Event
from kosmoport.core.views import all_fields
from kosmoport.games import GAMES, game_by_id
from kosmoport.reference import games, typescript
from kosmoport.reference import messages as pages
from kosmoport.reference.example import exchange, shown
from kosmoport.reference.fields import about, structs_in
from kosmoport.table import (
    acting,
    changing,
    deciding,
    declined,
    gathering,
    late,
    next_game,
    protocol,
    requests,
)
from kosmoport.table.declined import REFUSALS
from kosmoport.table.lobby import AnyLobbyMessage
from kosmoport.table.settings import NewTable
from kosmoport.table.takeback import REASONS

FLOORS = tuple(Path(__file__).parents[2] / "src" / "kosmoport" / floor for floor in ("house", "server"))
RAISING = ("protocol.Problem", "Declined", "_refusal")
page, script = cache(pages.protocol_page), cache(typescript.typescript)
MESSAGES = (
    *get_args(protocol.AnyClientMessage),
    *get_args(protocol.AnyServerMessage),
    *get_args(AnyLobbyMessage),
)


def test_references_are_fresh() -> None:
    assert len(pages.files()) == 2 + 2 * len(GAMES)
    for path, text in pages.files().items():
        assert path.read_text(encoding="utf-8") == text, (
            f"{path.name}: run python -m kosmoport.reference.messages"
        )


# ---------------------------------------------------------------- the page


@cache
def game_page(id: str) -> str:
    return games.game_page(game_by_id(id), pages.HEADER, pages.fields_table)


def section(cls: type) -> str:
    """What the page says of a type; of a game's, also the page of the game, which has its view."""
    parts = cls.__module__.split(".")
    text = page() + (f"\n{game_page(parts[2])}" if parts[1] == "games" else "")
    found = re.findall(rf"^### {re.escape(pages.heading(cls))}\n(.*?)(?=^##)", text + "\n##", re.M | re.S)
    assert len(found) == 1, cls
    return str(found[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nobody_has_to_guess_what_a_view_says(game: Game) -> None:
    """Words of ours are listed; the page says what stands where in a list, and which list a number is of."""
    said = 0
    for cls in structs_in(game.view.View):
        rows = section(cls)
        texts = set(re.findall(r"^\| `(\w+)` \| (?:list of )?texts?\b", rows, re.M))
        assert texts <= {"name"}, "printed on cards; everything else is a choice of words"
        for path, drawn in all_fields(cls).items():
            row = re.search(rf"^\| `{re.escape(path.removesuffix('[]'))}` .*$", rows, re.M)
            words = [*filter(None, [drawn.of]), *(one for one in drawn.names if not one.isdigit())]
            if row is not None:
                assert all(re.search(rf"\b{word}\b", row[0]) for word in words), row[0]
                said += len(words)
    assert said > 0


@pytest.mark.parametrize("cls", structs_in(*typescript.FROM_CLIENTS, *typescript.FROM_SERVER))
def test_every_type_has_its_place_with_every_field(cls: type) -> None:
    text = section(cls)
    assert about(cls).text in text
    assert re.findall(r"^\| `(\w+)` \|", text, re.M) == [field.name for field in about(cls).fields]


def test_fields_say_what_stands_behind_them_in_the_source() -> None:
    assert "| `seen` | number from 0 or null, default `null` | the last number this client has |" in page()
    assert "| `seat` | number or null | null: a spectator |" in section(protocol.Welcome)
    assert "| `n` | number |  |" in section(protocol.Moved)  # inherited, and without a comment


@pytest.mark.parametrize("game", ["", *(game.id for game in GAMES)])
def test_every_link_leads_to_one_heading(game: str) -> None:
    text = game_page(game) if game else page()
    anchors = [pages.anchor(title) for title in re.findall(r"^#+ (.*)$", text, re.M)]
    links = set(re.findall(r"\]\(#([^)]*)\)", text))
    assert len(links) >= (2 if game else 30)
    assert {link: anchors.count(link) for link in links} == dict.fromkeys(links, 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_kind_of_a_game_has_its_place_with_every_field_and_its_words(game: Game) -> None:
    assert game.messages is not None
    text = game_page(game.id)
    for title, kinds in (
        ("Actions", game.messages.ACTIONS),
        ("Events", game.messages.EVENTS),
        ("Chance", game.messages.OUTCOMES),
    ):
        chapter = (re.findall(rf"^## {title}\n(.*?)(?=^## )", text, re.M | re.S) or [""])[0]
        sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", chapter, re.M | re.S))
        assert list(sections) == list(kinds.by_id)
        for id, kind in kinds.by_id.items():
            fields = re.findall(r"^\| `(\w+)` \|", sections[id], re.M)
            assert fields == list(kind.__struct_encode_fields__)
            assert ("Told to: " in sections[id]) == issubclass(kind, Event)
    assert f"](protocol/{game.id}.md)" in page()


# ---------------------------------------------------------------- refusals


def raised_behind_tables() -> set[str]:
    """Ids in `protocol.Problem("id")` and the like, wherever house and server have them."""
    found = set[str]()
    for path in (path for folder in FLOORS for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in RAISING:
                words = (word.value for word in node.args if isinstance(word, ast.Constant))
                found |= {word for word in words if isinstance(word, str)}
    return found


def test_every_refusal_has_words_and_no_words_are_left_over() -> None:
    raised = raised_behind_tables()
    assert raised - set(REFUSALS) == set(pages.SERVER_REFUSALS)
    words = GAMES[0].words("en").messages["refusal"]
    assert set(words) == {*REFUSALS, *pages.SERVER_REFUSALS}
    assert all(f"| `{id}` | {sentence} |" in page() for id, sentence in words.items())


def test_every_refusal_of_a_table_is_raised_somewhere() -> None:
    files = (acting, changing, deciding, declined, gathering, late, next_game)
    source = "\n".join(Path(str(file.__file__)).read_text(encoding="utf-8") for file in files)
    raised = set(re.findall(r'Declined\("(\w+)"\)', source) + re.findall(r'Declined\("(\w+)", \w+=', source))
    of_games = {"over", "turn"}  # with the game's id: reasons of the game
    assert raised - of_games == set(REFUSALS) - set(REASONS)


# ---------------------------------------------------------------- the example


def test_the_example_is_the_same_every_time_and_can_be_read() -> None:
    steps = exchange()
    assert [shown(step.value) for step in steps] == [shown(step.value) for step in exchange()]
    for step in steps:
        text = msgspec.json.encode(step.value)
        assert msgspec.json.decode(shown(step.value)) == msgspec.json.decode(text)
        if isinstance(step.value, protocol.ClientMessage):
            assert protocol.decode_client(text) == step.value
        elif isinstance(step.value, protocol.ServerMessage):
            protocol.decode_server(text)


def test_the_example_shows_what_matters() -> None:
    said = [step.value for step in exchange()]
    numbers = [message.n for message in said if isinstance(message, protocol.Numbered)]
    assert numbers == list(range(4, numbers[-1] + 1))
    acks = [message for message in said if isinstance(message, protocol.Ack)]
    assert [ack.id for ack in acks if ack.problem is not None] == ["a6"]
    assert len({(ack.id, ack.n) for ack in acks}) == len(acks) - 1  # one message was sent twice
    assert "Bob" in page()


# ---------------------------------------------------------------- TypeScript


def interface(name: str) -> dict[str, str]:
    """The fields of an interface with their types; an optional one keeps its question mark."""
    (body,) = re.findall(rf"^export interface {name} \{{\n(.*?)^\}}", script(), re.M | re.S)
    text = re.sub(r"/\*\*.*?\*/", "", body, flags=re.S)
    return {
        key: " ".join(kind.split()).removeprefix("| ")
        for key, kind in re.findall(r"^  (\w+\??):(.*?);$", text, re.M | re.S)
    }


@pytest.mark.parametrize("cls", MESSAGES)
def test_every_message_is_told_apart_by_its_type(cls: Any) -> None:
    fields = interface(cls.__name__)
    assert fields["type"] == f'"{about(cls).tag}"'
    assert [key.rstrip("?") for key in fields] == ["type", *(field.name for field in about(cls).fields)]


@pytest.mark.parametrize("name, union", [(name, union) for name, (_, union) in typescript.UNIONS.items()])
def test_unions_have_all_their_members(name: str, union: Any) -> None:
    (members,) = re.findall(rf"^export type {name} =(.*?);$", script(), re.M | re.S)
    assert re.findall(r"\w+", members) == [cls.__name__ for cls in get_args(union)]


def test_only_what_a_client_may_leave_out_is_optional() -> None:
    assert interface("Act") == {
        "type": '"act"',
        "id": "string",
        "seen": "number",
        "do": "string",
        "args?": "Record<string, unknown>",
        "at?": "number | null",
    }
    sent = structs_in(*typescript.FROM_SERVER)
    optional = {
        cls.__name__ for cls in sent if any(key.endswith("?") for key in interface(typescript.name_of(cls)))
    }
    faces = {"Crew", "Dragon", "Upper"}  # of cards, whose fields are mostly zero
    assert optional == {*faces, "Drawn"}  # and of most fields little is said
    assert {"name?", "seat?"} <= set(interface("SitDown"))
    assert "game" in interface("NewTable")


def test_the_server_really_sends_fields_that_have_defaults() -> None:
    encoded = msgspec.json.decode(protocol.encode(protocol.Ack("a")))
    assert set(encoded) == set(interface("Ack"))
    for cls in structs_in(*typescript.FROM_SERVER):
        assert issubclass(cls, msgspec.Struct)
        absent = any(typescript.may_be_absent(about(cls), field) for field in about(cls).fields)
        assert cls.__struct_config__.omit_defaults == absent


def test_types_become_types() -> None:
    assert interface("Position")["view"] == "GameView"
    assert interface("Position")["legal"] == "readonly Told[]"
    assert interface("ClockState")["left"] == "readonly (number | null)[]"
    assert interface("GameAbout")["players"] == "readonly [number, number]"
    assert interface("NewTable")["clock?"] == "Clock"
    assert interface("NewTable")["bots?"] == "readonly (Level | null)[] | null"
    assert interface("NewTable")["start?"] == 'number | "random" | "rulebook" | null'
    assert interface("PiraciView")["units"] == "readonly (readonly number[])[]"
    assert interface("KosmicznaMisjaPlanetView")["tiles"] == "readonly (KosmicznaMisjaTileView | null)[]"
    assert f"export const PROTOCOL_VERSION = {protocol.VERSION};" in script()


def test_every_game_has_its_view() -> None:
    views = interface("Views")
    assert list(views) == [game.id for game in GAMES]
    for game in GAMES:
        view: type = game.view.View
        names = [field.name for field in about(view).fields]
        assert list(interface(views[game.id])) == names


def test_names_are_unique_and_known() -> None:
    defined = re.findall(r"^export (?:interface|type) (\w+)", script(), re.M)
    assert len(defined) == len(set(defined)) > 80
    code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|^//[^\n]*", "", script(), flags=re.S | re.M)
    used = set(re.findall(r"\b[A-Z]\w*[a-z]\w*", code)) - {"Record"}
    assert used == set(defined)


def test_requests_are_among_the_types() -> None:
    for cls in (NewTable, requests.SitDown, requests.Seated, requests.TableMade, requests.Frames):
        assert list(interface(cls.__name__))
