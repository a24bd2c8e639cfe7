"""The host of the bots: fair, open about lower levels, and never without an answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kosmoport.house.bots import Answer, lowering
from kosmoport.server.bots.host import BotHost
from tests.server.bots import fakes
from tests.server.bots.asks import an_ask, pids_of, run, until

SMALL = {"strong": "search:20", "expert": "search:40"}
GATED = {"beginner": fakes.name_of(fakes.Gated)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where gated bots say that they are there, and see that they may go on."""
    monkeypatch.setenv(fakes.FOLDER, str(tmp_path))
    return tmp_path


def test_a_table_with_many_decisions_lets_another_in(folder: Path) -> None:
    order: list[str] = []

    async def ask(host: BotHost, table: str, level: str) -> None:
        await host.decide(an_ask(level, table=table))
        order.append(table)

    async def test() -> None:
        host = BotHost(workers=1, patience=1000.0, makers=GATED)
        first = asyncio.create_task(ask(host, "busy", "beginner"))
        await until((folder / "here").exists)
        others = [asyncio.create_task(ask(host, table, "casual")) for table in ["busy"] * 5 + ["b", "c"]]
        await until(lambda: host.waiting == 7)
        assert host.busy == 1
        (folder / "open").touch()
        await asyncio.gather(first, *others)
        await host.close()

    run(test)
    assert order == ["busy", "b", "c", "busy", "busy", "busy", "busy", "busy"]


def test_levels_are_lowered_while_many_wait_and_the_answer_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If an expert took 250 s, the last of three behind would wait 750 s, the last of two 500 s."""
    monkeypatch.setitem(lowering.GUESSES, "expert", 250.0)

    async def test() -> None:
        host = BotHost(workers=1, patience=700.0, makers=SMALL | GATED)
        await host.start()
        first = asyncio.create_task(host.decide(an_ask("beginner")))
        await until((folder / "here").exists)
        others = [asyncio.create_task(host.decide(an_ask("expert", table=table))) for table in "bcdef"]
        await until(lambda: host.waiting == 5)
        (folder / "open").touch()
        answers = await asyncio.gather(first, *others)
        await host.close()
        assert [answer.level for answer in answers] == ["beginner", *["strong"] * 2, *["expert"] * 3]
        assert host.faults == 0

    run(test)


def test_an_overdue_decision_is_made_at_random_and_is_no_fault() -> None:
    async def test() -> None:
        host = BotHost(workers=1, patience=-20.0)
        assert (await host.decide(an_ask("casual"))).level == "random"
        await host.close()
        assert host.faults == 0

    run(test)


def test_the_first_decision_is_as_good_as_any_and_lower_only_when_patience_is_over() -> None:
    async def test() -> None:
        host = BotHost(workers=1, patience=1000.0, makers=SMALL)
        assert (await host.decide(an_ask("expert"))).level == "expert"
        host.patience = -1.0  # whoever asks has waited longer than that
        assert (await host.decide(an_ask("expert"))).level == "casual"
        assert (await host.decide(an_ask("beginner"))).level == "beginner"
        await host.close()
        assert host.faults == 0

    run(test)


def ours(caplog: pytest.LogCaptureFixture) -> list[tuple[str, dict[str, Any]]]:
    """What the house logged; others in this process may say something about children of theirs."""
    records = [record for record in caplog.records if record.name.startswith("kosmoport")]
    return [(record.message, getattr(record, "fields", {})) for record in records]


def test_a_game_whose_search_cannot_be_had_goes_on_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "taken").touch()
    monkeypatch.setenv("KOSMOPORT_ENGINE", "native")
    monkeypatch.setenv("KOSMOPORT_CACHE", str(tmp_path / "taken"))

    async def test() -> None:
        host = BotHost(workers=1)
        assert (await host.decide(an_ask("expert"))).level == "casual"
        await host.close()

    run(test)
    fields = {"game": "kosmiczni_piraci", "bot": "expert", "kind": "not loaded"}
    assert ours(caplog) == [("a bot's decision failed", fields)]


@pytest.mark.parametrize(
    "bot, most, kind",
    [
        (fakes.Raising, 60.0, "raised"),
        (fakes.Leaving, 60.0, "raised"),
        (fakes.Illegal, 60.0, "illegal"),
        (fakes.Wordy, 60.0, "illegal"),
        (fakes.Endless, 0.3, "late"),
        (fakes.Deadly, 60.0, "lost"),
    ],
)
def test_a_faulty_bot_costs_a_decision_and_nothing_else(
    bot: type[Any], most: float, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        host = BotHost(workers=1, makers={"casual": fakes.name_of(bot)}, most=most, patience=1000.0)
        ask = an_ask("casual")
        answer = await host.decide(ask)
        assert answer.action in ask.legal
        assert answer.level == "random"
        assert host.faults == 1
        host.most = 60.0
        assert (await host.decide(an_ask("beginner"))).level == "beginner"
        await host.close()
        assert host.replaced == {"late": 1, "lost": 2}.get(kind, 0)

    run(test)
    fields = {"game": "kosmiczni_piraci", "bot": "casual", "kind": kind}
    assert ours(caplog) == [("a bot's decision failed", fields)]


def test_a_cancelled_ask_leaves_the_queue_and_one_that_runs_is_forgotten(folder: Path) -> None:
    async def test() -> None:
        host = BotHost(workers=1, patience=1000.0, makers=GATED)
        running = asyncio.create_task(host.decide(an_ask("beginner")))
        await until((folder / "here").exists)
        queued = asyncio.create_task(host.decide(an_ask(table="b")))
        staying = asyncio.create_task(host.decide(an_ask(table="c")))
        await until(lambda: host.waiting == 2)
        queued.cancel()
        running.cancel()
        ended = await asyncio.gather(running, queued, return_exceptions=True)
        assert [type(end) for end in ended] == [asyncio.CancelledError] * 2
        assert (host.waiting, host.busy) == (1, 1)
        (folder / "open").touch()
        assert isinstance(await staying, Answer)
        assert (host.waiting, host.busy, host.faults) == (0, 0, 0)
        await host.close()

    run(test)


def test_closing_cancels_all_who_wait_and_leaves_no_process(folder: Path) -> None:
    async def test() -> None:
        host = BotHost(workers=1, makers=GATED)
        await host.start()
        tasks = [asyncio.create_task(host.decide(an_ask("beginner", table=table))) for table in "abc"]
        await until((folder / "here").exists)
        await host.close()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(end) for end in ended] == [asyncio.CancelledError] * 3
        assert (host.waiting, host.busy, pids_of(host)) == (0, 0, [])
        with pytest.raises(asyncio.CancelledError):
            await host.decide(an_ask())
        assert asyncio.all_tasks() == {asyncio.current_task()}
        await host.close()

    run(test)
