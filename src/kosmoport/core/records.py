"""Records and positions: a game written down so that it can be replayed without any generator.

A record is a JSON map: the game, the version of its rules, options, components (null: those of the
box), the deal, the moves by id with parameters, and the result. A game from a live table adds what
was at the table (`table`) and what its chance was made from (`fair`); neither changes the replay. A
position is the state under the names of its fields. All are checked completely when read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kosmoport.core import layout
from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.contract import CHANCE, BaseState
from kosmoport.core.errors import BadInput, OtherRules, Refused, short
from kosmoport.core.game import C, D, Game, S
from kosmoport.core.layout import Record
from kosmoport.core.options import fetch_options
from kosmoport.core.play import Move, Play, PlayOf, start_play
from kosmoport.core.texts import shown_name
from kosmoport.core.words import Told

EXTRAS = ("table", "fair")  # what the record of a live table may have besides
MAX_TEXT = 64  # characters of a name, of a table's id, of somebody's luck
MAX_TABLE = 10_000  # characters of all that is said about the table
FAIR_BEFORE = ("table", "secret", "commitment", "luck")
FAIR = ("table", "secret", "commitment", "round", "void", "frozen", "values", "key")
MOST_ROUNDS = 100_000
MAX_DEPTH = 4  # maps and lists in one another there
HEX_256 = re.compile(r"[0-9a-f]{64}")


def dump_record(play: PlayOf[S, C, D], extra: Mapping[str, Any] | None = None) -> str:
    """The record of a game, one move per line; `extra` may have what belongs under `table` and `fair`."""
    check_extras(extra or {}, play.options["players"])
    head = {
        "kosmoport": "record",
        "game": play.game.id,
        "rules": play.game.version,
        "options": play.options,
        "components": _components(play),
        "deal": layout.to_data(play.d),
        **{key: extra[key] for key in EXTRAS if extra and key in extra},
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    moves = [f"    {json.dumps(move, ensure_ascii=False)}" for move in _moves(play)]
    lines += ['  "moves": [', ",\n".join(moves), "  ],"] if moves else ['  "moves": [],']
    return "\n".join(["{", *lines, f'  "result": {json.dumps(result_of(play))}', "}"]) + "\n"


def _components(play: PlayOf[S, C, D]) -> dict[str, Any] | None:
    return None if play.components is play.game.standard_components else play.components.tables


def _moves(play: PlayOf[S, C, D]) -> list[dict[str, Any]]:
    """The moves in words of the rules, which need the view of the moment."""
    again = start_play(play.game, play.options, play.d, play.components)
    written = []
    for move in play.moves:
        written.append(write_move(again, move))
        again.act(move.seat, move.action)
    return written


def write_move(play: PlayOf[S, C, D], move: Move) -> dict[str, Any]:
    """One move before it is made."""
    when = {} if move.at is None else {"at": move.at}
    if move.seat == CHANCE:
        told = play.game.describe_chance(play.s, play.c, move.action)
        return {"chance": told.id, **told.args, **when}
    told = play.game.describe(play.view(move.seat), move.action)
    return {"seat": move.seat, "do": told.id, **told.args, **when}


def result_of(play: PlayOf[S, C, D]) -> dict[str, Any] | None:
    """Points and shares of the win (in sixtieths); None while the game is on."""
    if not play.over:
        return None
    return {"scores": play.game.scores(play.s, play.c), "returns": play.game.returns(play.s, play.c)}


def load_record(game: Game, data: dict[str, Any]) -> Play:
    """Replay a record; BadInput says what is wrong with it and where."""
    play = open_record(game, data)
    for _ in replay_moves(play, data):
        pass
    return play


def open_record(game: Game, data: dict[str, Any]) -> Play:
    """The game of a record before its first move; everything but the moves and the result is checked."""
    _check_head(game, data, "record", ("options", "components", "deal", "moves", "result"), EXTRAS)
    options = read_stored_options(game, data["options"])
    check_extras({key: data[key] for key in EXTRAS if key in data}, options["players"])
    components = _read_components(game, data["components"])
    d = layout.from_data(game.schema.Deal, data["deal"], "deal")
    check_deal(game, options, components, d)
    if not isinstance(data["moves"], list):
        raise BadInput("moves must be a list")
    return start_play(game, options, d, components)


def replay_moves(play: Play, data: dict[str, Any]) -> Iterator[Move]:
    """Make the moves of an opened record, giving out each just before it is made, and check the result."""
    for i, entry in enumerate(data["moves"]):
        try:
            move = read_move(play, entry)
            yield move
            play.act(move.seat, move.action, move.at)
        except Refused as refused:
            raise BadInput(f"moves[{i}] is not legal: {refused.reason}") from None
        except BadInput as error:
            raise BadInput(f"moves[{i}] {error}") from None
    if data["result"] != result_of(play):
        raise BadInput("the result does not agree with the moves")


# ---------------------------------------------------------------- what a live table adds


def check_extras(extra: Mapping[str, Any], players: int) -> None:
    """BadInput if what a record says of its table or of its chance has not the shape it must have."""
    for key, value in extra.items():
        if key not in EXTRAS:
            raise BadInput(f"a record has no place for {key!r} (it may have {', '.join(EXTRAS)})")
        if not isinstance(value, dict):
            raise BadInput(f"{key} must be a map")
    if "table" in extra:
        _check_table(extra["table"], players)
    if "fair" in extra:
        _check_fair(extra["fair"], players)


def _check_table(table: dict[str, Any], players: int) -> None:
    _check_bounded(table, MAX_DEPTH)
    if len(json.dumps(table)) > MAX_TABLE:
        raise BadInput(f"table must be at most {MAX_TABLE} characters long")
    if "names" in table and not _per_seat(table["names"], players):
        raise BadInput(f"table.names must be a list of {players} texts of 1 to {MAX_TEXT} characters or null")
    if "bots" in table and not _per_seat(table["bots"], players):
        raise BadInput(f"table.bots must be a list of {players} levels, null for people")
    _check_took_over(table.get("took_over", []), players)
    for key in ("started", "undone"):
        if key in table and (type(table[key]) is not int or table[key] < 0):
            raise BadInput(f"table.{key} must be a whole number from 0 on")


def _check_took_over(took_over: Any, players: int) -> None:
    """Where a person took the seat of a bot during the game, and how many moves stood then."""
    fits = isinstance(took_over, list) and all(
        isinstance(one, dict)
        and set(one) == {"seat", "move"}
        and type(one["seat"]) is int
        and 0 <= one["seat"] < players
        and type(one["move"]) is int
        and one["move"] >= 0
        for one in took_over
    )
    if not fits:
        raise BadInput("table.took_over must be a list of maps with a seat and a move")


def _check_bounded(value: Any, depth: int) -> None:
    """Maps and lists of texts, whole numbers, true, false and null, not too deep in one another."""
    if isinstance(value, dict | list):
        if depth == 0:
            raise BadInput(f"table must not have more than {MAX_DEPTH} maps and lists in one another")
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_bounded(inner, depth - 1)
    elif not (value is None or isinstance(value, int) or (isinstance(value, str) and _is_utf8(value))):
        raise BadInput("table must hold texts in UTF-8, whole numbers, true, false and null only")


def _check_fair(fair: dict[str, Any], players: int) -> None:
    keys = FAIR if "frozen" in fair else FAIR_BEFORE
    if set(fair) != set(keys):
        raise BadInput(f"fair has the keys {', '.join(keys)}")
    if not is_short_text(fair["table"]):
        raise BadInput(f"fair.table must be a text of 1 to {MAX_TEXT} characters")
    for key in ("secret", "commitment", *(("key",) if "key" in keys else ())):
        if not _is_hex(fair[key]):
            raise BadInput(f"fair.{key} must be 64 hexadecimal digits in lower case")
    if "frozen" in fair:
        return _check_fair_round(fair, players)
    if not _per_seat(fair["luck"], players):
        raise BadInput(f"fair.luck must be a list of {players} texts of 1 to {MAX_TEXT} characters or null")


def _check_fair_round(fair: dict[str, Any], players: int) -> None:
    """A deal that was made with promises."""
    if type(fair["round"]) is not int or not 0 <= fair["round"] <= MOST_ROUNDS:
        raise BadInput(f"fair.round must be a whole number from 0 to {MOST_ROUNDS}")
    if not isinstance(fair["frozen"], str) or not 1 <= len(fair["frozen"]) <= MAX_TABLE:
        raise BadInput(f"fair.frozen must be a text of 1 to {MAX_TABLE} characters")
    if not _is_list(fair["values"], players) or not all(v is None or _is_hex(v) for v in fair["values"]):
        raise BadInput(f"fair.values must be a list of {players} times 64 hexadecimal digits or null")
    if not _is_list(fair["void"]) or not all(_is_void(void, fair["round"], players) for void in fair["void"]):
        raise BadInput("fair.void must be a list of earlier rounds, each with a list of seats")
    first = fair["round"] - len(fair["void"])  # 1: round 0 was of an older program
    if first not in (0, 1) or [void[0] for void in fair["void"]] != list(range(first, fair["round"])):
        raise BadInput("fair.void must name every round before this one, in their order")


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and HEX_256.fullmatch(value) is not None


def _is_list(value: Any, length: int | None = None) -> bool:
    return isinstance(value, list | tuple) and len(value) == (len(value) if length is None else length)


def _is_void(void: Any, rounds: int, players: int) -> bool:
    if not _is_list(void, 2) or not _is_list(void[1]) or not 1 <= len(void[1]) <= players:
        return False
    seats = all(type(p) is int and 0 <= p < players for p in void[1]) and len(set(void[1])) == len(void[1])
    return seats and type(void[0]) is int and 0 <= void[0] < rounds


def _per_seat(values: Any, players: int) -> bool:
    if not isinstance(values, list | tuple) or len(values) != players:
        return False
    return all(value is None or is_short_text(value) for value in values)


def is_short_text(value: Any) -> bool:
    """A text of 1 to MAX_TEXT characters, each of which UTF-8 can write."""
    return isinstance(value, str) and 1 <= len(value) <= MAX_TEXT and _is_utf8(value)


def _is_utf8(text: str) -> bool:
    """Half a surrogate pair cannot be written, and two of them would look like one letter in JSON."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def took_over_in(data: dict[str, Any]) -> dict[int, int]:
    """The seats of bots that people took during the game of a checked record, after so many moves."""
    return {one["seat"]: one["move"] for one in data.get("table", {}).get("took_over", [])}


