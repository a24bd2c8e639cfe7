"""An example exchange for the page of the protocol: a table is played at, and this is what it said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.automatic import next_step
from kosmoport.table.deciding import decide
from kosmoport.table.declined import Declined
from kosmoport.table.entries import AnyEntry, Logged
from kosmoport.table.fair import SECOND, promise
from kosmoport.table.gathering import sit_down
from kosmoport.table.policy import Policy
from kosmoport.table.settings import NewTable, read_settings
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot, tell

TABLE = "Xq7mRk2ZcV9wTn4HsY6bLp"
SITE = "https://play.example.org"
SECRET, VALUE = bytes(range(32)).hex(), bytes(range(100, 132)).hex()
START = 1_760_000_000_000  # ms
ASKED = NewTable(game="kosmiczni_piraci", bots=[None, None, "casual"], start=0)
WIDTH = 108  # columns of a line of JSON


@dataclass(frozen=True)
class Step:
    """One JSON of the exchange: who sends it, and why."""

    sender: str
    about: str
    value: Any


class Exchange:
    """Ada's side of a table: what she sends, and what she is told."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.table = Table(TABLE, Policy())
        self.now = START
        self.missed: list[protocol.ServerMessage] = []
        self._write([log.Created(read_settings(ASKED), SECRET, host="Ada's key", deal=SECOND)])

    def _write(self, entries: list[AnyEntry], sender: str = "", message: str = "") -> None:
        """Log, apply, and keep what Ada is told of it."""
        for entry in entries:
            line = Logged(self.table.n + 1, self.now, entry, sender or None, message or None)
            happened = self.table.apply(line)
            self.missed.append(tell(self.table, line, 0, happened))
            sender = message = ""
        self.now += 1500

    def sit(self, name: str) -> requests.Seated:
        entries = sit_down(self.table, requests.SitDown(name=name), f"{name}'s key", None)
        self._write(entries)
        seat = int(entries[0].seat)  # type: ignore[union-attr]
        token = f"<token of seat {seat}>"
        return requests.Seated(TABLE, seat, token, f"{SITE}/t/{TABLE}#seat={token}")

    def say(self, sender: str, about: str, value: Any) -> None:
        self.steps.append(Step(sender, about, value))

    def hear(self, about: str) -> None:
        """Ada receives what has happened since she last heard something."""
        for message in self.missed:
            self.say("server", about, message)
        self.missed.clear()

    def send(self, about: str, command: protocol.AnyCommand, answer: str = "") -> None:
        """Ada sends a message, hears of what it leads to, and gets her answer."""
        self.say("Ada", about, command)
        ack = self.done("0", command)
        self.hear("The numbered message of it, which everybody gets as they may know it.")
        self.say("server", answer or "The answer, when it is safe.", ack)

    def done(self, sender: str, command: protocol.AnyCommand) -> protocol.Ack:
        """What the server does with a message: nothing twice, and nothing that is refused."""
        if (sender, command.id) in self.table.receipts:
            return protocol.Ack(command.id, self.table.receipts[sender, command.id])
        try:
            self._write(decide(self.table, sender, command, self.now), sender, command.id)
        except Declined as declined:
            return protocol.Ack(command.id, problem=declined.problem)
        return protocol.Ack(command.id, self.table.n)

    def go_on(self) -> None:
        """What the table does by itself."""
        self._write(list(next_step(self.table, self.now).entries))

    def first_action(self, seat: int, id: str, seen: int) -> protocol.Act:
        """The first of the actions that are legal for a seat."""
        play = self.table.play
        told = self.table.game.describe(play.view(seat), play.legal(seat)[0])
        return protocol.Act(id, seen, told.id, told.args)


def exchange() -> list[Step]:
    """From an empty table to a connection that comes back."""
    at = Exchange()
    _sit_down(at)
    _begin(at)
    _play(at)
    _come_back(at)
    return at.steps


