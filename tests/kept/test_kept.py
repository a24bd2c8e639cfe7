"""Records, databases and links of earlier versions still open, and their games go on."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from kosmoport.games import GAMES
from kosmoport.server.doctor import examine
from kosmoport.server.export import export
from kosmoport.server.settings import ServerSettings
from tests.command_line import Run
from tests.kept.leave_behind import somewhere
from tests.server.harness import Clock, Server, play, serving

HERE = Path(__file__).parent
VERSIONS = sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name[0].isdigit())
RECORDS = sorted(path.relative_to(HERE).as_posix() for path in HERE.glob("*/records/*.json"))
EVERY_GAME = {game.id for game in GAMES}
PHASES = {"continued": "gathering", "waiting": "gathering"}  # of what has a name of its own
HOUR = 3_600_000

Json = Any
Scene = Callable[[Server], Awaitable[None]]


@dataclass(frozen=True)
class Kept:
    """A server's data folder as an earlier version left it, and what people still hold."""

    folder: Path
    places: dict[str, list[Json]]

    def serve(self, scene: Scene) -> None:
        async def serve() -> None:
            async with serving(self.folder) as server:
                await scene(server)

        play(serve())

    def all(self) -> Iterator[tuple[str, Json]]:
        for what, places in self.places.items():
            for place in places:
                yield what, place


@pytest.fixture(params=VERSIONS)
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """A copy of it, an hour later."""
    left = HERE / request.param
    with gzip.open(left / "kosmoport.sqlite3.gz") as packed:
        (tmp_path / "kosmoport.sqlite3").write_bytes(packed.read())
    for name in ("secret.key", "uptime.json"):
        shutil.copy(left / name, tmp_path)
    with closing(sqlite3.connect(tmp_path / "kosmoport.sqlite3")) as database:
        (latest,) = database.execute("SELECT max(changed_at) FROM tables").fetchone()
    Clock(monkeypatch).now = latest + HOUR
    return Kept(tmp_path, json.loads((left / "places.json").read_text(encoding="utf-8")))


@asynccontextmanager
async def at_table(server: Server, place: Json) -> AsyncIterator[Any]:
    """The person of a place at their table again, by the token that they were given then."""
    async with server.connect(place["table"], place["seated"]["token"]) as client:
        await client.next("snapshot")
        yield client


def test_something_is_kept_of_every_game() -> None:
    assert VERSIONS
    for version in VERSIONS:
        places = json.loads((HERE / version / "places.json").read_text(encoding="utf-8"))
        assert {"gathering", "playing", "waiting", "over", "went_on", "continued", "closed"} == set(places)
        for what in ("gathering", "playing", "over"):
            assert {place["game"] for place in places[what]} == EVERY_GAME
        assert {Path(name).stem for name in RECORDS if name.startswith(f"{version}/")} == EVERY_GAME


def test_doctor_finds_nothing_wrong_before_and_after_a_server_had_it(kept: Kept) -> None:
    async def nothing_happens(server: Server) -> None:
        for _, place in kept.all():
            await server.ask("GET", f"/api/tables/{place['table']}")

    settings, count = ServerSettings(data=kept.folder), len(list(kept.all()))
    for _ in range(2):
        said: list[str] = []
        assert examine(settings, said.append) == 0, said
        assert said[-1].startswith(f"{count} tables, ")
        assert said[-1].endswith(", 0 problems")
        assert not any("asleep" in line for line in said)
        kept.serve(nothing_happens)


def test_every_table_wakes_as_it_was(kept: Kept) -> None:
    async def look(server: Server) -> None:
        for what, place in kept.all():
            if what == "went_on":  # nobody may look at it until the game that continues it is over
                answer = await server.ask("GET", f"/api/tables/{place['table']}")
                assert (answer.status, answer.error) == (409, "continued")
                continue
            found = await server.look(place["table"], place.get("seated", place["host"])["token"])
            assert found["phase"] == PHASES.get(what, what)
            assert found["settings"]["game"] == place["game"]
            assert found["n"] >= place.get("n", 1)
            if "seated" in place:
                assert found["seats"][place["seated"]["seat"]]["name"] == "Ala"

    kept.serve(look)


