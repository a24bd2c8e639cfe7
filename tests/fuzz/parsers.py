"""A case for each parser that strangers reach: garbage in, an answer or the documented error out."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from copy import deepcopy
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
from multidict import CIMultiDict, MultiDict

from kosmoport.core.alike import look_alike, skeleton
from kosmoport.core.components import from_tables, from_text
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import generator, new_play
from kosmoport.core.record import to_data
from kosmoport.core.records import dump_position, dump_record, load_position, open_record
from kosmoport.core.texts import MAX_NAME, clean, printable, shown_name
from kosmoport.core.toml import MOST_CHARACTERS
from kosmoport.core.words import Told
from kosmoport.games import GAMES, game_by_id
from kosmoport.learn.checking import choices
from kosmoport.learn.lesson import lesson_of
from kosmoport.learn.referee import RefereeTable, judge
from kosmoport.learn.teaching import progress
from kosmoport.server.addresses import client_address, read_networks, same_origin, scheme_of
from kosmoport.server.clerks.opening import opened
from kosmoport.server.headers import Problem
from kosmoport.server.hosts import MOST_REMEMBERED, Hosts
from kosmoport.server.learning import lesson_answer
from kosmoport.server.records import record_extra
from kosmoport.server.replaying import LARGEST_RECORD
from kosmoport.server.requests import body_of, new_table_of, switch, whole_number
from kosmoport.server.routes import SMALL_BODY
from kosmoport.server.settings import ServerSettings
from kosmoport.server.sockets import NOT_A_MESSAGE
from kosmoport.server.tokens import Tokens
from kosmoport.server.webhooks import check_url
from kosmoport.table import protocol, requests
from kosmoport.table.deciding import Declined, sit_down, why_not
from kosmoport.table.fair import Fair, Sources, digest, first_commitment
from kosmoport.table.names import read_name
from kosmoport.table.settings import NewTable, read_settings
from kosmoport.table.verify import verify_record
from tests.conformance.tables import random_move
from tests.fuzz import near
from tests.fuzz.garbage import made_wrong, plain, toml, toml_made_wrong
from tests.server.fuzz_mutations import encoded, mutated, tampered
from tests.server.shelf import go_on
from tests.table.desk import Desk, playing
from tests.table.test_dealing import changed as tampered_with
from tests.table.test_dealing import finished, frozen, honest
from tests.table.test_verify import live_record

Case = Callable[[Random], None]
Refusal = (BadInput, Problem, Declined)
LARGEST_TABLE = 250_000  # bytes of a body with a component file in it
PARSERS: dict[str, Case] = {}


def parser(case: Case) -> Case:
    """A case of the list; what it raises besides Refusal is a mistake of ours."""
    PARSERS[case.__name__] = case
    return case


def run(name: str, seed: int) -> bool:
    """One case of a parser; was it accepted?"""
    return feed(name, Random(f"{name} {seed}"), str(seed))


def feed(name: str, rng: Random, seed: str) -> bool:
    """Was it accepted? Anything but the documented error is raised with what led to it."""
    try:
        PARSERS[name](rng)
    except Refusal as refusal:
        sentence = refusal.text if isinstance(refusal, Problem) else str(refusal)
        assert len(sentence) < 1000, f"{name} {seed}: a sentence of {len(sentence)} characters"
        assert "\n" not in sentence, f"{name} {seed}: more than a line"
        return False
    except Exception as error:
        raise AssertionError(f"{name} {seed}: {type(error).__name__}") from error
    return True


# ---------------------------------------------------------------- component files


@cache
def tables_of(game: Game) -> dict[str, Any]:
    """The tables of the box with a standing, as somebody would begin to change them."""
    tables = json.loads(json.dumps(game.standard_components.tables))
    paths = [f"{next(iter(tables))}", "*"]
    return {**tables, "standing": [{"paths": paths, "standing": "documented", "source": "my box"}]}


def use(game: Game, file: Any) -> None:
    """What a table does with components that it took: nobody can do anything about it any more."""
    options = game.read_options({"players": game.players[1]})
    play = new_play(game, options, generator(5), file)
    for viewer in (SPECTATOR, 0):
        msgspec.json.encode(play.view(viewer))
    msgspec.json.encode(file.tables)
    file.standing_of("x")


def body(data: bytes, kind: type[Any], most: int, **said: Any) -> Any:
    """What a handler gets of a body; its headers may say something else about it."""

    async def chunks() -> AsyncIterator[bytes]:
        yield data

    request: Any = Asked(content=SimpleNamespace(iter_any=chunks))
    for name, value in said.items():
        setattr(request, name, value)
    return done(body_of(request, kind, most))


class Asked(dict[Any, Any]):
    """A request with this body, as far as the parsers look at it."""

    content_type, content_length = "application/json", None

    def __init__(self, content: Any) -> None:
        super().__init__()
        self.content, self.headers = content, CIMultiDict[str]()


def done(work: Coroutine[Any, Any, Any]) -> Any:
    """The answer of a coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waits for something")


