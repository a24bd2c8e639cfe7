"""Bombs: small enough to be sent, made to cost much time or memory where a parser is careless."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from kosmoport.core.components import flatten
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.toml import MOST_DOTS
from kosmoport.games import GAMES
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.opened_record import opened
from kosmoport.house.replays import LARGEST_RECORD
from kosmoport.house.routes import SMALL_BODY
from kosmoport.house.talking import NOT_A_MESSAGE
from kosmoport.server.settings import ServerSettings
from kosmoport.table import protocol, requests
from kosmoport.table.gathering import sit_down
from kosmoport.table.settings import NewTable, read_settings
from kosmoport.table.verify import verify_record
from tests.fuzz.garbage import toml
from tests.fuzz.parsers import body, record_of, tables_of
from tests.server.fuzz_mutations import Raw
from tests.table.desk import Desk, seated
from tests.table.test_verify import live_record

LARGEST = ServerSettings().max_components  # bytes of a component file
DEEP = "a." * (MOST_DOTS - 1)  # as a line may be
MANY = LARGEST // (len(DEEP) + 12)
Bomb = Callable[[], object]


def bombs() -> Iterator[tuple[str, Bomb]]:
    """Each with its name."""
    for name, game, text in texts():
        assert len(text) <= LARGEST, name
        yield f"components: {name}", partial(component_file, game, text)
    for name, data in bodies():
        assert len(data) <= LARGEST_RECORD, name
        yield f"records: {name}", partial(record_file, data)
    for name, message in messages():
        yield f"messages: {name}", partial(read_message, message)
    for name, text in people():
        yield f"names: {name}", partial(sit, text)
        yield f"chat: {name}", partial(talk, text)


def component_file(game: str, text: str) -> None:
    """As a new table reads it."""
    read_settings(NewTable(game=game, components=text))


def record_file(data: bytes) -> None:
    """As it is shown and as it is verified."""
    record = body(data, dict[str, Any], LARGEST_RECORD)
    with suppress(BadInput):
        verify_record(record)
    opened(record, -1)


def read_message(data: bytes) -> None:
    """As a socket reads it."""
    try:
        protocol.decode_client(data)
    except NOT_A_MESSAGE:
        raise HTTPError(400) from None


def sit(text: str) -> None:
    asked = body(msgspec.json.encode({"name": text}), requests.SitDown, SMALL_BODY)
    sit_down(Desk(NewTable(game="piraci")).table, asked, "key", None)


def talk(text: str) -> None:
    message = protocol.decode_client(msgspec.json.encode({"type": "chat", "id": "1", "text": text}))
    assert isinstance(message, protocol.Chat)
    seated("piraci", 3).send(0, message)


# ---------------------------------------------------------------- component files


def texts() -> Iterator[tuple[str, str, str]]:
    """What it is, for which game, and the text."""
    for name, text in any_toml():
        yield name, "piraci", text
    for game in GAMES:
        for name, text in of_the_game(game, tables_of(game)):
            yield f"{name} of {game.id}", game.id, text


def any_toml() -> Iterator[tuple[str, str]]:
    yield "one dotted key", "a." * 99_000 + "a = 1"
    yield "one dotted table", "[" + "a." * 99_000 + "a]"
    yield "many dotted keys", "".join(f"x{i}." + DEEP + "a = 1\n" for i in range(MANY))
    yield "many dotted tables", "".join("[" + DEEP + f"b{i}]\n" for i in range(MANY))
    yield "many arrays of tables", "[[a.b]]\n" * 24_000
    yield "many keys", "".join(f"k{i} = 1\n" for i in range(16_000))
    yield "a hundred thousand brackets", "a = " + "[" * 199_000
    yield "tables in tables", "a = " + "{a = " * 39_000
    yield "quotation marks", '"' * 199_000
    yield "backslashes", 'a = """' + "\\\n" * 99_000
    yield "dates", "a = [" + "1979-05-27T07:32:00Z," * 9000 + "]"


STANDING = '[[standing]]\nstanding = "documented"\n'
NUMBERS = {
    "hexadecimal digits": "0x" + "f" * 150_000,
    "decimal digits": "9" * 150_000,
    "a fraction": "0." + "1" * 150_000,
    "lists in lists": "[" * 90 + "]" * 90,
}