def test_links_lead_to_the_table_and_carry_the_seat(kept: Kept) -> None:
    async def follow(server: Server) -> None:
        for _, place in kept.all():
            guest = urlsplit(place["host"]["link"])
            assert (await server.ask("GET", guest.path)).status == 200
            if "seated" not in place:
                continue
            own = urlsplit(place["seated"]["link"])
            assert own.path == guest.path
            token = own.fragment.removeprefix("seat=")
            seat = (await server.ask("GET", f"/api/tables/{place['table']}/seat", token=token)).data()
            assert seat["seat"] == place["seated"]["seat"]
            assert urlsplit(seat["link"]).fragment == own.fragment

    kept.serve(follow)


def test_people_go_on_with_their_games(kept: Kept) -> None:
    async def go_on(server: Server) -> None:
        for place in kept.places["playing"]:
            async with at_table(server, place) as person:
                while not person.position["legal"]:
                    await person.receive()
                await until_done(person)

    kept.serve(go_on)


async def until_done(person: Any) -> None:
    """Do one of the legal actions; a ship needs a place besides."""
    for number in range(50):
        legal = person.position["legal"]
        action = legal[number % len(legal)]
        if action["id"] == "release_somewhere":
            action = {"id": "release", "args": somewhere(number)}
        ack = await person.ask("act", seen=person.n, do=action["id"], args=action["args"])
        if ack["problem"] is None:
            return
    raise AssertionError(ack)


def test_guests_join_a_table_and_it_begins(kept: Kept) -> None:
    async def join(server: Server) -> None:
        for place in [*kept.places["gathering"], *kept.places["continued"]]:
            table = place["table"]
            async with server.connect(table) as watcher:
                snapshot = await watcher.next("snapshot")
            tokens = [place["seated"]["token"]] if "seated" in place else []
            if not tokens:
                tokens.append((await server.sit(table, "Ala", place["host"]["token"]))["token"])
            for name, seat in zip(("Ola", "Ela"), snapshot["seats"][1:], strict=True):
                if seat["bot"] is None:
                    tokens.append((await server.sit(table, name, age=20))["token"])
            for token in tokens:
                await server.tell(table, token, type="ready")
            assert (await server.tell(table, tokens[0], type="begin"))["problem"] is None
            async with server.connect(table, tokens[0]) as client:
                assert (await client.next("snapshot"))["phase"] == "playing"

    kept.serve(join)


def test_a_device_reveals_what_it_promised(kept: Kept) -> None:
    async def reveal(server: Server) -> None:
        for place in kept.places["waiting"]:
            async with at_table(server, place) as person:
                ack = await person.ask("reveal", round=place["round"], value=place["value"])
                assert ack["problem"] is None
                begun = await person.next("begun")
                assert begun["position"]["legal"] or begun["position"]["result"] is None

    kept.serve(reveal)


def test_games_that_are_over_can_be_checked_shown_and_played_again(kept: Kept) -> None:
    sealed = []

    async def check(server: Server) -> None:
        for place in kept.places["over"]:
            path, token = f"/api/tables/{place['table']}", place["seated"]["token"]
            frames = (
                await server.ask("GET", f"{path}/frames?seat={place['seated']['seat']}", token=token)
            ).data()
            assert frames["frames"]
            record = await server.ask("GET", f"{path}/record")
            if record.status != 200:
                sealed.append(record.error)
                continue
            assert (await server.ask("GET", f"{path}/verified")).data()["problem"] is None
            assert record.json == json.loads(record_file(place["game"]).read_text(encoding="utf-8"))
            rematch = await server.tell(place["table"], token, type="rematch")
            assert rematch["problem"] is None

    def record_file(game: str) -> Path:
        return next(HERE / name for name in RECORDS if name.endswith(f"/{game}.json"))

    kept.serve(check)
    assert len(sealed) == 1


def test_finished_games_are_exported(kept: Kept) -> None:
    out = kept.folder / "records.jsonl"
    over = len(kept.places["over"]) + len(kept.places["went_on"])
    assert export(ServerSettings(data=kept.folder), out) == over - 1  # one is sealed


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_file_is_replayed_and_verified(name: str, command: str, run: Run) -> None:
    done = run(command, str(HERE / name))
    assert done.code == 0
    assert len(done.out.splitlines()) > 3


def test_a_record_file_is_opened_by_the_server(tmp_path: Path) -> None:
    async def open_them() -> None:
        async with serving(tmp_path) as server:
            for name in RECORDS:
                opened = (await server.ask("POST", "/api/replay", (HERE / name).read_bytes())).data()
                assert opened["game"] == Path(name).stem
                assert opened["result"] is not None

    play(open_them())
