"""A server of its own for the browser tests, and shortcuts to situations that people would need long for."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kosmoport.server.limits import DEFAULTS

Json = Any
SETTINGS = {
    "port": 0,
    "browser": False,
    "take_back_grace": "0s",
    "bot_pause": "0s",
    "bot_workers": 1,
    "max_tables_per_address": 1000,
    "max_sockets_per_address": 1000,
    "max_connections_per_address": 1000,
    "limits": ",".join(f"{rule}=off" for rule in DEFAULTS),
}
MOST_MOVES = 2000
PROGRAM = ("-m", "kosmoport")


@dataclass
class House:
    """A running server."""

    address: str
    process: subprocess.Popen[str]
    data: Path

    def ask(self, method: str, path: str, body: Json = None, token: str | None = None) -> Json:
        """A request of a program."""
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    def table(
        self, game: str, names: list[str], seat: int | None = None, **settings: Json
    ) -> tuple[str, list[str]]:
        """A table at which these people sit, the first of them here: its id and their tokens."""
        made = self.ask("POST", "/api/tables", {"game": game, "unhurried": True, **settings})
        seats = f"/api/tables/{made['table']}/seats"
        tokens: list[str] = []
        for i, name in enumerate(names):
            host = made["token"] if i == 0 else None
            wish = {"name": name, "seat": seat if i == 0 else None}
            tokens.append(self.ask("POST", seats, wish, host)["token"])
        return made["table"], tokens

    def send(self, table: str, token: str, **message: Json) -> Json:
        """One message of the protocol."""
        body = {"id": f"{random.getrandbits(60):x}", **message}
        return self.ask("POST", f"/api/tables/{table}/messages", body, token)

    def wait_for_turn(self, table: str, token: str) -> Json:
        """The table as this seat knows it, once the seat has to decide or the game is over."""
        for _ in range(600):
            now = self.ask("GET", f"/api/tables/{table}", token=token)
            if now["position"]["legal"] or now["phase"] != "playing":
                return now
            time.sleep(0.05)
        raise TimeoutError("it did not become this seat's turn")

    def begin(self, table: str, tokens: list[str]) -> None:
        """Everybody is ready, and the game begins."""
        for token in tokens:
            self.send(table, token, type="ready")
        self.send(table, tokens[0], type="begin")
        for _ in range(600):  # devices that have the table open reveal what they promised
            if self.ask("GET", f"/api/tables/{table}")["phase"] != "gathering":
                return
            time.sleep(0.05)
        raise TimeoutError("the game did not begin")


@contextmanager
def serve(
    folder: Path, program: Sequence[str] = PROGRAM, env: Mapping[str, str] | None = None, **wishes: Json
) -> Iterator[House]:
    """`kosmoport serve` as people start it, on a free port of this machine; `env`: of another program."""
    settings, file = SETTINGS | wishes, folder / "settings.toml"
    file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items()))
    command = [sys.executable, *program, "serve", "--settings", str(file), "--data", str(folder)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, (folder / "log").read_text()
        yield House(line[line.index("http://") :].strip().rstrip("/"), process, folder)
    finally:
        process.terminate()
        process.wait(60)
        if process.stdout is not None:
            process.stdout.close()
