"""The running server keeps to its own OpenAPI description, whatever it is asked (schemathesis asks)."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast
from zlib import crc32

import jsonschema_rs
import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import load_all_checks
from schemathesis.core.result import Ok
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from kosmoport.core.game import Game
from kosmoport.games import GAMES
from kosmoport.house.api import Api
from kosmoport.house.routes import Route
from kosmoport.house.store import CannotSave
from kosmoport.reference.example import exchange
from kosmoport.server.limits import DEFAULTS
from kosmoport.server.openapi import BODIES, PARAMETERS, description
from kosmoport.table import protocol
from kosmoport.table.settings import NewTable
from tests.server import harness
from tests.table.desk import Desk

ROUTES = Api(cast(Any, None)).routes()  # nothing of a server is needed to say which routes there are
TABLE = re.compile(PARAMETERS["table"]["pattern"])
BOTS = ["casual"] * 3
PATIENCE = 300.0  # seconds for three bots to finish a game on a busy machine
RULES_DECIDE = {
    "create",
    "webhook",
    "push",
    "open_record",
    "judge_table",
}  # refuse what no schema can describe: a game's options, private addresses, records, a ship laid twice

described = cache(lambda: description(ROUTES))
each_operation = pytest.mark.parametrize(
    "operation", ROUTES, ids=lambda route: f"{route.method} {route.path}"
)


@cache
def whole_schema() -> BaseSchema:
    """What the description says, as schemathesis reads it."""
    read = schemathesis.openapi.from_dict(described())
    for check in (read.config.checks.negative_data_rejection, read.config.checks.positive_data_acceptance):
        check.expected_statuses = [*check.expected_statuses, "413"]  # what is long may be too large
    load_all_checks()
    return read


class Town:
    """A server on this machine, and tables at every stage on it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.over = self.finished(sealed=False)
        self.sealed = self.finished(sealed=True)

    def post(self, path: str, body: Any, token: str = "") -> Any:
        answer = requests.post(f"{self.url}/api/tables{path}", json=body, headers=bearer(token), timeout=30)
        assert answer.ok, answer.text
        return answer.json()

    def table(self, bots: list[str | None], **more: Any) -> tuple[str, str]:
        made = self.post("", {"game": "kosmiczni_piraci", "bots": bots, **more})
        return made["table"], made["token"]

    def gathering(self) -> tuple[str, str]:
        """A table at which the host sits and a seat is free."""
        table, token = self.table([None, None, "casual"], public=True)
        return table, self.post(f"/{table}/seats", {"name": "Host", "colour": "yellow"}, token)["token"]

    def playing(self) -> tuple[str, str]:
        """A game that waits for the host."""
        table, token = self.table([None, "casual", "casual"], start=0)
        seat = self.post(f"/{table}/seats", {"name": "Host"}, token)["token"]
        self.post(f"/{table}/messages", {"type": "begin", "id": "begin"}, seat)
        return table, seat

    def aiming(self) -> tuple[str, str]:
        """A battle in turns; the host holds the first card."""
        seats: dict[str, Any] = {"game": "kosmiczna_eskadra", "bots": [None, "casual"], "start": 0}
        made = self.post("", {**seats, "options": {"mode": "turns"}})
        table = made["table"]
        seat = self.post(f"/{table}/seats", {"name": "Host"}, made["token"])["token"]
        self.post(f"/{table}/messages", {"type": "begin", "id": "begin"}, seat)
        return table, seat

    def finished(self, sealed: bool) -> tuple[str, str]:
        """A game that bots have played to the end."""
        table, token = self.table(list(BOTS), sealed=sealed)
        self.post(f"/{table}/messages", {"type": "begin", "id": "begin"}, token)
        limit = time.monotonic() + PATIENCE
        while requests.get(f"{self.url}/api/tables/{table}", timeout=30).json()["phase"] != "over":
            assert time.monotonic() < limit, "the bots do not come to an end"
            time.sleep(0.05)
        return table, token

    def place_for(self, case: Case[Any]) -> tuple[str, str]:
        """A real table and a token in place of a made-up id; some stay made up."""
        choice = crc32(repr((case.path_parameters, case.query, case.body)).encode()) % 10
        if choice == 0:
            return case.path_parameters["table"], "made up"
        if case.operation.definition.raw["operationId"] in ("record", "verified"):  # only the end has them
            return self.sealed if choice == 1 else self.over
        if choice in (1, 2):
            return self.over if choice == 1 else self.sealed
        if case.operation.definition.raw["operationId"] == "aim":
            return self.aiming()
        return self.gathering() if choice < 7 else self.playing()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """The program itself, as people start it; its log has no mistake of ours afterwards."""
    folder = tmp_path_factory.mktemp("town")
    flags = ["--no-browser", "--port", "0", "--data", str(folder), "--bot-pause", "0s"]
    flags += ["--max-tables", "100000", "--max-tables-per-address", "100000"]
    flags += ["--limits", ",".join(f"{rule}=off" for rule in DEFAULTS)]
    command = [sys.executable, "-m", "kosmoport", "serve", *flags]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    try:
        yield Town(process.stdout.readline().split()[-1].rstrip("/"))
    finally:
        process.terminate()
        code = process.wait(timeout=30)
        process.stdout.close()
    lines = (folder / "log").read_text(encoding="utf-8").splitlines()
    assert code == 0
    assert [line for line in lines if '"level": "error"' in line] == []


