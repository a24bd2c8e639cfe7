"""Checking a record against its secrets: promises, the key, the deal, every roll and the result."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from kosmoport.core import layout
from kosmoport.core.components import in_words
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput
from kosmoport.core.play import Move, Play, new_play
from kosmoport.core.records import HEX_256, check_extras, open_record, read_head, replay_moves
from kosmoport.core.words import Told
from kosmoport.games import GAMES, game_of
from kosmoport.table.dealing import digest_of, past_digest
from kosmoport.table.fair import (
    LABEL,
    Fair,
    Sources,
    chance_key,
    commitment,
    digest,
    first_chance_key,
    first_commitment,
    promise,
)

FROZEN = {"deal", "table", "round", "commitment", "game", "rules", "options", "components", "continues"}
FROZEN |= {"start", "seats"}
NOT_SHOWN = (
    "not shown: who the players were, whether and when they made these moves, "
    "and whose device let a round fail: that the server alone says"
)
ONLY_CONSISTENT = (
    "without what a device kept (--kept FILE) this shows that the record agrees with itself, "
    "not that its promises are those that were made"
)
OLD_PROMISE = (
    "this deal was made in the first way: luck was told as people sat down, "
    "so whoever knew the secret and sat down last could have chosen among deals"
)


class DoesNotHold(BadInput):
    """A record says what its secrets do not: an id with parameters, which `check` of the catalogues says."""

    def __init__(self, id: str, **args: Any) -> None:
        self.told = Told(id, args)
        named = {"name": f"seat {args['seat']}"} if "seat" in args else {}  # pages know who that was
        super().__init__(GAMES[0].words("en").say("check", Told(id, {**args, **named})))


class KeptSeat(msgspec.Struct, frozen=True):
    """What a device keeps of one seat in one round."""

    seat: int
    round: int
    commitment: str
    value: str
    frozen: str | None = None


class Kept(msgspec.Struct, frozen=True):
    """What a device keeps of the deals of a table (`kept` in a browser's storage, a file for `--kept`)."""

    table: str
    seats: tuple[KeptSeat, ...]


@dataclass
class Checked:
    """What was met on the way through a game whose record holds."""

    play: Play
    parts: list[dict[str, Any]]
    rolls: int = 0
    clock: int = 0  # outcomes of the game's own clock, which are no chance


def verify_record(data: dict[str, Any], kept: Any = None) -> list[str]:
    """What was checked, a sentence each; BadInput says the first thing that does not hold.

    `kept` is what a device kept of the deal it took part in; without it only consistency is shown.
    """
    found = check_record(data)
    shown = _check_kept(data["fair"], kept, bool(found.parts))
    return [*_findings(found, data["fair"]), NOT_SHOWN, *shown]


def check_record(data: dict[str, Any]) -> Checked:
    """Promises, key, deal, every roll and the result; BadInput says the first thing that does not hold."""
    head = read_head(data)
    if head.kind != "record":
        raise BadInput("only a record can be verified: a position does not say where its chance came from")
    if "fair" not in data:
        raise DoesNotHold("no_secrets")
    play = open_record(game_of(head), data)
    parts, fair = _continued(data, play.options["players"]), data["fair"]
    own = _open_frozen(data) if "frozen" in fair else _open_secrets(fair)
    sources = Sources([*map(_open_secrets, parts), own], [p["moves"] for p in parts])
    _check_deal(play, sources)
    _check_options(play, own, fair, parts)
    found = Checked(play, parts)
    for move in replay_moves(play, data):
        _check_roll(play, move, sources, found)
    _check_past(play, fair, parts)
    return found


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
            _check_part({key: value for key, value in part.items() if key != "moves"}, players)
        except BadInput as error:
            raise BadInput(f"table.continues[{i}]: {error}") from None
        before = until
    return parts


def _check_part(part: dict[str, Any], players: int) -> None:
    """What was frozen at a table that was continued is there as its digest only."""
    if "frozen" in part:
        if not isinstance(part["frozen"], str) or HEX_256.fullmatch(part["frozen"]) is None:
            raise BadInput("fair.frozen must be 64 hexadecimal digits in lower case")
        part = {**part, "void": [], "key": "0" * 64}
    check_extras({"fair": part}, players)


def _open_secrets(given: dict[str, Any]) -> Fair:
    """The source of chance of a deal of the first kind, or of a table that was continued."""
    secret = bytes.fromhex(given["secret"])
    if "frozen" in given:
        _check_commitment(commitment(secret, given["table"], given["round"]), given)
        return Fair(chance_key(secret, given["frozen"], given["values"]))
    _check_commitment(first_commitment(secret, given["table"]), given)
    return Fair(first_chance_key(secret, given["table"], given["luck"]))


def _check_commitment(wanted: str, given: dict[str, Any]) -> None:
    if not hmac.compare_digest(wanted, given["commitment"]):
        raise DoesNotHold("commitment")


def _open_frozen(data: dict[str, Any]) -> Fair:
    """The source of chance that the record reveals, if everything was promised and frozen as it says."""
    fair = data["fair"]
    secret = bytes.fromhex(fair["secret"])
    _check_commitment(commitment(secret, fair["table"], fair["round"]), fair)
    frozen = _read_frozen(fair["frozen"])
    for name, wanted in _wanted(data).items():
        if frozen[name] != wanted:
            raise DoesNotHold("frozen", field=name)
    _check_values(fair, frozen["seats"], data.get("table", {}).get("bots"))
    key = chance_key(secret, digest(fair["frozen"]), fair["values"])
    if not hmac.compare_digest(key.hex(), fair["key"]):
        raise DoesNotHold("key")
    return Fair(key)


def _read_frozen(text: str) -> dict[str, Any]:
    try:
        frozen = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        raise BadInput("fair.frozen is not JSON") from None
    if not isinstance(frozen, dict) or set(frozen) != FROZEN or not isinstance(frozen["seats"], list):
        raise BadInput(f"fair.frozen is a map with the keys {', '.join(sorted(FROZEN))}")
    return frozen


def _wanted(data: dict[str, Any]) -> dict[str, Any]:
    """What must have been frozen, as far as the record says it."""
    fair = data["fair"]
    return {
        "deal": LABEL,
        "table": fair["table"],
        "round": fair["round"],
        "commitment": fair["commitment"],
        "game": data["game"],
        "rules": data["rules"],
        "components": digest_of(data["components"]),
    }


def _check_values(fair: dict[str, Any], seats: list[Any], bots: Any) -> None:
    """Every device revealed what it had promised, and nobody else gave anything."""
    values = fair["values"]
    if len(seats) != len(values) or not all(isinstance(seat, dict) for seat in seats):
        raise DoesNotHold("seats")
    for p, (seat, value) in enumerate(zip(seats, values, strict=True)):
        promised = seat.get("promise")
        revealed = None if value is None else promise(fair["table"], p, fair["round"], value)
        if promised != revealed or (revealed is not None and type(seat.get("device")) is not int):
            raise DoesNotHold("promise", seat=p)
        if bots is not None and seat.get("bot") != bots[p]:
            raise DoesNotHold("player", seat=p)


def _check_kept(fair: dict[str, Any], kept: Any, continued: bool) -> list[str]:
    """Whether a device kept the same promises that the record tells of."""
    if kept is None:
        return [ONLY_CONSISTENT] if "frozen" in fair else []
    try:
        found = msgspec.convert(kept, Kept)
    except msgspec.ValidationError as error:
        raise BadInput(f"what was kept: {in_words(str(error))}") from None
    if found.table != fair["table"]:
        raise BadInput("what was kept belongs to another table than the record")
    if "frozen" not in fair:
        raise BadInput("what was kept tells of promises at this table, the record of a deal without any")
    shown = [seat for seat in found.seats if seat.frozen is not None]  # else another device took part instead
    _check_rounds(fair, shown)
    seats = [seat for seat in shown if seat.round == fair["round"]]
    if not seats:
        return ["the device that kept this took no part in the round that counted"]
    for seat in seats:
        _check_kept_seat(fair, seat)
    numbers = ", ".join(str(seat.seat) for seat in seats)
    told = f"what the device of seat {numbers} kept is what the record tells"
    return [f"{told}: {_proved(fair, continued)}"]


def _check_rounds(fair: dict[str, Any], shown: Sequence[KeptSeat]) -> None:
    """Every other round in which the device revealed something has failed, for all to see."""
    told = {fair["round"], *(number for number, _ in fair["void"])}
    for seat in shown:
        if seat.round not in told:
            raise BadInput(f"the device took part in round {seat.round}, of which the record does not tell")


def _proved(fair: dict[str, Any], continued: bool) -> str:
    """What follows from it: a round that failed was another try, and a game that goes on was dealt before."""
    if fair["void"]:
        return "nobody chose this deal but by letting rounds fail, a new try each time"
    return "nobody chose what chance gave at this table" if continued else "nobody chose this deal"


def _check_kept_seat(fair: dict[str, Any], kept: KeptSeat) -> None:
    if kept.commitment != fair["commitment"]:
        raise BadInput("the device saw another commitment of the table than the record tells of")
    if kept.frozen != fair["frozen"]:
        raise BadInput("something else was frozen when the device looked than the record tells of")
    if not _is_seat(kept.seat, fair) or fair["values"][kept.seat] != kept.value:
        raise BadInput(f"the device gave another value for seat {kept.seat} than the record tells of")


def _check_options(play: Play, own: Fair, fair: dict[str, Any], parts: list[dict[str, Any]]) -> None:
    """The options are those that were frozen; where several had the right to begin, a lot decided."""
    if "frozen" not in fair:
        return
    frozen = _read_frozen(fair["frozen"])
    options, equals = frozen["options"], frozen["start"]
    if equals is not None:
        if not isinstance(equals, list) or not equals or not all(_is_seat(p, fair) for p in equals):
            raise DoesNotHold("start")
        options = {**options, "start_seat": own.start_among(equals)} if isinstance(options, dict) else None
    if parts and isinstance(options, dict) and "start_seat" in play.options:  # settled where it was dealt
        options = {**options, "start_seat": play.options["start_seat"]}
    if not isinstance(options, dict) or play.game.read_options(options) != play.options:
        raise DoesNotHold("options")


def _is_seat(p: Any, fair: dict[str, Any]) -> bool:
    return type(p) is int and 0 <= p < len(fair["values"])


def _check_past(play: Play, fair: dict[str, Any], parts: list[dict[str, Any]]) -> None:
    """The moves of the tables that were continued are those that were frozen."""
    if "frozen" not in fair:
        return
    moves = [(move.seat, move.action) for move in play.moves[: parts[-1]["moves"]]] if parts else []
    wanted = past_digest(layout.to_data(play.d), moves) if parts else None
    if _read_frozen(fair["frozen"])["continues"] != wanted:
        raise DoesNotHold("past")


def _check_deal(play: Play, sources: Sources) -> None:
    derived = new_play(play.game, play.options, sources.deal_stream(), play.components).d
    pairs = zip(layout.leaves(derived, "deal"), layout.leaves(play.d, "deal"), strict=True)
    for (path, wanted), (_, found) in pairs:
        if wanted != found:
            raise DoesNotHold("deal", path=path, found=found, wanted=wanted)


def _check_roll(play: Play, move: Move, sources: Sources, found: Checked) -> None:
    """The play is at the moment before the move; an outcome while none is due is the clock's."""
    if move.seat != CHANCE:
        return
    if not play.chance_due:
        found.clock += 1
        return
    wanted = play.game.roll(play.s, play.c, sources.next_roll(len(play.moves)))
    if move.action != wanted:
        told = _in_words(play.game.describe_chance(play.s, play.c, wanted))
        raise DoesNotHold("roll", place=len(play.moves), roll=found.rolls + 1, wanted=told)
    found.rolls += 1


def _in_words(told: Told) -> str:
    return ", ".join(map(str, told.args.values())) or told.id


def _findings(found: Checked, fair: dict[str, Any]) -> list[str]:
    play, parts = found.play, found.parts
    lines = [
        *_about_past(parts),
        f"the commitment {fair['commitment']} belongs to the secret of table {fair['table']}",
        *_about_round(fair),
        f"the deal is the one that the secret and {_part_of_people((parts or [fair])[0])} give",
        f"{_number(found.rolls, 'roll', 'rolls')} checked: each is the one derived",
    ]
    if found.clock:
        lines.append(
            f"{_number(found.clock, 'outcome', 'outcomes')} of the clock: not chance, so not derived"
        )
    moves = _number(len(play.moves), "move", "moves")
    if not play.over:
        return [*lines, f"{moves} replayed; the game has not ended"]
    scores = ", ".join(map(str, play.game.scores(play.s, play.c)))
    return [*lines, f"{moves} replayed to the result on record: {scores}"]


def _part_of_people(fair: dict[str, Any]) -> str:
    if "frozen" not in fair:
        people = sum(luck is not None for luck in fair["luck"])
        return f"the luck of {_number(people, 'person', 'people')}"
    return f"the values of {_number(sum(value is not None for value in fair['values']), 'seat', 'seats')}"


def _about_round(fair: dict[str, Any]) -> list[str]:
    """Who took part in the deal, and which rounds failed before."""
    if "frozen" not in fair:
        return [OLD_PROMISE]
    lines = []
    for number, seats in fair["void"]:
        named = ", ".join(map(str, seats))
        lines.append(
            f"round {number} was void: the device of seat {named} did not reveal what it had promised, "
            "or its person left"
        )
    if fair["round"] > len(fair["void"]):
        lines.append("round 0 is not told of: a table that an older program had made began anew")
    seats = _read_frozen(fair["frozen"])["seats"]
    devices = {seat["device"] for seat in seats if seat.get("promise") is not None}
    if not devices:
        return [*lines, "no device took part: the deal comes from the secret of the server alone"]
    count = _number(len(devices), "device", "devices")
    return [*lines, f"{count} promised a value before anything was revealed, and revealed what was promised"]


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
