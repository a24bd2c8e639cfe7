"""Tables for the tests: new ones, and late positions of games that a program has played to their end."""

from __future__ import annotations

import math
import random
import time
from typing import Any

from kosmoport.games import game_by_id
from tests.e2e.games.drivers import DRIVERS
from tests.e2e.house import MOST_MOVES, House

Json = Any
LEVEL = "beginner"
MOST_TIES = 10
TRIES = 40  # places among which the freest is taken
finished: dict[tuple[str, str, int], str] = {}  # tables by server, game and number of players


def fewest(game: str) -> int:
    return game_by_id(game).players[0]


def most(game: str) -> int:
    return game_by_id(game).players[1]


def new_table(house: House, game: str, names: list[str], players: int) -> tuple[str, list[str]]:
    """A short game of these people, the first of them at the first seat, and of bots."""
    bots = [None if seat < len(names) else LEVEL for seat in range(players)]
    settings: Json = {"players": players, "bots": bots, "options": DRIVERS[game].OPTIONS}
    if any(option.name == "start_seat" for option in game_by_id(game).options):
        settings["start"] = 0
    table, tokens = house.table(game, names, 0, **settings)
    house.begin(table, tokens)
    return table, tokens


def late_table(
    house: House, game: str, names: list[str], players: int, before_end: int | None = None
) -> tuple[str, list[str]]:
    """Some decisions before the end of a game the first of these people has to decide; bots are elsewhere."""
    left = DRIVERS[game].LATE if before_end is None else before_end
    source = finished_game(house, game, players)
    frames = house.ask("GET", f"/api/tables/{source}/frames")["frames"]
    moves = [(frame["move"] - 1, frame["by"]) for frame in frames if frame["by"] is not None]
    before, seat = moves[-min(left, len(moves) // 2)]
    alone = len(names) == 1
    if not alone:  # while people continue it, a finished game is hidden
        del finished[house.address, game, players]
    bots = [LEVEL if alone and bot != seat else None for bot in range(players)]
    table, tokens = house.table(game, names, seat, continues={"table": source, "move": before}, bots=bots)
    house.begin(table, tokens)
    return table, tokens


def finished_game(house: House, game: str, players: int) -> str:
    """A game that has been played to its end at random; one for each server, game and number of players."""
    key, choose = (house.address, game, players), random.Random(players)
    names = [f"Player {seat}" for seat in range(players)]
    for _ in range(MOST_TIES if key not in finished else 0):
        table, tokens = new_table(house, game, names, players)
        if play_out(house, table, tokens, choose):
            finished[key] = table
            break
    return finished[key]


def play_out(house: House, table: str, tokens: list[str], choose: random.Random) -> bool:
    """Play to the end; False: a round of Kosmiczna Eskadra was a tie, and the table waits for some time."""
    for _ in range(MOST_MOVES):
        now = house.ask("GET", f"/api/tables/{table}", token=tokens[0])
        if now["phase"] != "playing":
            return True
        if now["position"]["view"]["stage"] == "between":
            return False
        if not now["position"]["to_act"]:  # the die is rolled, a card is drawn
            time.sleep(0.1)
        for seat in now["position"]["to_act"][:1]:
            now = house.ask("GET", f"/api/tables/{table}", token=tokens[seat])
            wanted = any_action(now["position"], choose)
            house.send(table, tokens[seat], type="act", seen=now["n"], **wanted)
    raise AssertionError(f"the game is not over after {MOST_MOVES} moves")


def any_action(position: Json, choose: random.Random) -> Json:
    """Any legal action that brings the end nearer: tiles are not given away, ships are laid and not held."""
    legal = [one for one in position["legal"] if one["id"] not in ("discard", "hold_somewhere")]
    action = choose.choice(legal or position["legal"])
    if action["id"] != "release_somewhere":
        return {"do": action["id"], "args": action["args"]}
    return {"do": "release", "args": free_place(position["view"], choose)}


def free_place(view: Json, choose: random.Random) -> dict[str, int]:
    """A place for a ship as far from everything on the table as some tries find one."""
    width, height = (side // 2 - max(view["card_size"]) // 2 for side in view["table_size"])
    taken = [thing["pose"] for thing in (*view["table"], *view["asteroids"])]

    def room(place: tuple[int, int]) -> float:
        return min(math.dist(place, (pose["x"], pose["y"])) for pose in taken)

    places = [(choose.randint(-width, width), choose.randint(-height, height)) for _ in range(TRIES)]
    x, y = max(places, key=room)
    return {"x": x, "y": y, "rot": choose.randrange(360)}