def _sit_down(at: Exchange) -> None:
    at.say("Ada", "`POST /api/tables`", {"game": ASKED.game, "bots": ASKED.bots, "start": ASKED.start})
    made = requests.TableMade(TABLE, f"{SITE}/t/{TABLE}", "<token of the host>", at.table.commitment)
    at.say("server", "The table is there, and committed to its deal.", made)
    seats = f"`POST /api/tables/{TABLE}/seats`"
    at.say("Ada", f"{seats} with `Authorization: Bearer <token of the host>`", {"name": "Ada"})
    at.say("server", "Ada has a seat, and stays the host.", at.sit("Ada"))
    at.say("Bob", f"{seats} without a token: a guest", {"name": "Bob"})
    at.say("server", "Bob has a seat.", at.sit("Bob"))
    at.missed.clear()  # nobody is connected yet


def _begin(at: Exchange) -> None:
    at.say("Ada", "Opens the socket and says", protocol.Hello(protocol.VERSION, token="<token of seat 0>"))
    at.say("server", "Who Ada is here.", _welcome(at))
    at.say("server", "All there is, since Ada has nothing yet.", snapshot(at.table, 0, at.now))
    promised = promise(TABLE, 0, 0, VALUE)
    at.send("Ada's device draws 32 random bytes and promises them.", protocol.Promise("a1", 0, promised))
    at.send("Ada is ready.", protocol.Ready("a2"))
    at.done("1", protocol.Ready("b1"))
    at.hear("Bob is ready too; his program takes no part in the deal.")
    at.send("The host begins: everything that bears on the deal is frozen.", protocol.Begin("a3"))
    about = "Ada's device finds its promise and the commitment in `frozen`, keeps it, and reveals."
    at.send(about, protocol.Reveal("a4", 0, VALUE))
    at.go_on()
    at.hear("Nobody else has promised anything: the game begins.")


def _welcome(at: Exchange) -> protocol.Welcome:
    return protocol.Welcome(protocol.VERSION, TABLE, 0, True, at.table.n)


def _play(at: Exchange) -> None:
    act = at.first_action(0, "a5", at.table.n)
    at.send("Ada does the first of the actions in `legal`.", act)
    at.send("The answer seems to be lost, so Ada sends the same again.", act, "The same answer: done once.")
    late = at.first_action(1, "a6", at.table.n)
    at.send("It is not Ada's turn now.", late, "A reason of the game; its words say it.")


def _come_back(at: Exchange) -> None:
    seen = at.table.n
    at.done("1", at.first_action(1, "b2", seen))
    at.done("1", protocol.Chat("b3", "Your turn, casual!"))
    hello = protocol.Hello(protocol.VERSION, seen, "<token of seat 0>")
    at.say(
        "Ada", f"The connection was lost for a while. Ada comes back and has everything up to {seen}.", hello
    )
    at.say("server", "Who Ada is here, and how far the table has come.", _welcome(at))
    at.hear("What Ada has missed, with nothing left out.")


# ---------------------------------------------------------------- JSON for people


def shown(value: Any) -> str:
    """JSON in few lines: what fits stays on one."""
    return _shown(msgspec.json.decode(msgspec.json.encode(value)), 0, 0)


def _shown(value: Any, indent: int, used: int) -> str:
    line = msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    if indent + used + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        ends = "{}"
        parts = [f'"{key}": {_shown(part, indent + 2, len(key) + 5)}' for key, part in value.items()]
    else:
        ends = "[]"
        parts = [_shown(part, indent + 2, 1) for part in value]
    inner = "".join(f"\n{' ' * (indent + 2)}{row}" for row in _filled(parts, indent + 2))
    return f"{ends[0]}{inner}\n{' ' * indent}{ends[1]}"


def _filled(parts: list[str], indent: int) -> list[str]:
    """As many parts on a row as fit; one that is broken itself has rows of its own."""
    rows: list[str] = []
    for i, part in enumerate(parts):
        part += "," if i < len(parts) - 1 else ""
        if rows and "\n" not in rows[-1] + part and indent + len(rows[-1]) + len(part) < WIDTH:
            rows[-1] += f" {part}"
        else:
            rows.append(part)
    return rows