def sent(rng: Random, value: dict[str, Any]) -> bytes:
    """A body or a message as it comes over the line: right, almost right, or broken."""
    pick = rng.random()
    if pick < 0.6:
        return encoded(value if pick < 0.2 else made_wrong(rng, value))
    return mutated(rng, value)


@parser
def component_texts(rng: Random) -> None:
    game = rng.choice(GAMES)
    text = toml_made_wrong(rng, deepcopy(tables_of(game)))
    if rng.random() < 0.02:
        text += "#" * MOST_CHARACTERS
    use(game, from_text(text, game.components.Data, "components"))


@parser
def component_tables(rng: Random) -> None:
    """As they stand in a record."""
    game = rng.choice(GAMES)
    tables = deepcopy(tables_of(game))
    miss = rng.random() < 0.3
    data = encoded(near.missed(rng, tables, near.COMPONENTS[game.id])) if miss else sent(rng, tables)
    tables = body(data, dict[str, Any], LARGEST_RECORD)
    use(game, from_tables(tables, game.components.Data, "components"))


# ---------------------------------------------------------------- bodies of requests


@parser
def bodies(rng: Random) -> None:
    """Of any kind and length, whatever the headers say."""
    kind = rng.choice((dict[str, Any], requests.AskWhy, requests.Aim, NewTable, requests.SitDown))
    data = sent(rng, {"game": "piraci", "do": "x", "args": {"a": [1]}, "x": 1, "y": -1, "rot": 0})
    body(
        data,
        kind,
        rng.choice((50, SMALL_BODY)),
        content_type=rng.choice(("application/json", "application/json", "text/plain", "")),
        content_length=rng.choice((None, 0, len(data), 10**9)),
    )


@parser
def new_tables(rng: Random) -> None:
    game = rng.choice(GAMES)
    asked: dict[str, Any] = {
        "game": game.id,
        "players": game.players[1],
        "options": json.loads(json.dumps(game.read_options({"players": game.players[1]}))),
        "bots": [None, *["casual"] * (game.players[1] - 1)],
        "colours": list(game.colours[: game.players[1]]),
        "start": rng.choice((0, "random", "rulebook", None)),
        "public": True,
        "unhurried": rng.random() < 0.5,
        "clock": rng.choice(
            ({"type": "none"}, {"type": "move", "seconds": 30}, {"type": "bank", "seconds": 60})
        ),
        "timeout_level": "strong",
        "components": rng.choice(
            (None, toml(tables_of(game)), toml_made_wrong(rng, deepcopy(tables_of(game))))
        ),
        "hints": rng.choice((None, True)),
    }
    asked.pop(rng.choice(list(asked)))
    data = encoded(near.missed(rng, asked, near.TABLES)) if rng.random() < 0.2 else sent(rng, asked)
    settings = read_settings(body(data, NewTable, LARGEST_TABLE))
    msgspec.json.encode(settings)
    settings.component_file()


@parser
def sitting_down(rng: Random) -> None:
    desk = Desk(NewTable(game="piraci", players=3))
    desk.sit("Ala")
    asked = {
        "name": "Ola",
        "seat": 1,
        "age": 30,
        "colour": desk.table.seats[1].colour,
        "token": "t",
    }
    read = body(sent(rng, asked), requests.SitDown, SMALL_BODY)
    desk.write(sit_down(desk.table, read, "key", None))


@parser
def real_tables(rng: Random) -> None:
    """Tables of cardboard for the referee."""
    cards = [
        {
            "seat": rng.randrange(3),
            "ship": i,
            "x": rng.randrange(-3000, 3000),
            "y": 100 * i,
            "rot": 30 * i,
        }
        for i in range(rng.randrange(8))
    ]
    asked = {"cards": cards, "options": {"players": 3, "asteroids": "two", "corsairs": True}}
    msgspec.json.encode(judge(body(sent(rng, asked), RefereeTable, SMALL_BODY)))