def names_in(data: dict[str, Any]) -> list[str | None]:
    """The names of the players of a checked record as they may be shown, as far as it tells them."""
    return [shown_name(name or "") or None for name in data.get("table", {}).get("names", ())]


# ---------------------------------------------------------------- reading


def _check_head(
    game: Game, data: dict[str, Any], kind: str, keys: tuple[str, ...], may_have: tuple[str, ...] = ()
) -> None:
    wanted = {"kosmoport", "game", "rules", *keys}
    if set(data) - set(may_have) != wanted:
        odd = sorted(wanted ^ (set(data) - set(may_have)), key=str)
        raise BadInput(
            f"a {kind} has the keys {', '.join(sorted(wanted))}; look at {short(', '.join(map(str, odd)))}"
        )
    if data["rules"] != game.version:
        raise OtherRules(kind, data["rules"], game.version)


class Head(NamedTuple):
    """What a JSON file of ours holds, of which game, and by which rules."""

    kind: str
    game: str
    rules: object  # as it is written: what it must be says the game


def read_head(data: Any) -> Head:
    """Enough to find the game that can read the rest."""
    if not isinstance(data, dict) or data.get("kosmoport") not in ("record", "position"):
        raise BadInput('this is neither a record nor a position (it must say "kosmoport": "record")')
    if not isinstance(data.get("game"), str):
        raise BadInput("game must be the id of a game")
    return Head(data["kosmoport"], data["game"], data.get("rules"))


