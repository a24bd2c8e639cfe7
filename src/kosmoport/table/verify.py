"""Checking a record against its secrets: the commitment, the deal, every roll and the result."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Any

from kosmoport.core import record
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput
from kosmoport.core.play import Move, Play, new_play
from kosmoport.core.records import check_extras, kind_and_game, open_record, replay_moves
from kosmoport.core.words import Told
from kosmoport.games import game_by_id
from kosmoport.table.fair import Fair, Sources, commitment


@dataclass
class Count:
    """What was met on the way through a game."""

    rolls: int = 0
    clock: int = 0  # outcomes of the game's own clock, which are no chance


def verify_record(data: dict[str, Any]) -> list[str]:
    """What was checked, a sentence each; BadInput says the first thing that does not hold."""
    kind, name = kind_and_game(data)
    if kind != "record":
        raise BadInput("only a record can be verified: a position does not say where its chance came from")
    if "fair" not in data:
        raise BadInput(
            "this record holds no secrets of a fair deal, so there is nothing to verify it against"
        )
    play = open_record(game_by_id(name), data)
    parts = _continued(data, play.options["players"])
    sources = Sources([_open_secrets(part) for part in (*parts, data["fair"])], [p["moves"] for p in parts])
    _check_deal(play, sources)
    count = Count()
    for move in replay_moves(play, data):
        _check_roll(play, move, sources, count)
    return _findings(play, parts, data["fair"], count)


def _continued(data: dict[str, Any], players: int) -> list[dict[str, Any]]:
    """The tables that this one continues: their secrets, and how many moves had been made when each ended."""
    parts, before, moves = data.get("table", {}).get("continues", []), 0, len(data["moves"])
    if not isinstance(parts, list):
        raise BadInput("table.continues must be a list")
    for i, part in enumerate(parts):
        until = part.get("moves") if isinstance(part, dict) else None
        if type(until) is not int or not before <= until <= moves:
            raise BadInput(f"table.continues[{i}].moves must be a number of moves from {before} to {moves}")
        try:
            check_extras({"fair": {key: value for key, value in part.items() if key != "moves"}}, players)
        except BadInput as error:
            raise BadInput(f"table.continues[{i}]: {error}") from None
        before = until
    return parts


def _open_secrets(given: dict[str, Any]) -> Fair:
    """The source of chance that the record reveals, if it is the one that was promised."""
    secret = bytes.fromhex(given["secret"])
    if not hmac.compare_digest(commitment(secret, given["table"]), given["commitment"]):
        raise BadInput("the commitment does not belong to this secret and this table")
    return Fair(secret, given["table"], given["luck"])


def _check_deal(play: Play, sources: Sources) -> None:
    derived = new_play(play.game, play.options, sources.deal_stream(), play.components).d
    pairs = zip(record.leaves(derived, "deal"), record.leaves(play.d, "deal"), strict=True)
    for (path, wanted), (_, found) in pairs:
        if wanted != found:
            raise BadInput(
                f"{path} is {found}, but the secret and everybody's luck give {wanted}: this is another deal"
            )


def _check_roll(play: Play, move: Move, sources: Sources, count: Count) -> None:
    """The play is at the moment before the move; an outcome while none is due is the clock's."""
    if move.seat != CHANCE:
        return
    if not play.chance_due:
        count.clock += 1
        return
    wanted = play.game.rules.roll(play.s, play.c, sources.next_roll(len(play.moves)))
    if move.action != wanted:
        given = _in_words(play.game.describe_chance(play.s, play.c, wanted))
        where = f"moves[{len(play.moves)}], roll {count.rolls} of the game,"
        raise BadInput(f"{where} is not the one derived: the secret and everybody's luck give {given}")
    count.rolls += 1


def _in_words(told: Told) -> str:
    return " ".join([told.id, *map(str, told.args.values())])


def _findings(play: Play, parts: list[dict[str, Any]], fair: dict[str, Any], count: Count) -> list[str]:
    dealt = (parts or [fair])[0]
    people = sum(luck is not None for luck in dealt["luck"])
    lines = [
        *_about_past(parts),
        f"the commitment {fair['commitment']} belongs to the secret of table {fair['table']}",
        f"the deal is the one that the secret and the luck of {_number(people, 'person', 'people')} give",
        f"{_number(count.rolls, 'roll', 'rolls')} checked: each is the one derived",
    ]
    if count.clock:
        lines.append(
            f"{_number(count.clock, 'outcome', 'outcomes')} of the clock: not chance, so not derived"
        )
    moves = _number(len(play.moves), "move", "moves")
    if not play.over:
        return [*lines, f"{moves} replayed; the game has not ended"]
    scores = ", ".join(map(str, play.game.scores(play.s, play.c)))
    return [*lines, f"{moves} replayed to the result on record: {scores}"]


def _about_past(parts: list[dict[str, Any]]) -> list[str]:
    """What a record that continues others says of them, and what it cannot show."""
    if not parts:
        return []
    until = _number(parts[-1]["moves"], "move", "moves")
    lines = [f"this game continues another one after {until}: its deal is that of table {parts[0]['table']}"]
    before = 0
    for part in parts:
        made = _number(part["moves"] - before, "move", "moves")
        secret = f"the commitment {part['commitment']} belongs to its secret"
        lines.append(f"{made} of table {part['table']}: {secret}")
        before = part["moves"]
    return [*lines, f"that those {until} were made there, only the record of that table can show"]


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
