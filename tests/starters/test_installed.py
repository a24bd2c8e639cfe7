"""Games of other packages in every tool: a server with bots over sockets, the lab, records, the checks."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.e2e.house import House, serve
from tests.starters.packages import kosmoport, new_package, register, surroundings

GAMES = {"quick_comet": {"dice": True}, "dark_comet": {"hidden": True, "dice": True}}
LEFT_OUT = {
    "broken_comet": "broken_comet:GAME",  # there is no such module
    "piraci": "quick_comet:GAME",  # a game of the box has this id
    "odd_comet": "quick_comet:rules",  # a module is not a game
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two good games, and packages with which nothing can be done."""
    folder = tmp_path_factory.mktemp("packages")
    site = folder / "site"
    for name, kind in GAMES.items():
        new_package(folder, site, name, **kind)
    for name, value in LEFT_OUT.items():
        register(site, f"package-of-{name}", "1", f"[kosmoport.games]\n{name} = {value}\n")
    return site


@pytest.fixture(scope="module")
def house(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        with serve(tmp_path_factory.mktemp("house")) as house:
            yield house


def test_a_server_offers_the_games_of_the_box_and_of_packages(house: House) -> None:
    games = [game["id"] for game in house.ask("GET", "/api/games")]
    assert games[:5] == ["kosmiczni_piraci", "piraci", "kosmiczna_misja", "kosmodraci", "kosmiczna_eskadra"]
    assert sorted(games[5:]) == sorted(GAMES)
    described = house.ask("GET", "/api/openapi.json")
    assert {"QuickCometView", "DarkCometView"} <= set(described["components"]["schemas"])


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_has_only_english_is_told_in_english(house: House, game: str, language: str) -> None:
    english = house.ask("GET", f"/api/games/{game}/words/en")
    assert house.ask("GET", f"/api/games/{game}/words/{language}") == english
    assert english["action"]
    assert english["account"]
    assert english["refusal"]
    page = house.ask("GET", f"/api/games/{game}/rules/{language}")
    assert page["language"] == "en"
    assert len(page["sections"][0]["rules"]) >= 7
    assert house.ask("GET", f"/api/games/{game}/lesson/words/{language}") == {"chapters": {}}
    assert house.ask("GET", f"/api/games/{game}/components")["values"] == []
    assert house.ask("GET", f"/api/games/{game}/lesson")["chapters"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_over_a_socket_with_bots_and_read_from_its_record(
    house: House, site: Path, game: str, tmp_path: Path
) -> None:
    made = house.ask("POST", "/api/tables", {"game": game, "players": 3, "bots": [None, "casual", "strong"]})
    address = ("--url", house.address, "--table", made["table"], "--token", made["token"])
    played = kosmoport(site, "bot", "greedy", *address, "--games", "1")
    assert played.returncode == 0, played.stderr
    assert played.stderr == ""
    assert "greedy" in played.stdout

    told = house.ask("GET", f"/api/tables/{made['table']}/record")
    assert told["game"] == game
    assert sum(told["result"]["returns"]) == 60
    assert {move.get("seat") for move in told["moves"]} >= {0, 1, 2}
    assert all("outcome" in move for move in told["moves"] if "chance" in move)
    assert house.ask("GET", f"/api/tables/{made['table']}/verified")["problem"] is None
    frames = house.ask("GET", f"/api/tables/{made['table']}/frames")["frames"]
    assert len(frames) > len(told["moves"])

    record = tmp_path / "game.json"
    record.write_text(json.dumps(told), encoding="utf-8")
    replayed = kosmoport(site, "replay", str(record))
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert f"a record of {len(told['moves'])} moves" in replayed.stdout
    assert kosmoport(site, "verify", str(record)).returncode == 0


def test_the_lab_plays_a_game_of_a_package(site: Path, tmp_path: Path) -> None:
    simulated = kosmoport(site, "simulate", "quick_comet", "-n", "200", "--players", "3")
    assert simulated.returncode == 0, simulated.stderr
    assert "Quick Comet" in simulated.stdout + simulated.stderr
    fought = kosmoport(
        site, "match", "dark_comet", "greedy", "random", "--deals", "2", "--workers", "1", folder=tmp_path
    )
    assert fought.returncode == 0, fought.stderr


def test_the_rules_of_a_package_are_shown(site: Path) -> None:
    shown = kosmoport(site, "rules", "quick_comet", "--text")
    assert shown.returncode == 0, shown.stderr
    assert "**QC-1**" in shown.stdout


def test_a_game_of_a_package_is_checked_by_its_id(site: Path) -> None:
    checked = kosmoport(site, "check-game", "dark_comet")
    assert checked.returncode == 0, checked.stdout
    lines = checked.stdout.splitlines()
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert lines[-1] == f"{len(lines) - 1} checks, all is well"


ADAPTERS = """
import pyspiel
from kosmoport.adapters import open_spiel
from kosmoport.adapters.pettingzoo import env
assert "python_quick_comet" in pyspiel.registered_names()
made = env("quick_comet", players=3)
made.reset(seed=4)
for agent in made.agent_iter():
    observation, reward, over, cut, info = made.last()
    made.step(None if over or cut else int(observation["action_mask"].argmax()))
print("played")
"""


def test_adapters_know_a_game_of_a_package(site: Path) -> None:
    command = [sys.executable, "-c", ADAPTERS]
    ran = subprocess.run(
        command, env=surroundings(site), capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.stdout == "played\n", ran.stderr


# ---------------------------------------------------------------- what cannot be used


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("broken_comet", "ModuleNotFoundError: No module named 'broken_comet'"),
        ("odd_comet", "is not a game"),
        ("comet", "there is no game 'comet' (there are kosmiczni_piraci,"),
    ],
)
def test_a_damaged_package_is_told_of_in_one_sentence(site: Path, name: str, sentence: str) -> None:
    refused = kosmoport(site, "simulate", name, "-n", "1")
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_game_of_the_box_cannot_be_replaced(site: Path) -> None:
    shown = kosmoport(site, "rules", "piraci")
    assert shown.stdout.startswith("Piraci by Stefan Dorra")


def test_the_doctor_says_which_games_are_left_out(house: House, site: Path, tmp_path: Path) -> None:
    seen = kosmoport(site, "doctor", "--data", str(house.data))
    notes = "\n".join(line for line in (seen.stdout + seen.stderr).splitlines() if "left out" in line)
    for name in LEFT_OUT:
        assert f"the game {name} of the package package-of-" in notes, notes


def test_a_server_answers_for_a_game_that_is_not_here_as_ever(house: House) -> None:
    status, body = asked_in_vain(house, {"game": "broken_comet"})
    assert status == 400
    assert "broken_comet" in body["error"]["text"]


def asked_in_vain(house: House, body: dict[str, Any]) -> tuple[int, Any]:
    with pytest.raises(HTTPError) as refused:
        house.ask("POST", "/api/tables", body)
    return refused.value.code, json.loads(refused.value.read())