def ask(case: Case[Any], town: Town, answers: Counter[int]) -> None:
    """Send one made-up request, at a real table where there is one, and check the answer."""
    token = ""
    parameters = case.path_parameters or {}
    if TABLE.fullmatch(str(parameters.get("table"))):
        parameters["table"], token = town.place_for(case)
    excluded = [ignored_auth]  # wants 401; here nobody is to learn what exists, see the test below
    if case.operation.definition.raw["operationId"] in RULES_DECIDE:
        excluded.append(positive_data_acceptance)
    if isinstance(case.body, dict | list):
        case.body = whole(case.body)
    answer = case.call_and_validate(base_url=town.url, headers=bearer(token), excluded_checks=excluded)
    answers[answer.status_code] += 1


def whole(value: Any) -> Any:
    """To JSON Schema 1.0 is an integer; to the server it is none, and no schema can say so."""
    if isinstance(value, dict):
        return {key: whole(part) for key, part in value.items()}
    if isinstance(value, list):
        return [whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def ask_much(operation: Route, town: Town, examples: int) -> None:
    """Requests that schemathesis makes up for one operation; that some succeed shows that it was reached."""
    answers: Counter[int] = Counter()
    one = whole_schema().include(path=operation.path, method=operation.method)
    bounded = settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    tests = get_all_tests(schema=one, test_func=ask, settings=bounded, given_kwargs=None)
    (made,) = tests
    assert isinstance(made, Ok)
    _, test = made.ok()
    test(town=town, answers=answers)
    assert any(200 <= status < 300 for status in answers), answers


@each_operation
def test_every_answer_is_as_described(operation: Route, town: Town) -> None:
    ask_much(operation, town, 25)


@pytest.mark.slow
@each_operation
def test_every_answer_is_as_described_at_length(operation: Route, town: Town) -> None:
    ask_much(operation, town, 400)


# ---------------------------------------------------------------- the description itself


def test_the_description_is_served_and_valid(town: Town) -> None:
    served = schemathesis.openapi.from_url(f"{town.url}/api/openapi.json")
    served.validate()
    assert served.raw_schema == msgspec.json.decode(msgspec.json.encode(described()))


def test_without_a_token_a_seat_looks_like_nothing(town: Town) -> None:
    table, token = town.gathering()
    guarded = [route for route in ROUTES if route.token]
    assert len(guarded) >= 4
    bodies = set()
    for route in guarded:
        url = town.url + route.path.format(table=table)
        body = None if route.takes is None else next(iter(BODIES[route.takes].values()))
        for wrong in ("", "made up", token[:-1]):
            answer = requests.request(route.method, url, json=body, headers=bearer(wrong), timeout=30)
            assert answer.status_code == 404, route
            bodies.add(answer.content)
    assert len(bodies) == 1


def test_examples_of_bodies_can_be_read() -> None:
    takers = [route for route in ROUTES if route.takes is not None]
    assert {route.takes for route in takers} == set(BODIES)
    for route in takers:
        for example in BODIES[route.takes].values():
            assert msgspec.convert(example, route.takes) is not None


def validator(name: str) -> Any:
    root = {"$ref": f"#/components/schemas/{name}", "components": described()["components"]}
    return jsonschema_rs.validator_for(root)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_table_says_fits_its_schema(game: Game) -> None:
    players = game.players[0]
    desk = Desk(NewTable(game=game.id, players=players, unhurried=True))
    for name in "ABCDE"[:players]:
        desk.sit(name, age=30)
    desk.begin()
    desk.settle()
    schemas = validator("ServerMessage")
    own_view = validator("".join(map(str.capitalize, game.id.split("_"))) + "View")
    for told in desk.told.values():
        for message in map(msgspec.json.decode, told):
            schemas.validate(message)
        own_view.validate(message["position"]["view"])
        del message["position"]["view"]["to_act"]
        assert not schemas.is_valid(message)


def test_what_clients_say_fits_its_schema() -> None:
    schemas = validator("ClientMessage")
    said = [step.value for step in exchange() if isinstance(step.value, protocol.ClientMessage)]
    assert len(said) >= 5
    for message in said:
        schemas.validate(msgspec.to_builtins(message))


# ---------------------------------------------------------------- found on the way


@pytest.mark.parametrize("number", ["1_0", "+1", " 1", "1.0", "٣", "-1", "1" * 16, ""])
def test_numbers_of_a_query_are_plain_digits(town: Town, number: str) -> None:
    table, _ = town.over
    url = f"{town.url}/api/tables/{table}/messages"
    answer = requests.get(url, params={"after": number}, timeout=30)
    assert (answer.status_code, answer.json()["error"]["id"]) == (400, "bad_query")


def test_a_table_that_cannot_be_saved_is_answered_as_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: Any) -> int:
        raise CannotSave("the disk is full")

    async def work() -> None:
        server = harness.Server(tmp_path)
        await server.start()
        try:
            monkeypatch.setattr(server.store, "create", full)
            reply = await server.ask("POST", "/api/tables", {"game": "kosmiczna_misja"})
            assert (reply.status, reply.error, reply.sentence) == (503, "cannot_save", "the disk is full")
        finally:
            await server.stop()

    harness.play(work())