@cache
def way_through(game: Game, id: str) -> list[Told | None]:
    """One way through a chapter."""
    chapter = next(one for one in lesson_of(game).chapters if one.id == id)
    now = progress(game, chapter, [])
    way: list[Told | None] = []
    while (step := now.step) is not None:
        way.append(choices(now, step)[0])
        assert now.go_on(way[-1])
    return way


@parser
def lessons(rng: Random) -> None:
    """Steps of lessons; what a learner did wrong is answered, never refused."""
    game = rng.choice([game for game in GAMES if lesson_of(game).chapters])
    chapter = rng.choice(lesson_of(game).chapters)
    way = way_through(game, chapter.id)
    actions = msgspec.to_builtins(way[: rng.randrange(len(way) + 1)])
    asked = {"chapter": chapter.id, "actions": actions}
    tried = body(sent(rng, asked), requests.LessonTry, SMALL_BODY)
    found = lesson_of(game).chapter(tried.chapter)
    if found is None:
        raise Problem(404)
    msgspec.json.encode(lesson_answer(game, found, tried.actions))


# ---------------------------------------------------------------- records


@cache
def record_of(game: Game, calm: bool) -> str:
    """A short game of a live table; calm ones with a deal of promises, the others of the first kind."""
    if calm:
        desk = playing(game.id, game.players[0], unhurried=True)
        go_on(desk, 12)
        return dump_record(desk.play, record_extra(desk.table))
    rng = generator(9)
    play = new_play(game, game.read_options({"players": game.players[0]}), rng)
    for _ in range(12):
        random_move(play, rng)
    players, secret = game.players[0], bytes(range(32))
    fair = {"table": "there", "secret": secret.hex(), "commitment": first_commitment(secret, "there")}
    table = {"names": ["Ala"] * players, "bots": [None] * players, "started": 5, "undone": 0, "aided": [0]}
    return dump_record(play, {"fair": {**fair, "luck": ["x"] * players}, "table": table})


@parser
def records(rng: Random) -> None:
    game = rng.choice(GAMES)
    record = json.loads(record_of(game, rng.random() < 0.5))
    record["moves"] = record["moves"][: rng.choice((1, 3, 12))] * rng.choice((1, 1, 1, 200))
    if rng.random() < 0.3:
        record["components"] = made_wrong(rng, deepcopy(tables_of(game)))
    part = rng.choice([*record, *["moves", "table", "fair", "deal", "options"] * 2])
    if rng.random() < 0.3:
        record = near.missed(rng, record, near.RECORDS)
    elif rng.random() < 0.8:
        record[part] = made_wrong(rng, record[part])
    else:
        record = made_wrong(rng, record)
    data = body(encoded(record), dict[str, Any], LARGEST_RECORD)
    msgspec.json.encode(opened(data, rng.randrange(-1, 5)))


@parser
def verified_records(rng: Random) -> None:
    game = rng.choice(GAMES)
    record = live_record(game.id)
    if game is GAMES[0] and rng.random() < 0.2:  # half of a letter, which a file can hold, and a line cannot
        record["components"] = deepcopy(tables_of(game))
        record["components"]["hand"][-1] = "\ud800"
    if rng.random() < 0.8:
        record["moves"], record["result"] = record["moves"][: rng.randrange(8)], None
    if rng.random() < 0.3:
        past = {**record["fair"], "moves": rng.randrange(9)}
        record["table"]["continues"] = [past] * rng.randrange(3)
    if rng.random() < 0.2:
        record = near.missed(rng, record, near.RECORDS)
    else:
        part = rng.choice((*record, "fair", "fair", "table", "table"))
        record[part] = plain(made_wrong(rng, record[part]))
    for line in verify_record(record):
        assert len(line) < 1000


@cache
def _promised() -> list[str]:
    """Records of promised deals: as usual, after a void round, by nobody, and with a lot to begin."""
    again = frozen()
    again.pass_time(again.table.house.reveal_live)
    for p in range(3):
        again.promise(p, "a fresh one")
    alone = Desk(NewTable(game="piraci", bots=[None, None, "casual"]))
    for name in "AB":
        alone.sit(name, promises=False)
    lot = Desk(NewTable(game="kosmodraci", players=3, start="rulebook"))
    for name in "ABC":
        lot.sit(name, age=30)
    for desk in (again, alone, lot):
        desk.begin()
    return [
        json.dumps(honest()),
        *(json.dumps([finished(desk), honest()[1]]) for desk in (again, alone, lot)),
    ]


