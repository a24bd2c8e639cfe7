"""Aids over the wire: where one is switched off, no request of anybody brings it back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kosmoport.games import game_by_id
from kosmoport.games.kosmodraci.view import View
from tests.server.harness import Company, QuickBots, Server, company, play, serving

DRACI: dict[str, Any] = {"game": "kosmodraci", "players": 3, "options": {"memory_aids": False}}
RACE: dict[str, Any] = {"game": "kosmiczna_eskadra", "players": 2, "options": {"wins": 1}}


# ---------------------------------------------------------------- a memory


async def everything(server: Server, people: Company, seat: int) -> list[str]:
    """All that a seat can ask for: every address about the table, and sockets that have seen nothing."""
    token, base = people.tokens[seat], f"/api/tables/{people.table}"
    paths = ["", "/account", *(f"/messages?after={n}" for n in (0, 1, people.clients[seat].n - 1))]
    texts = [(await server.ask("GET", base + path, token=token)).body.decode() for path in paths]
    for seen in (None, 0, 1):
        async with server.connect(people.table, token, seen=seen) as client:
            await client.next("snapshot")
            texts += client.raw
    return texts


@pytest.mark.rule("KD-B32")
def test_no_request_brings_back_what_the_table_does_not_remember(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, **DRACI) as people:
            await people.begin()
            covered = 0
            while people.clients[0].position["view"]["trick"] < 3:
                await people.move()
            play_ = server.room(people.table).table.play
            assert play_ is not None
            crew = play_.view(-1).crew
            hidden = {crew[card].v for player in play_.view(-1).everybody for card in player.played[:-1]}
            for seat in range(3):
                known = play_.view(seat)
                in_sight = {crew[card].v for card in known.hand}
                in_sight |= {crew[player.played[-1]].v for player in known.everybody}
                for text in await everything(server, people, seat):
                    told = re.sub(r'"crew":\[.*?\],"dragons"', "", text)  # the printed cards, all of them
                    said = {int(value) for value in re.findall(r'"card":(\d+)', told)}
                    said |= {
                        value
                        for part in re.findall(r'"cards":\[([\d,]*)\]', told)
                        for value in _numbers(part)
                    }
                    assert not said & (hidden - in_sight), text[:300]
                    covered += len(hidden - in_sight)
                    played = re.findall(r'"played":\[([-\d,]*)\]', told)
                    assert all(set(_numbers(part)[:-1]) <= {-1} for part in played)
                    assert '"seen":[{' not in told
            assert covered > 50
            for wanted in ("", "?seat=-1", "?seat=1"):
                frames = await server.ask(
                    "GET", f"/api/tables/{people.table}/frames{wanted}", token=people.tokens[1]
                )
                assert (frames.status, frames.error) == (409, "forgotten")
            await people.finish()
            frames = await server.ask("GET", f"/api/tables/{people.table}/frames", token=people.tokens[1])
            assert len(frames.data()["frames"]) > 40, "when the game is over everything lies open"

    play(situation())


def _numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(",") if one]


def test_hints_and_bots_are_asked_with_all_that_the_seat_knows(tmp_path: Path) -> None:
    async def situation() -> None:
        bots = QuickBots()
        asked = {**DRACI, "bots": [None, "casual", "casual"], "hints": True}
        async with serving(tmp_path, bots=bots) as server, company(server, "Ala", **asked) as people:
            await people.begin()
            while people.clients[0].position["view"]["trick"] < 2:
                await people.all_reach(people.clients[0].n)
                if people.clients[0].position["legal"]:
                    await people.move()
                else:
                    await people.clients[0].reach(people.clients[0].n + 1)
            while not people.clients[0].position["legal"]:
                await people.clients[0].reach(people.clients[0].n + 1)
            hint = await server.ask("POST", f"/api/tables/{people.table}/hint", token=people.tokens[0])
            assert hint.status == 200, hint.body
            views = [ask.view for ask in bots.asks if isinstance(ask.view, View)]
            assert len(views) == len(bots.asks)
            assert all(-1 not in player.played for view in views for player in view.everybody)
            assert views[-1].seen, "what was passed on"

    play(situation())


# ---------------------------------------------------------------- help to aim


async def holding(people: Company) -> None:
    """The race has begun and seat 0 holds a card."""
    client = people.clients[0]
    assert (await client.ask("act", seen=client.n, do="draw", args={}))["problem"] is None
    await client.first(
        lambda got: got.get("position") is not None and got["position"]["view"]["held"] is not None
    )


@pytest.mark.rule("KE-B51")
@pytest.mark.parametrize(
    ("chosen", "granted", "status"), [("calm", False, 409), ("calm", True, 200), ("always", False, 200)]
)
def test_in_a_race_aim_is_told_by_the_option_or_by_a_grant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, granted: bool, status: int
) -> None:
    from kosmoport.games.kosmiczna_eskadra import timing

    monkeypatch.setattr(timing, "COUNTDOWN", 0)
    race = {**RACE, "options": {**RACE["options"], "aim_help": chosen}}

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **race) as people:
            if granted:
                assert (await people.clients[0].ask("aid"))["problem"] is None
                assert (await people.clients[1].next("seat"))["seats"][0]["aided"] is True
            await people.begin()
            await holding(people)
            body = {"x": 0, "y": 2500, "rot": 0}
            reply = await server.ask("POST", f"/api/tables/{people.table}/aim", body, token=people.tokens[0])
            assert reply.status == status
            if status == 409:
                assert reply.error == "no_aim"
                assert (
                    reply.sentence
                    == game_by_id("kosmiczna_eskadra").words("en").messages["refusal"]["no_aim"]
                )
            record = server.room(people.table).table
            assert [seat.aided for seat in record.seats] == [granted, False]

    play(situation())


@pytest.mark.rule("KE-33")
def test_a_card_let_go_beside_the_table_is_refused_with_the_reason_and_stays_in_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kosmoport.games.kosmiczna_eskadra import timing

    monkeypatch.setattr(timing, "COUNTDOWN", 0)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **RACE) as people:
            await people.begin()
            await holding(people)
            client = people.clients[0]
            held = client.position["view"]["held"]
            beside = {"x": 3001, "y": 0, "rot": 0}
            refused = await client.ask("act", seen=client.n, do="release", args=beside)
            assert refused["problem"]["id"] == "off_table"
            assert refused["problem"]["cites"] == ["KE-7", "KE-33"]
            now = await server.look(people.table, people.tokens[0])
            assert (now["position"]["view"]["held"], now["position"]["view"]["table"]) == (held, [])
            why = await server.ask(
                "POST", f"/api/tables/{people.table}/why", {"do": "release", "args": beside}, people.tokens[0]
            )
            assert why.data()["problem"]["id"] == "off_table"
            assert (await client.ask("act", seen=client.n, do="release", args={**beside, "x": 3000}))[
                "problem"
            ] is None

    play(situation())
