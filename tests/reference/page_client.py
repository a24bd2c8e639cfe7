"""A client that knows the protocol from its pages alone: checks what it hears, says what stands there."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any

from kosmoport.house.application import Application
from kosmoport.house.http import Request
from kosmoport.house.local_socket import LocalSocket
from tests.house.evening import data

Json = Any
Fields = dict[str, str]  # by name: the type in words, with its default
PATIENCE = 120.0  # seconds; nothing that is awaited takes so long unless it is broken


class Undocumented(AssertionError):
    """Something that the pages do not say."""


class Pages:
    """What the tables of the pages say: the fields of each type, and of what a game says by its id."""

    def __init__(self, protocol: str, game: str) -> None:
        chapters = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", game, re.M | re.S))
        self.actions, self.events = (_sections(chapters[name]) for name in ("Actions", "Events"))
        shared, own = _sections(protocol), _sections(chapters["The view"])
        assert not shared.keys() & own.keys()
        self.types = shared | own
        self.version = int(re.findall(r"This is version (\d+)", protocol)[0])
        self.stands_for = dict(re.findall(r"^### (\w+)\n\n[^#]*?^Stands for: `(\w+)`", game, re.M))
        self.calm = json.loads((re.findall(r"the options are `(\{.*?\})`", game) or ["{}"])[0])
        self.id = re.findall(r"^Its id is\s`(\w+)`", game, re.M)[0]
        self.least = int(re.findall(r"it is for (\d) to \d\s+players", game)[0])

    def check(self, value: Json, words: str, where: str) -> None:
        """Is the value what these words say?"""
        wrong = Undocumented(f"{where}: {value!r} is not {words}")
        for part in _alternatives(re.sub(r", default `.*`$", "", words.strip())):
            try:
                if self._is(value, part, where):
                    return
            except Undocumented as error:
                wrong = error
        raise wrong

    def _is(self, value: Json, words: str, where: str) -> bool:
        if literal := re.fullmatch(r"`(.*)`", words):
            return bool(value == json.loads(literal[1]))
        if words == "the view on the game's own page":
            words = "[View](#view)"
        if link := re.fullmatch(r"\[(\w+)\]\(#.*\)", words):
            return self._is_type(value, link[1], where)
        if words.startswith("list of "):
            return self._is_list(value, words, where)
        if words.startswith("object of "):
            part = words.removeprefix("object of ").removesuffix("s")
            return isinstance(value, dict) and all(_passes(self, one, part, where) for one in value.values())
        return _is_plain(value, words)

    def _is_list(self, value: Json, words: str, where: str) -> bool:
        if not isinstance(value, list):
            return False
        if exact := re.fullmatch(r"list of (\d+): (.*)", words):
            parts = exact[2].split(", ")
            return len(value) == len(parts) and all(map(self._fits(where), value, parts))
        parted = re.fullmatch(r"list of (?:at most (\d+) )?(.*)", words)
        assert parted is not None
        most, inner = parted.groups()
        part = inner[1:-1] if inner.startswith("(") else re.sub(r"^(number|text)s", r"\1", inner)
        return len(value) <= int(most or len(value)) and all(_passes(self, one, part, where) for one in value)

    def _fits(self, where: str) -> Any:
        return lambda value, part: _passes(self, value, part, where)

    def _is_type(self, value: Json, name: str, where: str) -> bool:
        if not isinstance(value, dict):
            return False
        fields, value = self.types[name], dict(value)
        if "type" in value and "type" not in fields and value.pop("type") != name:
            return False
        self.fields(value, fields, where)
        if name == "Position":
            for told in value["legal"]:
                self.told(told, self.actions, f"{where}.legal")
        return True

    def fields(self, value: Json, fields: Fields, where: str) -> None:
        """Just these fields, each of its type; what has a default may be left out."""
        for name in value:
            if name not in fields:
                raise Undocumented(f"{where} has a field {name}")
        for name, words in fields.items():
            if name in value:
                self.check(value[name], words, f"{where}.{name}")
            elif ", default `" not in words:
                raise Undocumented(f"{where} has no {name}")

    def told(self, told: Json, kinds: dict[str, Fields], where: str) -> None:
        """An action or an event, by its id."""
        if told["id"] not in kinds:
            raise Undocumented(f"{where}: there is no {told['id']}")
        self.fields(told["args"], kinds[told["id"]], f"{where}.{told['id']}")

    def message(self, message: Json) -> None:
        """Anything that a client or the server says at a table."""
        if not self._is_type(message, message["type"], message["type"]):
            raise Undocumented(f"{message['type']} is no message")
        for told in message.get("told", ()):
            self.told(told, self.events, "told")


def _sections(text: str) -> dict[str, Fields]:
    """The rows of each section, by what it is called; a message by its `type` too."""
    found: dict[str, Fields] = {}
    for title, body in re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", text, re.M | re.S):
        fields = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| .*\|$", body, re.M))
        found |= dict.fromkeys(re.findall(r"\w+", title), fields)
    return found


def _alternatives(words: str) -> list[str]:
    """`number or null` as its parts; what stands in brackets is one part, and so is `true or false`."""
    parts, depth = [""], 0
    for token in re.split(r"(true or false| or |[()])", words):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if token == " or " and depth == 0:
            parts.append("")
        else:
            parts[-1] += token
    return parts


def _passes(pages: Pages, value: Json, words: str, where: str) -> bool:
    pages.check(value, words, where)
    return True


def _is_plain(value: Json, words: str) -> bool:
    if number := re.fullmatch(r"number(?: from (-?\d+))?(?: to (-?\d+))?", words):
        low, high = (float(bound) if bound else None for bound in number.groups())
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and (low is None or value >= low) and (high is None or value <= high)
    if text := re.fullmatch(r"text(?: of (?:at most (\d+)|(\d+) to (\d+)) characters)?", words):
        most = int(text[1] or text[3] or 1 << 30)
        return isinstance(value, str) and int(text[2] or 0) <= len(value) <= most
    plain = {"null": type(None), "true or false": bool, "object": dict, "anything": object}
    if words not in plain:
        raise Undocumented(f"nobody knows what {words!r} is")
    return isinstance(value, plain[words])


# ---------------------------------------------------------------- playing


class Client:
    """One seat at a table."""

    def __init__(self, pages: Pages, seed: int) -> None:
        self.pages, self.rng = pages, Random(seed)
        self.heard: list[Json] = []
        self.said: list[Json] = []
        self.n = 0
        self.seat = -1
        self.position: Json = None
        self._came: asyncio.Queue[str | None] = asyncio.Queue()
        self.socket = LocalSocket(self._came.put_nowait)

    def say(self, type: str, **fields: Json) -> None:
        message = {"type": type, **fields}
        self.pages.message(message)
        self.said.append(message)
        self.socket.heard(json.dumps(message))

    async def hear(self) -> Json:
        async with asyncio.timeout(PATIENCE):
            text = await self._came.get()
        assert text is not None, f"the socket was closed after {self.heard[-3:]}"
        message = json.loads(text)
        self.pages.message(message)
        self.heard.append(message)
        if message["type"] not in ("ack", "welcome"):
            self.n = message.get("n", self.n)
        self.position = message.get("position") or self.position
        return message

    async def ask(self, type: str, **fields: Json) -> Json:
        """Say it, and hear until it is answered; the problem, if there is one."""
        id = f"m{len(self.said)}"
        self.say(type, id=id, **fields)
        while (answer := await self.hear())["type"] != "ack" or answer["id"] != id:
            pass
        return answer["problem"]

    def choice(self) -> Json:
        """A legal action, built from what the page says that it has."""
        told = self.rng.choice(self.position["legal"])
        id = self.pages.stands_for.get(told["id"])
        if id is None:
            fields = self.pages.actions[told["id"]]
            return {"do": told["id"], "args": {name: told["args"][name] for name in fields}}
        return {"do": id, "args": {name: self.place(name) for name in self.pages.actions[id]}}

    def place(self, name: str) -> int:
        """A field of a card's place: on the table, at any angle."""
        width, height = self.position["view"]["table_size"]
        half = {"x": width // 2, "y": height // 2}
        return self.rng.randint(-half[name], half[name]) if name in half else self.rng.randrange(360)

    async def play(self) -> None:
        """To the end of the game."""
        while self.position is None or self.position["result"] is None:
            position = self.position
            timing = position and position["timing"]
            if position and position["legal"]:
                await self.ask("act", seen=self.n, **self.choice())
            elif timing and timing["ready"] is not None and self.seat not in timing["ready"]:
                await self.ask("ready")
            else:
                await self.hear()


async def play_a_game(house: Application, pages: Pages) -> list[Client]:
    """A whole game of clients that know nothing but the pages."""
    asked = {"game": pages.id, "players": pages.least, "options": pages.calm, "unhurried": True}
    pages.fields(asked, pages.types["NewTable"], "NewTable")
    made = await data(house, "POST", "/api/tables", asked)
    pages.fields(made, pages.types["TableMade"], "TableMade")
    table, clients, serving = made["table"], [], []
    for p in range(pages.least):
        client = Client(pages, p)
        body = {"name": f"Client {p}"}
        token = made["token"] if p == 0 else ""
        seated = await data(house, "POST", f"/api/tables/{table}/seats", body, token)
        pages.fields(seated, pages.types["Seated"], "Seated")
        client.seat = seated["seat"]
        request = Request("GET", f"/api/tables/{table}/socket")
        serving.append(asyncio.create_task(house.connect(request, client.socket, f"client {p}")))
        client.say("hello", version=pages.version, token=seated["token"])
        clients.append(client)
    for client in (*clients[1:], clients[0]):
        assert await client.ask("ready") is None
    assert await clients[0].ask("begin") is None
    await asyncio.gather(*(client.play() for client in clients))
    for client, task in zip(clients, serving, strict=True):
        client.socket.heard(None)
        await task
    return clients