def of_the_game(game: Game, tables: dict[str, Any]) -> Iterator[tuple[str, str]]:
    box = toml({key: value for key, value in tables.items() if key != "standing"})
    paths = ",\n".join(f'"{path}"' for path, _ in flatten(game.standard_components.tables))
    yield "standings", box + (STANDING + 'paths = ["*"]\n') * 2500
    yield "paths", box + STANDING + "paths = [" + f"{paths},\n" * (100_000 // len(paths)) + "]"
    yield "stars", box + STANDING + 'paths = ["' + "[*]" * 30_000 + '"]'
    for key, value in tables.items():
        for odd, text in NUMBERS.items():
            yield f"{odd} for {key}", toml({**tables, key: Raw(text)})
            yield f"{odd} in {key}", toml({**tables, key: Raw(f"[{text}]")})
        if isinstance(value, dict):
            many = [f"{i}" for i in range(9000)]
            yield f"very many {key}", toml({**tables, key: dict.fromkeys(many, 1)})
            yield f"very many wrong {key}", toml({**tables, key: dict.fromkeys(many, "x")})
        elif isinstance(value, list) and value:
            often = 150_000 // len(toml({key: value}))
            yield f"very many {key}", toml({**tables, key: value * often})


# ---------------------------------------------------------------- records


def bodies() -> Iterator[tuple[str, bytes]]:
    for game in GAMES:
        record = json.loads(record_of(game, True))
        yield f"moves of {game.id}", _bytes({**record, "moves": record["moves"] * 150})
        yield f"far too many moves of {game.id}", _bytes({**record, "moves": [{}] * 90_000})
        for key, value in game.standard_components.tables.items():
            if isinstance(value, dict):
                wrong = {**game.standard_components.tables, key: {f"{i}": "x" for i in range(25_000)}}
                yield f"{key} of {game.id}, all wrong", _bytes({**record, "components": wrong})
    record = json.loads(record_of(GAMES[0], True))
    yield "lists in lists", b'{"a":' + b"[" * 390_000
    yield "maps in maps", b'{"a":' * 60_000
    yield "lists that end", b'{"a":' + b"[" * 190_000 + b"]" * 190_000 + b"}"
    yield "a number", b'{"kosmoport": "record", "rules": ' + b"9" * 390_000 + b"}"
    yield "many numbers", json.dumps({**record, "rules": [10**4000] * 90}).encode()
    yield "an old record", _bytes({**record, "rules": {"x" * 1000: ["y" * 300_000]}})
    yield "many keys", _bytes({**record, **{f"k{i}": i for i in range(20_000)}})
    yield "a long key", _bytes({**record, "k" * 390_000: 1})
    yield "a long game", _bytes({**record, "game": "g" * 390_000})
    yield "a table", _bytes({**record, "table": {"x": ["y"] * 60_000}})
    yield "options", _bytes({**record, "options": {"players": "9" * 300_000}})
    yield "a deal", _bytes({**record, "deal": {**record["deal"], "x": [[]] * 60_000}})
    yield "deep actions", _bytes({**record, "moves": [{"seat": 0, "do": "lay", "card": deep()}] * 100})
    secrets = live_record("piraci")
    part = {**secrets["fair"], "moves": 0}
    yield "a long past", _bytes({**secrets, "table": {"continues": [part] * 900}})
    yield "a past as long as it may be", _bytes({**secrets, "table": {"continues": [part] * 25}})


def deep(levels: int = 200) -> Any:
    """Lists in lists, as many as a reader of JSON still bears."""
    value: Any = []
    for _ in range(levels):
        value = [value, value]
        if len(json.dumps(value)) > 1000:
            value = [value[0]]
    return value


def _bytes(value: Any) -> bytes:
    return msgspec.json.encode(value)


# ---------------------------------------------------------------- messages and people


def messages() -> Iterator[tuple[str, bytes]]:
    yield "lists in lists", b"[" * 16_384
    yield "arguments in arguments", b'{"type":"act","id":"1","seen":1,"do":"x","args":' + b'{"a":' * 3000
    yield "a number", b'{"type":"ping","at":' + b"9" * 16_000 + b"}"
    yield "escapes", b'{"type":"chat","id":"1","text":"' + b"\\u0041" * 2700 + b'"}'


def people() -> Iterator[tuple[str, str]]:
    yield "accents", "a" + "\u0301" * 1999
    yield "ligatures", "\ufdfa" * 1999
    yield "joiners", "\u0915\u094d\u200d" * 660
    yield "joiners that fall one after another", "a" + "\u1b44\U0001d165\u200d" * 660 + "\u093c"
    yield "families", "👨\u200d" * 990
    yield "directions", "\u202e\u202d" * 990
    yield "blanks", "\u2800" * 1999