def forged(record: dict[str, Any]) -> dict[str, Any]:
    """The deal that follows from what the record says now, as a server would write it that cheats."""
    play = open_record(game_by_id(record["game"]), record)
    key = bytes.fromhex(record["fair"]["key"])
    dealt = new_play(play.game, play.options, Sources([Fair(key)], []).deal_stream(), play.components).d
    return {**record, "deal": to_data(dealt), "moves": [], "result": None}


@parser
def promised_records(rng: Random) -> None:
    """Records of deals that were promised, and what a device kept of them."""
    record, kept = json.loads(rng.choice(_promised()))
    if rng.random() < 0.5:
        record["moves"], record["result"] = record["moves"][: rng.randrange(8)], None
    if rng.random() < 0.3:
        record = tampered_with(record, **rng.choice(near.FROZEN))
        record = forged(record) if rng.random() < 0.8 else record
    if rng.random() < 0.1:
        record["table"]["bots"] = [rng.choice((None, "strong")) for _ in record["fair"]["values"]]
    if rng.random() < 0.3:
        record["fair"] |= rng.choice(near.FAIR)
    if rng.random() < 0.2:
        part = {key: record["fair"][key] for key in ("table", "round", "commitment", "secret", "values")}
        frozen = rng.choice((digest(record["fair"]["frozen"]), digest("x"), "x", 5))
        record["table"]["continues"] = [{**part, "frozen": frozen, "moves": rng.randrange(3)}] * 2
    if rng.random() < 0.2:
        record["fair"] = plain(made_wrong(rng, record["fair"]))
    if rng.random() < 0.5:
        kept["seats"][0] |= rng.choice(near.KEPT)
    if rng.random() < 0.2:
        kept = plain(made_wrong(rng, kept))
    if rng.random() < 0.05:
        record["kosmoport"] = "position"
    elif rng.random() < 0.05:
        del record["fair"]
    for line in verify_record(record, rng.choice((kept, kept, None))):
        assert len(line) < 1000


@cache
def position_of(game: Game) -> str:
    rng = generator(4)
    play = new_play(game, game.read_options({"players": game.players[0], **game.calm}), rng)
    for _ in range(4):
        random_move(play, rng)
    return dump_position(game, play.components, play.s)


@parser
def positions(rng: Random) -> None:
    game = rng.choice(GAMES)
    position = plain(made_wrong(rng, json.loads(position_of(game))))
    if not isinstance(position, dict):
        raise BadInput("no map")
    play = load_position(game, position)
    for seat in range(play.options["players"]):
        msgspec.json.encode(play.view(seat))


# ---------------------------------------------------------------- messages


MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "hello", "version": 2, "seen": 3, "token": "x", "muted": [1]},
    {"type": "ping", "at": 5},
    {"type": "mute", "id": "1", "seats": [0, 2]},
    {"type": "react", "id": "1", "reaction": "wow"},
    {"type": "ready", "id": "1", "ready": False},
    {"type": "remove", "id": "1", "seat": 1},
    {"type": "ask_back", "id": "1", "moves": 1},
    {"type": "ask_bot", "id": "1", "seat": 1, "level": "strong"},
    {"type": "answer", "id": "1", "proposal": 4, "yes": True},
    {"type": "chat", "id": "1", "text": "hello"},
    *(
        {"type": kind, "id": "1"}
        for kind in ("aid", "begin", "leave", "come_back", "take_back", "rematch", "close")
    ),
)


@parser
def messages(rng: Random) -> None:
    """Of a client at a table where a game is on; what a message leads to is done."""
    game = rng.choice(GAMES)
    desk = playing(game.id, game.players[0], unhurried=rng.random() < 0.5)
    for _ in range(rng.randrange(6)):
        desk.settle()
        if desk.table.to_act():
            desk.act(desk.table.to_act()[0])
    taken = 0
    for _ in range(8):
        seat = rng.choice(desk.table.to_act() or [0])
        try:
            message = protocol.decode_client(sent(rng, _message(rng, desk, seat)))
        except (*NOT_A_MESSAGE, UnicodeDecodeError):
            continue
        if isinstance(message, protocol.Command):
            with suppress(Declined):
                desk.send(rng.choice((seat, seat, 0, "host")), message)
                taken += 1
        if isinstance(message, protocol.Act | protocol.Hover):
            why_not(desk.table, str(seat), Told(message.do, message.args), desk.now)
    if not taken:
        raise Problem(400)


