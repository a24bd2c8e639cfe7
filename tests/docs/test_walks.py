"""The way of a move in docs/architecture.md: every function it names exists and is called in that order."""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kosmoport.bots.hints import Worlds
from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.levels import Settings
from kosmoport.core.play import generator, new_play
from kosmoport.engine.drivers import tree
from kosmoport.engine.reference import constant, plain_search, tools_type
from kosmoport.games import game_by_id
from kosmoport.house.http import Request
from tests.house.evening import Person, data, new_house
from tests.proofs import move_path
from tests.proofs.move_path import GAME, SOURCE, Hook, Step

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
STATION = re.compile(r"^\d+\. `(\S+\.py)` `(\S+)`: \S", re.MULTILINE)
ITERATIONS = 60  # of a search; not each of them grows the tree in the middle
ROOM = 2000  # nodes and arms

Way = list[Step]


def walk(title: str) -> Way:
    """The functions that stand under a heading of the page."""
    (text,) = re.findall(rf"^### {title}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return [(file, name) for file, name in STATION.findall(text)]


def is_way(stations: Way, called: Sequence[Step]) -> bool:
    """Was each of them called, and each for the first time after the one before it?"""
    named = set(stations)
    return [step for step in dict.fromkeys(called) if step in named] == stations


@cache
def calls(title: str) -> Way:
    """What is called when it is really done."""
    return human_move() if title == "A human move" else bots_decision()


def human_move() -> Way:
    """A move at a table of a server with a database, from the frame that is read to the last that is sent."""
    hook = Hook()
    move_path.record(hook)
    return hook.passed()


def bots_decision() -> Way:
    """In a house alone in its process: there no other process decides, so all of it is seen."""
    hook = Hook()
    asyncio.run(_until_a_bot_moves(hook))
    asked = hook.steps.index(("house/bot_seats.py", "BotSeats.ask"))
    began = max(k for k in range(asked) if hook.steps[k] == ("house/rooms.py", "Room._go_on"))
    return hook.steps[began:]


async def _until_a_bot_moves(hook: Hook) -> None:
    house, game = new_house(), game_by_id(GAME)
    asked = {"game": GAME, "players": 3, "bots": [None, "casual", "casual"], "unhurried": True}
    made = await data(house, "POST", "/api/tables", asked)
    seat = await data(house, "POST", f"/api/tables/{made['table']}/seats", {"name": "Ada"}, made["token"])
    person = Person(game, made["table"], seat["token"])
    path = f"/api/tables/{made['table']}/socket"
    serving = asyncio.create_task(house.connect(Request("GET", path), person.socket, "the only one"))
    person.say_hello()
    await person.ask("ready")
    await person.ask("begin")
    while not person.position or not person.position["legal"]:
        await person.next()
    hook.on = True
    sys.setprofile(hook)
    try:
        person.send("act", seen=person.n, **person.choice(seat["seat"], 1))
        while (message := await person.next()).get("cause") != "bot":
            if message["type"] == "moved" and message["position"]["legal"]:  # one move led to a choice
                person.send("act", seen=person.n, **person.choice(seat["seat"], 1))
    finally:
        sys.setprofile(None)
    person.socket.heard(None)
    await serving


@cache
def iterations() -> list[Way]:
    """One after the other of a search in plain Python, the same text as the compiled one."""
    game, settings = game_by_id(GAME), Settings(iterations=ITERATIONS)
    play = new_play(game, game.read_options({"players": 3}), generator(1))
    seat = play.seats_to_act()[0]
    functions, tools = plain_search(game), tools_type(game)()
    tools.me, tools.rule, tools.depth = seat, tree.UCB, constant(game, "TREE_DEPTH")
    tools.explore, tools.temper = round(settings.explore * 1000), settings.temper
    tools.width, tools.places = settings.width, settings.places
    worlds = Worlds([layout.clone(play.s), layout.clone(play.s)])
    nodes, arms = [tree.Node() for _ in range(ROOM)], [tree.Arm() for _ in range(ROOM)]
    memory: Any = (worlds, [play.c], [Rng()], nodes, arms, [tools])
    functions.entry_begin_search(*memory, 1)
    return [_one(functions, memory) for _ in range(ITERATIONS)]


def _one(functions: Any, memory: Any) -> Way:
    hook = Hook()
    hook.on = True
    sys.setprofile(hook)
    functions.entry_search(*memory, 1)
    sys.setprofile(None)
    return hook.steps


@cache
def defined(file: str) -> set[str]:
    """The functions and methods in a file of ours; some files cannot be imported by themselves."""
    found = set()
    for node in ast.parse((SOURCE / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            methods = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
            found |= {f"{node.name}.{method.name}" for method in methods}
    return found


LIVE = ("A human move", "A bot's decision")
SEARCH = "An iteration of the search"


@pytest.mark.parametrize("title", [*LIVE, SEARCH])
def test_every_function_of_a_walk_exists(title: str) -> None:
    stations = walk(title)
    assert len(stations) >= 8
    assert [station for station in stations if station[1] not in defined(station[0])] == []


@pytest.mark.parametrize("title", LIVE)
def test_a_walk_is_the_way_that_is_gone(title: str) -> None:
    called = calls(title)
    missing = [station for station in walk(title) if station not in called]
    assert not missing
    assert is_way(walk(title), called)


def test_an_iteration_grows_the_tree_in_the_order_of_its_walk() -> None:
    assert any(is_way(walk(SEARCH), one) for one in iterations())


def test_two_stations_in_the_wrong_order_and_a_name_that_is_gone_are_noticed() -> None:
    for title in LIVE:
        stations, called = walk(title), calls(title)
        for k in range(len(stations) - 1):
            swapped = [*stations[:k], stations[k + 1], stations[k], *stations[k + 2 :]]
            assert not is_way(swapped, called)
        file, name = stations[0]
        assert not is_way([(file, f"{name}_before"), *stations[1:]], called)
