"""The same work on a Ray cluster: the same bytes, also when a worker is lost."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games import game_by_id
from kosmoport.lab import ray_work
from kosmoport.lab.match import play_match
from kosmoport.lab.processes import Processes
from kosmoport.lab.ray_work import RayCluster
from kosmoport.lab.results import Results
from kosmoport.lab.work import LOST, Job, gather
from tests.lab import jobs
from tests.lab.folder import CRASHING_ONCE, write_bot

PIRATES = game_by_id("kosmiczni_piraci")


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    """A cluster on this machine, started once for all tests."""
    with RayCluster("local", workers=2) as crew:
        yield crew


def test_the_same_bytes_as_on_one_machine(cluster: RayCluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    bots = ["greedy", "random", "random"]
    play_match(PIRATES, bots, 3, seed=5, out=here, hands=Processes(1))
    play_match(PIRATES, bots, 3, seed=5, out=there, hands=cluster)
    assert here.read_bytes() == there.read_bytes()
    assert ray_work.ray_library().is_initialized()  # whoever opened the cluster closes it


def test_trouble_is_told_as_on_one_machine(cluster: RayCluster) -> None:
    troubles = ["none", "exit", "raise", "none"]
    tasks = [{"x": x, "trouble": trouble} for x, trouble in enumerate(troubles)]
    here, there = Results({}, tasks), Results({}, tasks)
    assert gather(Job(jobs.doubling, 1), here, Processes(2))
    assert gather(Job(jobs.doubling, 1), there, cluster)
    assert here.lines == there.lines
    assert there.finished()[1]["failed"] == LOST["failed"]


def test_ctrl_c_keeps_what_is_finished(cluster: RayCluster) -> None:
    tasks = [{"x": x, "trouble": "sleep" if x == 0 else "none"} for x in range(9)]
    results = Results({}, tasks)

    def press(done: int) -> None:
        if done == 2:
            os.kill(os.getpid(), signal.SIGINT)

    assert not gather(Job(jobs.doubling, 0), results, cluster, press)
    assert {"number": 1, "x": 1, "trouble": "none", "twice": 2} in results.finished()
    assert results.lines[0] is None


def test_a_job_that_cannot_begin_is_one_sentence(cluster: RayCluster) -> None:
    with pytest.raises(BadInput, match="a worker cannot begin: BadInput: nothing fits"):
        gather(Job(jobs.impossible, None), Results({}, [{"x": 1}]), cluster)


def test_a_command_joins_a_cluster_brings_its_bot_along_and_survives_a_lost_worker(
    cluster: RayCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    name = write_bot(tmp_path, monkeypatch, CRASHING_ONCE, "guest")
    address = ray.get_runtime_context().gcs_address
    command = ["match", "kosmiczni_piraci", name, "random", "random", "--deals", "1"]
    for extra in (["--ray", address, "--out", "there.jsonl"], ["--workers", "1", "--out", "here.jsonl"]):
        done = subprocess.run(
            [sys.executable, "-m", "kosmoport", *command, *extra],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()
    places = (tmp_path / "guest.mark").read_text(encoding="utf-8").splitlines()
    assert set(places) - {str(tmp_path)}  # the cluster had a copy of its own


def test_an_address_nobody_answers_is_one_sentence() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        with pytest.raises(BadInput, match=f"no Ray cluster answers at {address}: Connection refused"):
            ray_work.check_answers(address)


def test_somebody_else_who_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_work, "JOIN_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(BadInput, match=f"no Ray cluster answers at {address} within 1 s"):
            ray_work.check_answers(address)


@pytest.mark.parametrize("address", ["nearby", "here:there", "127.0.0.1:99999", ":", "ray://host:"])
def test_an_address_that_is_none_is_one_sentence(address: str) -> None:
    with pytest.raises(BadInput, match="a Ray address is local, auto or HOST:PORT, not"):
        ray_work.check_answers(address)


class Hesitant:
    """Ray that starts at the third attempt."""

    def __init__(self) -> None:
        self.attempts = 0
        self.running = False

    def is_initialized(self) -> bool:
        return self.running

    def init(self, address: str, **settings: object) -> None:
        self.attempts += 1
        if self.attempts < 3:
            raise RuntimeError("too slow")
        self.running = True

    def shutdown(self) -> None:
        self.running = False


def test_a_cluster_that_is_slow_to_start_gets_another_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    hesitant = Hesitant()
    monkeypatch.setitem(sys.modules, "ray", hesitant)
    with RayCluster("local") as crew, crew:
        assert hesitant.attempts == 3
    assert not hesitant.running
    hesitant.attempts = -5
    with (
        pytest.raises(BadInput, match="no Ray cluster at local: RuntimeError: too slow"),
        RayCluster("local"),
    ):
        pass


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"pip install kosmoport\[ray\]"), RayCluster("local"):
        pass