def _message(rng: Random, desk: Desk, seat: int) -> dict[str, Any]:
    """Often an action that is legal now, as it is sent."""
    legal = desk.table.play.legal(seat) if desk.table.to_act() and desk.table.play is not None else []
    if not legal or rng.random() < 0.3:
        return dict(rng.choice(MESSAGES), id=desk.new_id())
    told = desk.play.game.describe(desk.play.view(seat), rng.choice(legal))
    args = made_wrong(rng, dict(told.args)) if told.args and rng.random() < 0.7 else dict(told.args)
    kind = rng.choice(("act", "act", "act", "hover"))
    message = {"type": kind, "do": told.id, "args": args, "at": rng.choice((None, 0, desk.now))}
    return message if kind == "hover" else {**message, "id": desk.new_id(), "seen": desk.table.n}


# ---------------------------------------------------------------- single words


WORDS = (
    *("", " ", "0", "-1", "+1", "1_0", "٣", "1e3", "9" * 16, "9" * 5000, "null", "\x00", "\u202e", "é" * 200),
    *("1.2.3.4", "1.2.3.4:80", "1.2.3.4.5", "127.1", "0x7f.1", "::", ":" * 500, "[", "]", "[]", "[::1]:80"),
    *("::ffff:1.2.3.4", "fe80::1%eth0", "fe80::1%" + "x" * 5000, "https:", "//x", "https://x", "https://x/y"),
    *("http://x:99999", "https://x:", "https://x@y", "https://[::1", "https://[v1.x]", "https://1.2.3"),
    *("https://xn--" + "a" * 70, "https://ⓔxample.org", "https://exámple.org", "https://exa mple.org"),
    *("https://127.0.0.1", "https://0x7f000001", "https://2130706433", "https://[::ffff:127.0.0.1]"),
    *("https://%zz", "https://a..b", "https://-a", "https://example.org", "https://example.org:0"),
    *("https://example.org#x", "https://example.org?%zz", "https://example.org\\@x", "ftp://example.org"),
    *("https://a_b.example.org", "https://a~b.org", f"https://{'a' * 64}.org", "https://[::g]"),
    *("https://example.org:8443/x?y", "https://example.org/" + "a" * 2000, "http", "https"),
)


ADDRESSES = [text for text in WORDS if text.startswith("http")]


def word(rng: Random) -> str:
    text = rng.choice(WORDS)
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(text) + 1)
        piece = rng.choice((rng.choice(WORDS), chr(rng.randrange(0x250)), rng.choice(":/.@%[]#?,;= ")))
        text = text[:place] + piece + text[place + rng.randrange(3) :]
    return text


LETTERS = (
    *("a", "Ż", "ř", "ß", "\u0430", "l", "I", "1", " ", "\u2800", "\u3164", "\u00ad", "\u200b", "\u200c"),
    *("\u200d", "\u202e", "\u2066", "\ufeff", "\x00", "\x1b", "\n", "\u2028", "\ud800", "\ue000", "\u0378"),
    *("\u0600", "\u0301", "\u20dd", "\u0903", "\u094d", "\u0915", "\u0627", "\u05d0", "\ufe0f", "\u180b"),
    *("\U000e0100", "\U0001f468", "\U0001f3f4", "\U000e0067", "\ufdfa", "\u1e9b\u0323", "\U0001fbff"),
    *("\u01c4", "\u0915\u200d\u094d\U000e0067\u093c"),  # what has to be looked at twice
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)


@parser
def lines_of_text(rng: Random) -> None:
    """Names, ships, chat: cleaned once, for good, and shown in a terminal."""
    text = "".join(rng.choice(LETTERS) for _ in range(rng.choice((1, 3, 8, 30, 120))))
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert printable(text).isprintable() or not text.isprintable()
    assert len(shown_name(text)) <= MAX_NAME
    assert skeleton(skeleton(text)) == skeleton(text)
    look_alike(text, cleaned)
    read_name(text)


HOSTS = Hosts(ServerSettings(public_url="https://play.example.org", allowed_hosts=("attic",)))
FULL_HOSTS = Hosts(ServerSettings(public_url="https://play.example.org"))
FULL_HOSTS._welcome = set(map(str, range(MOST_REMEMBERED)))


