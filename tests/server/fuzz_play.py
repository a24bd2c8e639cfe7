"""Tables that may change: played by people who send nonsense, repeat themselves and come too late."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from kosmoport.table import protocol
from tests.server import fuzz_bytes as wire
from tests.server import fuzz_mutations as wrong
from tests.server.fuzz_scene import Scene, bearer
from tests.server.fuzz_sockets import MISTAKES, Talk, carried

Json = Any
GAMES = (
    ("kosmiczni_piraci", 3),
    ("kosmodraci", 3),
    ("piraci", 3),
    ("kosmiczna_misja", 2),
    ("kosmiczna_eskadra", 2),
)


SOMEWHERE = "_somewhere"  # of a kind of action: it is done at a place of one's choosing


class Person(Talk):
    """A seat that is played, and what it has seen."""

    def __init__(self, line: wire.Line, scene: Scene, table: str, seat: int, token: str) -> None:
        super().__init__(line, scene, table)
        self.seat, self.token = seat, token
        self.mistakes = 0

    @property
    def numbered(self) -> list[int]:
        return [got.n for got in self.got if isinstance(got, protocol.Numbered | protocol.Snapshot)]

    def position(self, before: int | None = None) -> protocol.Position | None:
        """The last position it was shown, or the last before a number."""
        for got in reversed(self.got):
            shown: protocol.Position | None = getattr(got, "position", None)
            if shown is not None and (before is None or got.n < before):
                return shown
        return None

    async def answer(self, id: str) -> protocol.Ack:
        while True:
            message = await self.next()
            if isinstance(message, protocol.Ack) and message.id == id:
                return message


class Evening:
    """One table from the first guest to whatever comes of it."""

    def __init__(self, scene: Scene, count: Counter[str], rng: Random, source: str = "127.0.0.1") -> None:
        self.scene, self.count, self.rng, self.source = scene, count, rng, source
        self.people: list[Person] = []
        self.sent: list[dict[str, Json]] = []
        self.too_fast = 0

    async def play(self, messages: int) -> None:
        game, players = self.rng.choice(GAMES)
        async with AsyncExitStack() as stack:
            desk = await stack.enter_async_context(wire.line(self.scene.port, self.source))
            made = await self._ask(desk, "/api/tables", None, _asked(self.rng, game, players))
            self.table = made["table"]
            for seat in range(players):
                await self._join(stack, desk, seat, made["token"] if seat == 0 else None)
            for _ in range(messages // 6):
                await self._one_message(gathering=True)
            await self._begin()
            for _ in range(messages):
                await self._one_message(gathering=False)
            await self._judge()

    async def _ask(self, desk: wire.Line, path: str, token: str | None, body: Json) -> Json:
        desk.write(wire.request("POST", path, bearer(token), wrong.encoded(body)))
        answer = await desk.answer()
        assert answer.status == 201, answer
        self.count["evenings: requests"] += 1
        return json.loads(answer.body)

    async def _join(self, stack: AsyncExitStack, desk: wire.Line, seat: int, host: str | None) -> None:
        body = {"name": f"P{seat}", "seat": seat}
        seated = await self._ask(desk, f"/api/tables/{self.table}/seats", host, body)
        line = await stack.enter_async_context(wire.line(self.scene.port, self.source))
        person = Person(line, self.scene, self.table, seat, seated["token"])
        assert (await person.open(wire.opening(self.table))).status == 101
        person.say({"type": "hello", "version": 3, "token": person.token})
        await person.settle()
        self.people.append(person)

    async def _begin(self) -> None:
        for person in self.people:
            await self._send(person, {"type": "ready", "id": f"ready {person.seat} {self.rng.random()}"[:40]})
        ack = await self._send(self.people[0], {"type": "begin", "id": "let us begin"})
        assert ack.problem is None, ack
        await self._all_reach((ack.n or 0) + 1)  # frozen and, as nobody promised anything, dealt

    async def _all_reach(self, n: int) -> None:
        for person in self.people:
            while person.numbered[-1] < n:
                await person.next()

    # ------------------------------------------------------------ one message

    async def _one_message(self, gathering: bool) -> None:
        rng = self.rng
        person = rng.choice(self.people)
        pick = rng.random()
        if pick < 0.25 and person.mistakes < MISTAKES:
            await self._nonsense(person)
        elif pick < 0.35 and self.sent:
            await self._again(rng.choice(self.people), rng.choice(self.sent))
        elif pick < 0.75 and not gathering:
            await self._act(rng.choice(self.people))
        else:
            message = {**rng.choice(_GATHERING if gathering else _PLAYING)(rng), "id": _id(rng)}
            await self._send(person, message)

    async def _nonsense(self, person: Person) -> None:
        """A message made wrong, as long as it does not begin, leave or close by chance."""
        message = self._action(person) if self.rng.random() < 0.6 else self.rng.choice(_PLAYING)(self.rng)
        text = wrong.mutated(self.rng, {**message, "id": _id(self.rng)})
        if any(word in text for word in (b'"leave"', b'"close"', b'"remove"', b'"begin"', b'"rematch"')):
            return
        if not carried(text):
            return
        before = len(person.got)
        person.line.write(wire.frame(text))
        self.count["evenings: malformed"] += 1
        await person.settle()
        acks = [got for got in person.got[before:] if isinstance(got, protocol.Ack)]
        person.mistakes += sum(1 for ack in acks if ack.problem is not None and ack.problem.id == "malformed")
        for ack in acks:
            self._judge_act(person, text, ack)

    async def _again(self, person: Person, message: dict[str, Json]) -> None:
        """What was sent before, by the same person or by another."""
        known = [got.n for got in person.got if isinstance(got, protocol.Ack) and got.id == message["id"]]
        ack = await self._send(person, message, "evenings: repeated")
        if known and known[-1] is not None:
            assert ack.n == known[-1], "done twice"

    async def _act(self, person: Person) -> None:
        message = {**self._action(person), "id": _id(self.rng)}
        ack = await self._send(person, message, "evenings: actions")
        self._judge_act(person, wrong.encoded(message), ack)
        if ack.n is not None:
            self.count["evenings: actions done"] += 1
            await self._all_reach(ack.n)

    def _action(self, person: Person) -> dict[str, Json]:
        """One of the legal actions of somebody, now or a while ago."""
        rng = self.rng
        source = person if rng.random() < 0.85 else rng.choice(self.people)
        position = source.position()
        legal = position.legal if position is not None else ()
        told = rng.choice(legal) if legal else None
        seen = person.numbered[-1]
        seen = rng.choice((0, seen - 1, seen + 1, 10**9)) if rng.random() < 0.1 else seen
        do, args = (told.id, dict(told.args)) if told is not None else ("pass", {})
        if do.endswith(SOMEWHERE):
            do, args = do.removesuffix(SOMEWHERE), {"x": 0, "y": rng.randrange(-2000, 2000), "rot": 0}
        if args and rng.random() < 0.15:
            args[rng.choice(list(args))] = rng.choice(
                (0, 1, 2, 3, 4, 5, 7, 11, None, "a", True, 0.0, -1, [0])
            )
        return {"type": "act", "seen": max(0, seen), "do": do, "args": args}

    def _judge_act(self, person: Person, text: bytes, ack: protocol.Ack) -> None:
        """An action that was done was one of those the seat had been told it may do.

        Games look only at the parameters that their actions have; others may stand beside them.
        """
        if ack.n is None or ack.problem is not None:
            return
        sent = protocol.decode_client(text)
        if not isinstance(sent, protocol.Act):
            return
        position = person.position(before=ack.n)
        assert position is not None
        meant = [
            told
            for told in position.legal
            if told.id in (sent.do, sent.do + SOMEWHERE)
            and all(name in sent.args and sent.args[name] == value for name, value in told.args.items())
        ]
        assert meant, f"{sent.do} {sent.args} was done, but is not among what seat {person.seat} may do"

    async def _send(
        self, person: Person, message: dict[str, Json], kind: str = "evenings: other"
    ) -> protocol.Ack:
        person.say(message)
        self.count[kind] += 1
        self.sent.append(message)
        ack = await person.answer(message["id"])
        self.too_fast += ack.problem is not None and ack.problem.id == "too_fast"
        return ack

    # ------------------------------------------------------------ the end

    async def _judge(self) -> None:
        """Everybody was told everything, once and in order."""
        async with wire.line(self.scene.port, self.source) as line:
            line.write(wire.request("GET", f"/api/tables/{self.table}", {}))
            last = json.loads((await line.answer()).body)["n"]
        await self._all_reach(last)
        for person in self.people:
            first = person.numbered[0]
            assert person.numbered[: last - first + 1] == list(range(first, last + 1)), "a gap"


def _asked(rng: Random, game: str, players: int) -> dict[str, Json]:
    asked: dict[str, Json] = {"game": game, "players": players, "unhurried": True}
    return {**asked, "sealed": rng.random() < 0.5, "take_back": rng.random() < 0.7}


def _id(rng: Random) -> str:
    return rng.choice(("m", "ż", "\U0001f680", " ")) + str(rng.randrange(10**12))


_COMPANY = (
    lambda rng: {"type": "chat", "text": rng.choice(("hi", "\u202ehi", "<b>", "\0", "ż" * 300, " a  b "))},
    lambda rng: {"type": "chat", "text": rng.choice((" ", "a" * 301, "a" * 2000))},
    lambda rng: {"type": "mute", "seats": [rng.randrange(5)]},
    lambda rng: {"type": "mute", "seats": []},
    lambda rng: {"type": "react", "reaction": rng.choice(protocol.REACTIONS)},
    lambda rng: {"type": "answer", "proposal": rng.randrange(60), "yes": rng.random() < 0.5},
    lambda rng: {"type": "ask_bot", "seat": rng.randrange(5)},
    lambda rng: {"type": "come_back"},
)
_GATHERING = (
    *_COMPANY,
    lambda rng: {"type": "ready", "ready": rng.random() < 0.5},
    lambda rng: {"type": "act", "seen": 0, "do": "pass", "args": {}},
    lambda rng: {"type": "take_back"},
    lambda rng: {"type": "rematch"},
)
_PLAYING = (
    *_COMPANY,
    lambda rng: {"type": "ready"},
    lambda rng: {"type": "begin"},
    lambda rng: {"type": "close"},
    lambda rng: {"type": "remove", "seat": rng.randrange(5)},
    lambda rng: {"type": "take_back"},
    lambda rng: {"type": "ask_back", "moves": rng.randrange(30)},
    lambda rng: {"type": "answer", "proposal": rng.randrange(200), "yes": True},
)
