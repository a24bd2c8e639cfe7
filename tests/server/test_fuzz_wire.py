"""The server under fire: nothing kills it, changes a table that it may not, or is told a secret."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import uvloop

from kosmoport.house import api, talking
from kosmoport.house.jobs import Asked
from kosmoport.house.rooms import Room
from kosmoport.house.tokens import Tokens
from kosmoport.server.limits import DEFAULTS
from kosmoport.table import gathering, protocol
from tests.server import fuzz_bytes as wire
from tests.server.fuzz_campaign import Campaign, check_error, check_log, server_process
from tests.server.fuzz_play import Evening
from tests.server.fuzz_scene import PATIENCE, Scene
from tests.server.harness import serving

NO_LIMITS = ",".join(f"{rule}=off" for rule in DEFAULTS)
BOUNDS = ("sockets-per-address", "connections-per-address", "tables-per-address", "tables")
MANY = [word for bound in BOUNDS for word in (f"--max-{bound}", "100000")]
GROWTH = (
    32 * 1024
)  # kilobytes that the process may grow by after the first tenth, with new tables all the time
FLAT = 8 * 1024  # and while there are no new ones
SPARE_FILES = 16  # open files besides the lines: the database opens some as it works
ATTACKER, NEIGHBOUR = "127.0.0.2", "127.0.0.3"


def play(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


def fire(folder: Path, total: int, still: int, every: int, seed: int) -> tuple[Campaign, Counter[str]]:
    """A campaign against a server of its own, the last part without new tables; what the log said."""
    campaigns: list[Campaign] = []
    with server_process(folder, "--limits", NO_LIMITS, *MANY) as (url, process, log):
        scene = Scene(url, folder / "data")

        async def work() -> None:
            await scene.prepare()
            campaign = Campaign(scene, process, seed)
            files = campaign.measure().files
            await campaign.run(total - still, every)
            campaign.make_no_tables()
            await campaign.run(total, every)
            await campaign.quiet(files + SPARE_FILES)
            assert await campaign.metric("kosmoport_errors_total") == 0
            campaigns.append(campaign)

        play(work())
    events = check_log(log, scene)
    check_database(folder)
    return campaigns[0], events


def check_database(folder: Path) -> None:
    """Every log replays to what is stored beside it."""
    command = [sys.executable, "-m", "kosmoport", "doctor", "--data", str(folder / "data")]
    doctor = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr


def test_nothing_that_is_sent_breaks_a_server(tmp_path: Path) -> None:
    campaign, events = fire(tmp_path, 4000, 1000, 1000, seed=1)
    assert campaign.sent >= 4000
    assert campaign.count["evenings: actions done"] > 0
    assert events["request"] > 0


@pytest.mark.slow
def test_two_hundred_thousand_wrong_messages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # More than that: a part of what is sent is right, to see that it still works.
    campaign, events = fire(tmp_path, 260_000, 80_000, 20_000, seed=2)
    with capsys.disabled():
        print(campaign.report(), *(f"{n:>8}  log: {event}" for event, n in sorted(events.items())), sep="\n")
    assert campaign.sent >= 260_000
    memory = [figures.memory for figures in campaign.figures]
    assert max(memory) - memory[0] <= GROWTH, memory
    assert max(memory[-4:]) - memory[-4] <= FLAT, memory
    assert max(figures.threads for figures in campaign.figures) < 40


# ---------------------------------------------------------------- with limits


@pytest.mark.slow
def test_a_flood_from_one_address_is_slowed_down_and_its_neighbours_are_not(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with server_process(tmp_path, "--limits", NO_LIMITS, *MANY) as (url, _, _):
        scene = Scene(url, data)
        play(scene.prepare(few=True))
    with server_process(tmp_path) as (url, process, log):
        scene.move(url)
        play(_flood(scene, process))
    check_log(log, scene)
    check_database(tmp_path)


async def _flood(scene: Scene, process: int) -> None:
    campaign = Campaign(scene, process, 3, ATTACKER)
    campaign.sessions = (Campaign.requests,) * 5 + (Campaign.bytes,)
    neighbour = Evening(scene, Counter(), Random("neighbour"), NEIGHBOUR)
    async with asyncio.TaskGroup() as group:
        group.create_task(campaign.run(5000, 5000, workers=3))
        group.create_task(_flood_of_sockets(scene))
        group.create_task(neighbour.play(60))
    assert campaign.statuses[429] > 3000
    assert neighbour.count["evenings: actions done"] > 0
    assert not neighbour.too_fast


async def _flood_of_sockets(scene: Scene) -> None:
    """Only so many at once; the others are refused in the usual form."""
    async with asyncio.TaskGroup() as group:
        opened = asyncio.Semaphore(0)
        enough = asyncio.Event()
        lines = [group.create_task(_hold(scene, number, opened, enough)) for number in range(100)]
        for _ in lines:
            await opened.acquire()
        enough.set()
    statuses = Counter(line.result() for line in lines)
    assert set(statuses) == {101, 429}, statuses
    assert statuses[101] <= 60


async def _hold(scene: Scene, number: int, opened: asyncio.Semaphore, enough: asyncio.Event) -> int:
    table = scene.tables[number % len(scene.tables)]
    async with wire.line(scene.port, ATTACKER) as line:
        line.write(wire.opening(table.id))
        answer = await line.answer()
        opened.release()
        await enough.wait()
    if answer.status != 101:
        check_error(answer)
    return answer.status


# ---------------------------------------------------------------- in this process


def test_no_task_is_left_behind(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            scene = Scene(server.url, tmp_path)
            await scene.prepare(few=True)
            before = _tasks()
            campaign = Campaign(scene, None, 4)
            campaign.sessions = (Campaign.requests, Campaign.sockets)
            await campaign.run(1000, 1000)
            async with asyncio.timeout(PATIENCE):
                while _tasks() != before:  # whoever hung up last is still being noticed
                    await asyncio.sleep(0.05)

    play(work())


def _tasks() -> Counter[str]:
    """What is under way; new tables, one task each, are not counted."""
    names = Counter(getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks())
    del names[Room._work.__qualname__]
    return names


DEFECTS = {
    "a spectator sees what seat 0 sees": (api, "viewer_of", lambda sender: 0),
    "a token is good at any table": (
        Tokens,
        "sender_of",
        lambda self, table, token: None if token is None else token.sender,
    ),
    "anybody may do what the host may": (gathering, "only_host", lambda table, sender: None),
    "a sealed record is open": (api, "is_open", lambda table: table.phase == "over"),
    "lists in lists in lists are an accident": (talking, "NOT_A_MESSAGE", msgspec.MsgspecError),
}


@pytest.fixture
def usual_depth() -> Iterator[None]:
    """Tests before may have raised the limit, and then lists in lists are no accident."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("usual_depth")
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_server_with_a_defect_is_found_out(
    defect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same fire finds these."""

    async def work() -> None:
        async with serving(tmp_path) as server:
            scene = Scene(server.url, tmp_path)
            await scene.prepare(few=True)
            monkeypatch.setattr(*DEFECTS[defect])
            campaign = Campaign(scene, None, 5)
            campaign.sessions = (Campaign.requests, Campaign.sockets)
            with pytest.raises(BaseExceptionGroup) as caught:
                await campaign.run(20_000, 20_000)
            assert caught.group_contains((AssertionError, wire.Ended))

    play(work())


# ---------------------------------------------------------------- what it found


@pytest.mark.parametrize("host", ["", "a:b", "a:99999999", b"\xff\xfe"])
def test_a_request_that_names_no_host_makes_no_table(host: str | bytes, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server, wire.line(Scene(server.url, tmp_path).port) as line:
            line.write(wire.request("POST", "/api/tables", {"Host": host}, b'{"game":"piraci"}'))
            answer = await line.answer()
            assert answer.status == 400
            check_error(answer)
            assert not server.tables.rooms

    play(work())


def test_a_component_file_too_deep_to_read_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            asked = {"game": "piraci", "components": "a = " + "[" * 3000}
            reply = await server.ask("POST", "/api/tables", asked)
            assert (reply.status, reply.error) == (400, "bad_input")

    play(work())


def test_a_socket_survives_lists_in_lists_and_ids_that_cannot_be_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            seat = await server.sit(made["table"], "Ala", made["token"])
            async with server.connect(made["table"], seat["token"]) as client:
                deep = '{"type":"act","id":"a","seen":0,"do":"x","args":{"a":' + "[" * 3000
                await client.socket.send_str(deep)
                assert (await client.next("ack"))["problem"]["id"] == "malformed"
                await client.send(type="ready", id="\0")
                assert (await client.next("ack"))["problem"]["id"] == "malformed"
                assert (await client.ask("ready"))["problem"] is None

    play(work())


def test_letters_that_no_header_can_have_open_no_socket(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server, wire.line(Scene(server.url, tmp_path).port) as line:
            headers: dict[str, str | bytes] = {**wire.UPGRADE, "Sec-WebSocket-Key": b"\xff" * 24}
            line.write(wire.request("GET", "/api/lobby/socket", headers))
            assert (await line.answer()).status == 400

    play(work())


def test_who_is_removed_while_their_message_waits_is_removed(tmp_path: Path) -> None:
    """A message, and a hello, that were sent before and are looked at only afterwards."""

    async def work() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            table = made["table"]
            guest = (await server.sit(table, "Ola"))["token"]
            room = server.room(table)
            async with server.connect(table, guest) as client, server.socket(_socket(table)) as late:
                gate = asyncio.Event()
                waiting = [asyncio.create_task(room.turn(gate.wait))]
                out = protocol.Remove("out", 0)
                waiting.append(asyncio.create_task(room.ask(Asked("host", out))))
                await client.send(type="ready", id="ready")
                await late.send(type="hello", version=3, token=guest)
                async with asyncio.timeout(PATIENCE):
                    while room.jobs.qsize() < 3:
                        await asyncio.sleep(0.01)
                gate.set()
                await asyncio.gather(*waiting)
                assert (await client.next("ack"))["problem"]["id"] == "not_seated"
                assert (await late.next("welcome"))["seat"] is None
                assert not room.table.seats[0].ready

    play(work())


def _socket(table: str) -> str:
    return f"/api/tables/{table}/socket"