@parser
def hosts(rng: Random) -> None:
    ours = ("localhost", "a.localhost:80", "attic.", "PLAY.example.org:443", "[::1]:8400", "10.0.0.7")
    named = (*ours, "evil.example", "attic:99999", "[1::2::3]", word(rng))
    given = [rng.choice(named) for _ in range(rng.choice((0, 1, 1, 1, 1, 2)))]
    headers = CIMultiDict[str]([("Host", name) for name in given])
    request: Any = SimpleNamespace(headers=headers, host=rng.choice((*given, *named)))
    rng.choice((HOSTS, FULL_HOSTS)).check(request)


@parser
def query_switches(rng: Random) -> None:
    query = MultiDict([("replace", rng.choice(("true", "false", "yes", word(rng))))] * rng.randrange(2))
    request: Any = SimpleNamespace(query=query)
    switch(request, "replace")


@parser
def new_tables_as_bodies(rng: Random) -> None:
    """What may be large is the component file alone."""
    asked = {"game": "piraci", "components": rng.choice((None, "x" * rng.choice((5, 300))))}
    asked |= rng.choice(({}, {"options": {"x" * SMALL_BODY: 1}}, {"more": 1}))
    data = sent(rng, asked)

    async def chunks() -> AsyncIterator[bytes]:
        yield data[: len(data) // 2]
        yield data[len(data) // 2 :]

    request: Any = Asked(content=SimpleNamespace(iter_any=chunks))
    request.content_length = rng.choice((None, len(data), 10**9))
    request.content_type = rng.choice(("application/json",) * 8 + ("text/plain",))
    packed = rng.choice(("identity",) * 8 + ("gzip",))
    request.headers = CIMultiDict[str]({"Content-Encoding": packed})
    done(new_table_of(request, 200))
    done(new_table_of(request, 200))  # as when a handler is called again


@parser
def tokens(rng: Random) -> None:
    house = Tokens(b"k" * 32)
    token = house.issue("table", rng.choice(("1", "host", "9")), "nonce")
    if rng.random() < 0.1:  # signed by us, long ago
        token = house._serializer.dumps(rng.choice((["table"], "table", ["table", 1, "nonce"], None)))
    text = rng.choice((tampered(rng, token), tampered(rng, token), word(rng), token, token + word(rng)))
    if house.read(text) is None:
        raise BadInput("no token")


@parser
def query_numbers(rng: Random) -> None:
    request: Any = SimpleNamespace(query=MultiDict([("seat", word(rng))] if rng.random() < 0.9 else []))
    number = whole_number(request, "seat", low=rng.choice((-1, 0)))
    assert number is None or -1 <= number < 10**15


NETWORKS = read_networks(("10.0.0.0/8", "::1", "1.2.3.0/24"))


@parser
def origins(rng: Random) -> None:
    """Who sends a request, by what its headers say."""
    headers = CIMultiDict[str]()
    for name in ("X-Forwarded-For", "X-Forwarded-Proto", "Origin", "Host", "Cookie"):
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            headers.add(name, ",".join(word(rng) for _ in range(rng.choice((1, 1, 3, 40)))))
    if rng.random() < 0.3:
        hops = ("10.9.9.9", "10.9.9.9", "[::1]:80", "::ffff:1.2.3.4", "203.0.113.5:1234")
        headers["X-Forwarded-For"] = ", ".join(rng.choice(hops) for _ in range(3))
    remote = rng.choice(("10.1.2.3", "::1", "8.8.8.8", "", None, "1.2.3.4"))
    request: Any = SimpleNamespace(remote=remote, headers=headers, scheme="http")
    assert client_address(request, NETWORKS)
    assert scheme_of(request, NETWORKS) in ("http", "https")
    if not same_origin(request, ("https://play.example.org",), NETWORKS):
        raise Problem(404)


@parser
def webhooks(rng: Random) -> None:
    asked = {"url": rng.choice((word(rng), rng.choice(ADDRESSES)))}
    data = encoded(asked) if rng.random() < 0.5 else sent(rng, asked)
    text = body(data, requests.WebhookAt, SMALL_BODY).url
    assert text is None or check_url(text, allow_private=rng.random() < 0.5).isascii()


@parser
def game_names(rng: Random) -> None:
    game_by_id(rng.choice((word(rng), rng.choice(GAMES).id)))
