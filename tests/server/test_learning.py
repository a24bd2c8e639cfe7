"""Learning over the wire: rules pages, lessons step by step, component values, and "why not?"."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.game import Game
from kosmoport.games import GAMES, game_by_id
from kosmoport.house import learning
from kosmoport.learn.lesson import lesson_of, outline
from kosmoport.learn.rulebook import LANGUAGES
from tests.learn.checking import ways_through
from tests.learn.sentences import rules_of
from tests.server.harness import Company, Json, Server, company, play, serving

PIRATES = "/api/games/kosmiczni_piraci"
TAUGHT = [game for game in GAMES if lesson_of(game).chapters]


def lay(card: Any, planet: int) -> Json:
    return {"id": "lay", "args": {"card": card, "planet": planet}}


async def tried(server: Server, chapter: str, *actions: Json) -> Json:
    return (await server.ask("POST", f"{PIRATES}/lesson", {"chapter": chapter, "actions": actions})).data()


# ---------------------------------------------------------------- rules and components


def test_the_rules_of_every_game_come_in_every_language(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for game in GAMES:
                for language in LANGUAGES:
                    page = (await server.ask("GET", f"/api/games/{game.id}/rules/{language}")).data()
                    sent = [rule["id"] for section in page["sections"] for rule in section["rules"]]
                    assert sent == list(rules_of(game, language))
                    assert page["rulings"]

    play(situation())


def test_the_components_of_every_game_come_with_their_standing(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for game in GAMES:
                told = (await server.ask("GET", f"/api/games/{game.id}/components")).data()
                assert {value["standing"] for value in told["values"]} <= {"documented", "reconstructed"}
                assert {value["source"] for value in told["values"]} == {s["id"] for s in told["sources"]}

    play(situation())


def test_what_does_not_exist_looks_like_nothing(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            paths = ["chess/rules/en", "piraci/rules/xx", "piraci/rules/..%2Fen", "piraci/rules/cases"]
            paths += ["chess/components", "chess/lesson", "chess/lesson/words/en"]
            paths += ["kosmiczni_piraci/lesson/words/xx", "kosmiczni_piraci/lesson/words/..%2Fen"]
            for path in paths:
                assert (await server.ask("GET", f"/api/games/{path}")).status == 404, path
            for game, chapter in (("chess", "table"), ("kosmiczni_piraci", "no such chapter")):
                body = {"chapter": chapter, "actions": []}
                assert (await server.ask("POST", f"/api/games/{game}/lesson", body)).status == 404

    play(situation())


# ---------------------------------------------------------------- lessons


def test_there_are_lessons_to_learn() -> None:
    assert game_by_id("kosmiczni_piraci") in TAUGHT


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_lesson_is_learned_by_asking_again_and_again(tmp_path: Path, game: Game) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            outline = (await server.ask("GET", f"/api/games/{game.id}/lesson")).data()
            for chapter, data in zip(outline["chapters"], lesson_of(game).chapters, strict=True):
                way = ways_through(game, data)[0]
                for done in range(len(way) + 1):
                    body = {"chapter": chapter["id"], "actions": way[:done]}
                    now = (await server.ask("POST", f"/api/games/{game.id}/lesson", body)).data()
                    steps = [*(step["id"] for step in chapter["steps"]), None]
                    assert now["step"] == steps[done]
                    assert now["position"]["view"]["seat"] == chapter["seat"]
                    assert now["problem"] is None
                assert now["outcome"] == "done"

    play(situation())


def test_the_words_of_a_lesson_come_in_every_language(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for game in GAMES:
                outline = (await server.ask("GET", f"/api/games/{game.id}/lesson")).data()
                for language in LANGUAGES:
                    words = (await server.ask("GET", f"/api/games/{game.id}/lesson/words/{language}")).data()
                    assert list(words["chapters"]) == [chapter["id"] for chapter in outline["chapters"]]

    play(situation())


def test_each_answer_shows_the_move_and_what_followed(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            now = await tried(server, "trade_ship", None, lay(4, 0))
            assert (now["outcome"], now["step"]) == ("wanted", "first_card")
            assert [frame["by"] for frame in now["frames"]] == [0, 1, 2]
            assert now["frames"][-1]["position"] == now["position"]
            assert now["position"]["clock"] == {"left": [None, None, None], "running": []}
            again = await tried(server, "trade_ship", None, lay(4, 0))
            assert again == now  # nothing is remembered

    play(situation())


def test_something_else_and_something_illegal_change_nothing(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            begun = await tried(server, "turning")
            assert (begun["outcome"], begun["frames"]) == ("begun", [])
            other = await tried(server, "turning", lay(1, 1))
            wrong = await tried(server, "turning", lay(6, 4))
            assert (other["outcome"], wrong["outcome"]) == ("not_quite", "illegal")
            assert wrong["problem"] == {
                "id": "card",
                "args": {},
                "rules": "kosmiczni_piraci",
                "cites": ["KP-10"],
            }
            for now in (other, wrong):
                assert (now["step"], now["position"]) == ("on_top", begun["position"])

    play(situation())


def test_a_try_of_another_shape_or_size_is_refused(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for body, status in [
                ({"chapter": "table"}, 400),
                ({"chapter": "table", "actions": [None] * 101}, 400),
                ({"chapter": "t" * 41, "actions": []}, 400),
                ({"chapter": "table", "actions": ["lay"]}, 400),
                ({"chapter": "table", "actions": [{"id": "l" * 9000}]}, 413),
                (b"[" * 5000, 400),
            ]:
                assert (await server.ask("POST", f"{PIRATES}/lesson", body)).status == status, body

    play(situation())


def test_lessons_have_a_limit_of_their_own(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, limits="lesson=2/minute") as server:
            body = {"chapter": "table", "actions": []}
            statuses = [(await server.ask("POST", f"{PIRATES}/lesson", body)).status for _ in range(3)]
            assert statuses == [200, 200, 429]
            assert (await server.ask("GET", f"{PIRATES}/lesson")).status == 200

    play(situation())


# ---------------------------------------------------------------- why not?


async def why(people: Company, token: str | None, do: str, **args: Any) -> Json:
    path = f"/api/tables/{people.table}/why"
    return (await people.server.ask("POST", path, {"do": do, "args": args}, token)).data()


def test_why_not_answers_with_the_reason_and_its_rules(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            first, second, _ = people.tokens
            assert await why(people, first, "lay", card=1, planet=0) == {
                "problem": {"id": "not_begun", "args": {}, "rules": None, "cites": []},
                "rules": [],
            }
            await people.begin()
            n = people.clients[0].n
            assert await why(people, first, "lay", card=1, planet=0) is None
            for asked, reason, rules in [
                ({"card": 1, "planet": 9}, "planet", ["KP-1", "KP-10"]),
                ({"card": 9, "planet": 1}, "card", ["KP-10"]),
            ]:
                told = await why(people, first, "lay", **asked)
                assert (told["problem"]["id"], told["rules"]) == (reason, rules)
                assert told["problem"]["cites"] == rules
            other = await why(people, second, "lay", card=1, planet=0)
            assert (other["problem"]["id"], other["rules"]) == ("turn", ["KP-9", "KP-31"])
            assert (await server.look(people.table))["n"] == n  # asking has changed nothing

    play(situation())


def test_why_not_says_what_an_attempt_says(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, game="piraci", players=3, start=0) as people:
            await people.begin()
            first = people.clients[0]
            legal = {"colour": "red", "disc": 2, "target_colour": "red", "target": 3}
            for do, args in [("move", legal), ("mutiny", {"colour": "red", "disc": 2}), ("sing", {})]:
                ack = await first.ask("act", seen=first.n, do=do, args=args)
                told = await why(people, people.tokens[0], do, **args)
                assert ack["problem"] is not None
                assert told["problem"] == ack["problem"]
                assert ack["problem"]["cites"]
            for action in first.position["legal"][:3]:
                assert await why(people, people.tokens[0], action["id"], **action["args"]) is None

    play(situation())


def test_the_tables_own_refusals_cite_no_rule(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            await people.begin()
            for client in people.clients:
                ack = await client.ask("ready")
                assert (ack["problem"]["id"], ack["problem"]["cites"]) == ("begun", [])
            host = await why(people, people.host, "lay", card=1, planet=0)
            assert (host["problem"]["id"], host["rules"]) == ("not_seated", [])

    play(situation())


def test_after_the_end_the_answer_is_that_it_is_over(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            await people.begin()
            await people.finish()
            told = await why(people, people.tokens[0], "lay", card=1, planet=0)
            assert (told["problem"]["id"], told["rules"]) == ("over", ["KP-38"])

    play(situation())


def test_only_a_seat_is_told_why(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            await people.begin()
            path = f"/api/tables/{people.table}/why"
            for token in (None, "made up", people.tokens[0][:-1]):
                assert (await server.ask("POST", path, {"do": "lay"}, token)).status == 404
            assert (await server.ask("POST", path, {"do": "l" * 41}, people.tokens[0])).status == 400
            assert (await server.ask("POST", path, {"do": "lay", "seat": 1}, people.tokens[0])).status == 400

    play(situation())


def test_a_lesson_is_read_from_its_file_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes longer than anybody should wait for others: 35 to 55 ms, once for each game."""
    threads: list[int] = []

    def noted(call: Callable[[Game], Any]) -> Callable[[Game], Any]:
        def called(game: Game) -> Any:
            threads.append(threading.get_ident())
            return call(game)

        return called

    monkeypatch.setattr(learning, "lesson_of", noted(lesson_of))
    monkeypatch.setattr(learning, "outline", noted(outline))

    async def situation() -> None:
        async with serving(tmp_path) as server:
            assert (await server.ask("GET", f"{PIRATES}/lesson")).status == 200
            assert (await tried(server, "table"))["outcome"] == "begun"
            assert len(threads) == 2
            assert threading.get_ident() not in threads

    play(situation())