def read_stored_options(game: Game, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise BadInput("options must be a map")
    return game.read_options(given)


def _read_components(game: Game, tables: Any) -> ComponentFile:
    if tables is None:
        return game.standard_components
    if not isinstance(tables, dict):
        raise BadInput("components must be null or a map")
    try:
        file = from_tables(tables, game.components.Data, "components")
        json.dumps(file.tables, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # from a file; what comes over a line is UTF-8
        raise BadInput("components must hold texts in UTF-8 only") from None
    return file


def check_deal(game: Game, options: dict[str, Any], components: ComponentFile, d: Record) -> None:
    """A deal must lead to a position without problems."""
    s, c = game.blank_state(options), game.component_record(components)
    for what in game.invariants.deal_problems(s, c, d):
        raise BadInput(f"deal: {what}")


def read_move(play: Play, entry: Any) -> Move:
    """One move as it is written; the play is at the moment before it."""
    if not isinstance(entry, dict):
        raise BadInput("must be a map")
    args = dict(entry)
    at = args.pop("at", None)
    if at is not None and (type(at) is not int or at < 0):
        raise BadInput("must have a time `at` in whole milliseconds")
    if "chance" in args:
        name = args.pop("chance")
        if not isinstance(name, str):
            raise BadInput("must name what chance did")
        return Move(CHANCE, play.game.encode_chance(play.s, play.c, Told(name, args)), at)
    seat, name = args.pop("seat", None), args.pop("do", None)
    if type(seat) is not int or not 0 <= seat < play.options["players"] or not isinstance(name, str):
        raise BadInput("must name a seat and what it does")
    return Move(seat, play.game.encode(play.view(seat), Told(name, args)), at)


def dump_position(game: Game, components: ComponentFile, s: BaseState) -> str:
    """A position with full information."""
    tables = None if components is game.standard_components else components.tables
    data = {
        "kosmoport": "position",
        "game": game.id,
        "rules": game.version,
        "components": tables,
        "state": layout.to_data(s),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def load_position(game: Game, data: dict[str, Any]) -> Play:
    """A game that begins at a written position; it has no deal, so it makes no record."""
    _check_head(game, data, "position", ("components", "state"))
    components = _read_components(game, data["components"])
    s, c = layout.from_data(game.schema.State, data["state"], "state"), game.component_record(components)
    try:
        options = game.read_options(fetch_options(game.options, s.opt))
    except IndexError:
        raise BadInput("state.opt has a number that no option has") from None
    for what in game.invariants.problems(s, c):
        raise BadInput(f"this position cannot occur: {what}")
    return Play(game, components, options, s, c, None)
