"""Who the fuzzer pretends to be, and the messages that must be refused whatever else is in them."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

import msgspec

from kosmoport.house.tokens import Tokens
from kosmoport.table import protocol
from tests.server import fuzz_mutations as wrong
from tests.server.fuzz_scene import HOST, SPECTATOR, Role, Scene, Untouchable

Json = Any
STRANGER = Tokens(b"another key of thirty-two bytes!")


def wrong_token(rng: Random, scene: Scene, table: Untouchable) -> str:
    """A token with which one is nobody at this table."""
    other = rng.choice([found for found in scene.tables if found is not table])
    own = rng.choice(list(table.tokens.values()))
    seat = rng.choice(("0", "1", "2", "3", "4", HOST))
    nonce = Tokens.new_nonce()
    elsewhere = rng.choice(list(other.tokens.values()))
    read = scene.reader.read(elsewhere)
    assert read is not None
    choices = (
        elsewhere,
        *table.dead,
        wrong.tampered(rng, own),
        wrong.tampered(rng, own),
        scene.reader.issue(table.id, seat, nonce),
        scene.reader.issue(table.id, seat, read.nonce),
        scene.reader.issue(table.id, rng.choice(("5", "-1", "", "99", "Host", "0 ")), nonce),
        STRANGER.issue(table.id, seat, nonce),
        "",
        "x",
        "." * rng.randrange(1, 9),
        "e30.e30",
        "W10.W10",
        "a" * rng.choice((299, 300, 301, 5000)),
        secrets.token_urlsafe(120),
    )
    token = rng.choice(choices)
    read_here = scene.reader.read(token)
    right = {scene.reader.read(text) for text in table.tokens.values()}
    return token if read_here is None or read_here not in right else ""


def somebody(rng: Random, scene: Scene, table: Untouchable) -> tuple[Role, str | None]:
    """A role and its token; often a spectator with a token that is worth nothing here."""
    pick = rng.random()
    if pick < 0.45:
        role: Role = rng.choice(list(table.tokens))
        return role, table.tokens[role]
    return SPECTATOR, None if pick < 0.55 else wrong_token(rng, scene, table)


def refused(rng: Random, table: Untouchable, role: Role) -> dict[str, Json]:
    """A well-formed message that this table must refuse to this role, as it stands now."""
    message = rng.choice(_REFUSED)(rng, table, role)
    return {"type": message.pop("type"), "id": f"f{rng.randrange(10**9)}", **message}


def _act(rng: Random, table: Untouchable, role: Role) -> dict[str, Json]:
    """Out of turn anything is refused; in turn only what comes too late, or what there is not."""
    seen = rng.choice((0, 1, table.n, table.n + 1, 10**9))
    act = {"type": "act", "seen": seen, "do": rng.choice(ACTIONS), "args": _args(rng)}
    if role in table.due:
        return {**act, "seen": 0} if rng.random() < 0.5 else {**act, "do": f"no_such_{rng.randrange(99)}"}
    return act


ACTIONS = (
    "play",
    "take",
    "pass",
    "place",
    "fly",
    "draw",
    "keep",
    "choose",
    "roll",
    "move",
    "steal",
    "end",
    "",
)


def _args(rng: Random) -> dict[str, Json]:
    names = ("card", "seat", "target", "place", "value", "slot", "player", "tile", "x", "cards")
    values: tuple[Json, ...] = (0, 1, 2, 3, -1, 99, "a", None, True, [], [0, 1], {"a": 1}, 2**70, 0.5)
    return {rng.choice(names): rng.choice(values) for _ in range(rng.randrange(4))}


def _host_only(rng: Random, table: Untouchable, role: Role) -> dict[str, Json]:
    """Not the host's at all, or not what the host can do now."""
    host = role in (HOST, 0)
    if table.kind == "gathering" and host:
        return rng.choice(({"type": "begin"}, {"type": "remove", "seat": rng.choice((3, 4))}))
    return rng.choice(
        (
            {"type": "begin"},
            {"type": "close"},
            {"type": "remove", "seat": rng.randrange(5)},
            {"type": "seat_bot", "seat": rng.randrange(5), "level": rng.choice((None, "casual"))},
            {"type": "move_seat", "seat": rng.randrange(5), "to": rng.randrange(5)},
            {"type": "change", "players": rng.randrange(1, 6), "options": _args(rng)},
        )
    )


def _not_now(rng: Random, table: Untouchable, role: Role) -> dict[str, Json]:
    """Of another phase of the game, or about something that there is not."""
    choices: list[dict[str, Json]] = [
        {"type": "come_back"},
        {"type": "ask_back", "moves": 10**6 - rng.randrange(99)},
        {"type": "ask_bot", "seat": rng.randrange(5), "level": rng.choice(("casual", "expert"))},
        {"type": "answer", "proposal": rng.choice((0, 1, table.n, table.n + 1, 2**70)), "yes": True},
        {"type": "chat", "text": rng.choice((" ", "\n\t ", "a" * 301, "ż " * 300))},
    ]
    if table.kind not in ("over", "sealed"):
        choices.append({"type": "rematch"})
    if table.kind != "gathering":
        choices.append({"type": "ready", "ready": rng.random() < 0.5})
    if table.kind not in ("gathering", "playing"):
        choices += [{"type": "leave"}, {"type": "take_back"}]
    return rng.choice(choices)


def _of_others(rng: Random, table: Untouchable, role: Role) -> dict[str, Json]:
    """A message that somebody else sent, with the id it had: what was done for them is not done for us."""
    done = [(who, id) for who, id, _ in table.done if who != role]
    if not done:
        return _act(rng, table, role)
    return {**_host_only(rng, table, role), "id": rng.choice(done)[1]}


_REFUSED = (_act, _act, _host_only, _not_now, _not_now, _of_others)


def malformed(rng: Random, table: Untouchable, role: Role) -> bytes:
    """A message with something wrong in it, of a kind that is refused even if it is read after all."""
    message = refused(rng, table, role)
    text = wrong.mutated(rng, message)
    for _ in range(20):
        if safe(text, table, role):
            return text
        text = wrong.mutated(rng, message)
    return b"{}"


def safe(text: bytes, table: Untouchable, role: Role) -> bool:
    """Whether a mutation has not by chance made something that this role may do."""
    if role is SPECTATOR:
        return True
    try:
        read = protocol.decode_client(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return True
    match read:
        case protocol.Hello() | protocol.React():
            return False
        case protocol.Chat(text=said):
            return not said.split() or len(" ".join(said.split())) > 300
        case protocol.Act(seen=seen, do=do) if role in table.due:
            return seen == 0 or do.startswith("no_such_")
        case protocol.AskBack(moves=moves):
            return moves > 1000
        case protocol.Remove(seat=seat) if table.kind == "gathering":
            return seat >= table.players
        case (
            protocol.Ready() | protocol.Close() | protocol.Leave() | protocol.TakeBack() | protocol.Rematch()
        ):
            return table.kind == "closed"
    return True


def replayed(rng: Random, table: Untouchable, role: Role) -> tuple[dict[str, Json], int] | None:
    """A message of our own that was done before, with other words, and the number it had."""
    done = [(id, n) for who, id, n in table.done if who == role]
    if not done:
        return None
    id, n = rng.choice(done)
    message = refused(rng, table, role)
    return {**message, "id": id}, n
