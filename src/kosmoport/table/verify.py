"""Checking a record against its secrets: the commitment, the deal, every roll and the result."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Any

from kosmoport.core import record
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput
from kosmoport.core.play import Move, Play, new_play
from kosmoport.core.records import kind_and_game, open_record, replay_moves
from kosmoport.core.words import Told
from kosmoport.games import game_by_id
from kosmoport.table.fair import Fair, commitment


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
    fair = _open_secrets(data["fair"])
    _check_deal(play, fair)
    count = Count()
    for move in replay_moves(play, data):
        _check_roll(play, move, fair, count)
    return _findings(play, data["fair"], count)


def _open_secrets(given: dict[str, Any]) -> Fair:
    """The source of chance that the record reveals, if it is the one that was promised."""
    secret = bytes.fromhex(given["secret"])
    if not hmac.compare_digest(commitment(secret, given["table"]), given["commitment"]):
        raise BadInput("the commitment does not belong to this secret and this table")
    return Fair(secret, given["table"], given["luck"])


def _check_deal(play: Play, fair: Fair) -> None:
    derived = new_play(play.game, play.options, fair.deal_stream(), play.components).d
    pairs = zip(record.leaves(derived, "deal"), record.leaves(play.d, "deal"), strict=True)
    for (path, wanted), (_, found) in pairs:
        if wanted != found:
            raise BadInput(
                f"{path} is {found}, but the secret and everybody's luck give {wanted}: this is another deal"
            )


def _check_roll(play: Play, move: Move, fair: Fair, count: Count) -> None:
    """The play is at the moment before the move; an outcome while none is due is the clock's."""
    if move.seat != CHANCE:
        return
    if not play.chance_due:
        count.clock += 1
        return
    wanted = play.game.rules.roll(play.s, play.c, fair.roll_stream(count.rolls))
    if move.action != wanted:
        given = _in_words(play.game.describe_chance(play.s, play.c, wanted))
        where = f"moves[{len(play.moves)}], roll {count.rolls} of the game,"
        raise BadInput(f"{where} is not the one derived: the secret and everybody's luck give {given}")
    count.rolls += 1


def _in_words(told: Told) -> str:
    return " ".join([told.id, *map(str, told.args.values())])


def _findings(play: Play, fair: dict[str, Any], count: Count) -> list[str]:
    people = sum(luck is not None for luck in fair["luck"])
    lines = [
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


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
