"""Records and positions: a game written down so that it can be replayed without any generator.

A record is a JSON map: the game, the version of its rules, options, components (null: those of the
box), the deal, the moves by id with parameters, and the result. A position is the state under the
names of its fields. Both are checked completely when read.
"""

from __future__ import annotations

import json
from typing import Any

from kosmoport.core import record
from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.game import Game
from kosmoport.core.options import fetch_options
from kosmoport.core.play import Move, Play, start_play
from kosmoport.core.words import Told


def dump_record(play: Play) -> str:
    """The record of a game, one move per line."""
    head = {
        "kosmoport": "record",
        "game": play.game.id,
        "rules": play.game.version,
        "options": play.options,
        "components": _components(play),
        "deal": record.to_data(play.d),
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    moves = [f"    {json.dumps(move, ensure_ascii=False)}" for move in _moves(play)]
    lines += ['  "moves": [', ",\n".join(moves), "  ],"] if moves else ['  "moves": [],']
    return "\n".join(["{", *lines, f'  "result": {json.dumps(result_of(play))}', "}"]) + "\n"


def _components(play: Play) -> dict[str, Any] | None:
    return None if play.components is play.game.standard_components else play.components.tables


def _moves(play: Play) -> list[dict[str, Any]]:
    """The moves in words of the rules, which need the view of the moment."""
    again = start_play(play.game, play.options, play.d, play.components)
    written = []
    for move in play.moves:
        written.append(write_move(again, move))
        again.act(move.seat, move.action)
    return written


def write_move(play: Play, move: Move) -> dict[str, Any]:
    """One move before it is made."""
    when = {} if move.at is None else {"at": move.at}
    if move.seat == CHANCE:
        told = play.game.describe_chance(play.s, play.c, move.action)
        return {"chance": told.id, **told.args, **when}
    told = play.game.describe(play.view(move.seat), move.action)
    return {"seat": move.seat, "do": told.id, **told.args, **when}


def result_of(play: Play) -> dict[str, Any] | None:
    """Points and shares of the win (in sixtieths); None while the game is on."""
    if not play.over:
        return None
    return {"scores": play.game.scores(play.s, play.c), "returns": play.game.returns(play.s, play.c)}


def load_record(game: Game, data: dict[str, Any]) -> Play:
    """Replay a record; BadInput says what is wrong with it and where."""
    _check_head(game, data, "record", ("options", "components", "deal", "moves", "result"))
    options = read_stored_options(game, data["options"])
    components = _read_components(game, data["components"])
    d = record.from_data(game.rules.DEAL, data["deal"], "deal")
    check_deal(game, options, components, d)
    play = start_play(game, options, d, components)
    if not isinstance(data["moves"], list):
        raise BadInput("moves must be a list")
    for i, entry in enumerate(data["moves"]):
        try:
            move = read_move(play, entry)
            play.act(move.seat, move.action, move.at)
        except Refused as refused:
            raise BadInput(f"moves[{i}] is not legal: {refused.reason}") from None
        except BadInput as error:
            raise BadInput(f"moves[{i}] {error}") from None
    if data["result"] != result_of(play):
        raise BadInput("the result does not agree with the moves")
    return play


def _check_head(game: Game, data: dict[str, Any], kind: str, keys: tuple[str, ...]) -> None:
    wanted = {"kosmoport", "game", "rules", *keys}
    if set(data) != wanted:
        odd = sorted(wanted ^ set(data), key=str)
        raise BadInput(
            f"a {kind} has the keys {', '.join(sorted(wanted))}; look at {', '.join(map(str, odd))}"
        )
    if data["rules"] != game.version:
        raise BadInput(f"this {kind} was made with rules {data['rules']!r}; these are rules {game.version}")


def kind_and_game(data: Any) -> tuple[str, str]:
    """What a JSON file of ours holds, and of which game."""
    if not isinstance(data, dict) or data.get("kosmoport") not in ("record", "position"):
        raise BadInput('this is neither a record nor a position (it must say "kosmoport": "record")')
    if not isinstance(data.get("game"), str):
        raise BadInput("game must be the id of a game")
    return data["kosmoport"], data["game"]


def read_stored_options(game: Game, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise BadInput("options must be a map")
    return game.read_options(given)


def _read_components(game: Game, tables: Any) -> ComponentFile:
    if tables is None:
        return game.standard_components
    if not isinstance(tables, dict):
        raise BadInput("components must be null or a map")
    return from_tables(tables, game.components.Data, "components")


def check_deal(game: Game, options: dict[str, Any], components: ComponentFile, d: Any) -> None:
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
        told = Told(str(args.pop("chance")), args)
        return Move(CHANCE, play.game.encode_chance(play.s, play.c, told), at)
    seat, name = args.pop("seat", None), args.pop("do", None)
    if type(seat) is not int or not 0 <= seat < play.options["players"] or not isinstance(name, str):
        raise BadInput("must name a seat and what it does")
    return Move(seat, play.game.encode(play.view(seat), Told(name, args)), at)


def dump_position(game: Game, components: ComponentFile, s: Any) -> str:
    """A position with full information."""
    tables = None if components is game.standard_components else components.tables
    data = {
        "kosmoport": "position",
        "game": game.id,
        "rules": game.version,
        "components": tables,
        "state": record.to_data(s),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def load_position(game: Game, data: dict[str, Any]) -> Play:
    """A game that begins at a written position; it has no deal, so it makes no record."""
    _check_head(game, data, "position", ("components", "state"))
    components = _read_components(game, data["components"])
    s, c = record.from_data(game.rules.STATE, data["state"], "state"), game.component_record(components)
    try:
        options = game.read_options(fetch_options(game.options, s.opt))
    except IndexError:
        raise BadInput("state.opt has a number that no option has") from None
    for what in game.invariants.problems(s, c):
        raise BadInput(f"this position cannot occur: {what}")
    return Play(game, components, options, s, c, None)
