"""A case for each parser that strangers reach: garbage in, an answer or the documented error out."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from kosmoport.conformance.tables import random_move
from kosmoport.core.components import from_tables, from_text
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.game import Game
from kosmoport.core.layout import to_data
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.records import dump_position, dump_record, load_position, open_record
from kosmoport.core.toml import MOST_CHARACTERS
from kosmoport.core.words import Told
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczna_eskadra.referee import RefereeTable, judge
from kosmoport.house.game_records import record_extra
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.learning import lesson_answer
from kosmoport.house.opened_record import opened
from kosmoport.house.replays import LARGEST_RECORD
from kosmoport.house.routes import SMALL_BODY
from kosmoport.house.talking import NOT_A_MESSAGE
from kosmoport.learn.lesson import lesson_of
from kosmoport.learn.teaching import progress
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.acting import why_not
from kosmoport.table.continuing import MOST_MOVES, continuing
from kosmoport.table.declined import Declined
from kosmoport.table.fair import SECOND, Fair, Sources, digest, first_commitment
from kosmoport.table.gathering import sit_down
from kosmoport.table.settings import NewTable, read_settings
from kosmoport.table.verify import verify_record
from tests.fuzz import near, words
from tests.fuzz.feeding import PARSERS, Refusal, body, feed, parser, run, sent
from tests.fuzz.garbage import made_wrong, plain, toml, toml_made_wrong
from tests.learn.checking import choices
from tests.server.fuzz_mutations import encoded
from tests.server.shelf import finished, go_on, played
from tests.table.desk import Desk, frozen, playing
from tests.table.test_promised_records import changed as tampered_with
from tests.table.test_promised_records import honest, kept_of
from tests.table.test_verify import live_record

__all__ = ["PARSERS", "Refusal", "body", "feed", "record_of", "run", "tables_of", "way_through", "words"]

LARGEST_TABLE = 250_000  # bytes of a body with a component file in it

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
        length=rng.choice((None, 0, len(data), 10**9)),
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
def options(rng: Random) -> None:
    """Of a new table, a record or a terminal, in which they are all texts."""
    game = rng.choice(GAMES)
    given: dict[str, Any] = {"players": rng.choice((*[game.players[1]] * 9, 9))}
    option = rng.choice(game.options)
    length, named = getattr(option, "length", 3), getattr(option, "named", ())
    numbers = [rng.randrange(-1, 8) for _ in range(rng.choice((length, length, 2)))]
    usual = (option.default, rng.sample(range(length), length), *named, numbers, str(numbers))
    given[option.name] = rng.choice(rng.choice((usual, near.OPTIONS)))
    game.read_options(given)


@cache
def in_the_middle(game: Game, moves: int) -> Play:
    rng = generator(moves)
    play = new_play(game, game.read_options({"players": game.players[0], **game.calm}), rng)
    for _ in range(moves):
        if not play.over:
            random_move(play, rng)
    return play


@parser
def actions(rng: Random) -> None:
    """By id with parameters, for somebody who sees the table."""
    game = rng.choice(GAMES)
    play = in_the_middle(game, rng.randrange(60))
    seat = rng.choice(play.seats_to_act() or [0])
    told = [game.describe(play.view(seat), action) for action in play.legal(seat)]
    one, other = rng.choice(told or [Told("x", {})]), rng.choice(told or [Told("x", {})])
    args = {**dict(one.args), **dict(other.args)} if rng.random() < 0.3 else dict(one.args)
    if args and rng.random() < 0.6:
        args[rng.choice(list(args))] = rng.choice(near.ARGUMENTS)
    elif rng.random() < 0.1:
        args["x"] = 1
    elif "target" in args:  # of somebody else
        args |= {"colour": args["target_colour"], "disc": args["target"]}
    ids = [*game.words("en").messages["action"], "x", *[one.id] * 8]
    act = Told(rng.choice(ids), args) if rng.random() < 0.8 else Told(*rng.choice(near.ACTIONS))
    try:
        if rng.random() < 0.2:
            game.encode_chance(play.s, play.c, Told(*rng.choice(near.CHANCES)))
        else:
            game.encode(play.view(seat), act)
    except Refused as refused:
        raise BadInput(refused.reason) from None


@parser
def sitting_down(rng: Random) -> None:
    new, kept = NewTable(game="piraci", players=3), log.Reservation("kept", rng.choice(("Ela", "")))
    reserved = (None, kept, None) if rng.random() < 0.3 else ()
    desk = Desk(new, created=log.Created(read_settings(new), "00" * 32, "host", reserved, deal=SECOND))
    for name in ("Ala", "Iza", "Ewa")[: rng.choice((1, 1, 1, 1, 3 - len(reserved) // 2))]:
        desk.sit(name)
    asked = {
        "name": rng.choice((None, *["Ola"] * 6, "AIa", "Red bot", "Ela")),
        "seat": rng.choice((None, 0, *[2] * 6, 4)),
        "age": 30,
        "colour": desk.table.seats[1].colour,
        "token": "t",
    }
    read = body(sent(rng, asked), requests.SitDown, SMALL_BODY)
    desk.write(sit_down(desk.table, read, "key", rng.choice((None, None, "kept"))))


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
def with_a_card_in_hand(lying: int) -> tuple[Play, int]:
    """A shoot-out in the making, with so many cards on the table, and a seat that may ask for its lines."""
    game = game_by_id("kosmiczna_eskadra")
    for moves in range(lying, 400):
        play = in_the_middle(game, moves)
        for seat in range(play.options["players"]):
            if play.view(seat).held is not None and len(play.view(seat).table) >= lying:
                return play, seat
    raise AssertionError("nobody holds a card")


@parser
def aims(rng: Random) -> None:
    """Where lasers would go, as somebody asks: anywhere, on a card, on an asteroid, or with no card."""
    play, seat = with_a_card_in_hand(rng.choice((0, 2, 5)))
    if rng.random() < 0.1:
        play, seat = in_the_middle(play.game, 0), 0
    view = play.view(seat)
    lying = [(card.pose.x, card.pose.y) for card in view.table]
    stones = [(stone.pose.x, stone.pose.y) for stone in view.asteroids]
    anywhere = [(rng.randrange(-9000, 9000), rng.randrange(-9000, 9000))]
    x, y = rng.choice(rng.choice((anywhere, lying or anywhere, stones)))
    asked = {"x": x, "y": y, "rot": rng.randrange(-9, 369)}
    aim = body(sent(rng, asked), requests.Aim, SMALL_BODY)
    tracing = play.game.tracing
    assert tracing is not None
    msgspec.json.encode(tracing.lines_from(play.c, view, aim.x, aim.y, aim.rot))


@cache
def over(game: Game) -> Desk:
    """A table whose game ended."""
    return played(game.id, players=game.players[0])


@parser
def continued(rng: Random) -> None:
    """A table that goes on from a finished game."""
    source = over(rng.choice(GAMES[:2])).table
    asked: dict[str, Any] = {"game": source.game.id, "unhurried": True}
    asked |= rng.choice(({}, {}, *near.CONTINUED))
    asked["continues"] = {"table": source.id, "move": rng.choice((0, 3, len(source.play.moves), 10**6, -1))}
    new = body(encoded(asked), NewTable, LARGEST_TABLE)
    with patch("kosmoport.table.continuing.MOST_MOVES", rng.choice((MOST_MOVES, 2))):
        msgspec.json.encode(continuing(source, new))


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
        raise HTTPError(404)
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
    fault = rng.random()
    if fault < 0.3:
        record = near.missed(rng, record, near.RECORDS)
    elif fault < 0.6:
        record[part] = made_wrong(rng, record[part])
    elif fault < 0.7:
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
    """Records of promised deals: as usual, after a round that was void, by nobody, with a lot to begin."""
    again = frozen()
    again.pass_time(again.table.policy.reveal_live)
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
        json.dumps([finished(again), kept_of(again)]),
        *(json.dumps([finished(desk), honest()[1]]) for desk in (alone, lot)),
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
    if rng.random() < 0.05:  # one that passes for a record of before
        record = live_record("piraci")
        kept["table"] = rng.choice((kept["table"], record["fair"]["table"]))
        verify_record(record, kept)
        return
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
    {"type": "hello", "version": 3, "seen": 3, "token": "x", "muted": [1]},
    {"type": "ping", "at": 5},
    {"type": "mute", "id": "1", "seats": [0, 2]},
    {"type": "react", "id": "1", "reaction": "wow"},
    {"type": "ready", "id": "1", "ready": False, "seen": 4},
    {"type": "seat_bot", "id": "1", "seat": 1, "level": "strong"},
    {"type": "move_seat", "id": "1", "seat": 1, "to": 0},
    {"type": "change", "id": "1", "players": 3, "options": {"players": 3}, "clock": {"type": "none"}},
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
        raise HTTPError(400)


def _message(rng: Random, desk: Desk, seat: int) -> dict[str, Any]:
    """Often an action that is legal now, as it is sent."""
    legal = desk.table.play.legal(seat) if desk.table.to_act() and desk.table.begun else []
    if not legal or rng.random() < 0.3:
        return dict(rng.choice(MESSAGES), id=desk.new_id())
    told = desk.play.game.describe(desk.play.view(seat), rng.choice(legal))
    args = made_wrong(rng, dict(told.args)) if told.args and rng.random() < 0.7 else dict(told.args)
    kind = rng.choice(("act", "act", "act", "hover"))
    message = {"type": kind, "do": told.id, "args": args, "at": rng.choice((None, 0, desk.now))}
    return message if kind == "hover" else {**message, "id": desk.new_id(), "seen": desk.table.n}
