"""Kosmiczna Eskadra: rule cases turned into positions and actions of the real engine, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kosmoport.core import layout
from kosmoport.core.case import Either, Maybe, Situation
from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_eskadra import GAME, schema, scoring, shootout
from kosmoport.games.kosmiczna_eskadra.case_round import realtime
from kosmoport.games.kosmiczna_eskadra.case_table import CaseTable, Tally, case_options, lay_out, power_of
from kosmoport.games.kosmiczna_eskadra.schema import (
    AFLOAT,
    ASTEROID_NR,
    HANGAR,
    LOSS,
    REMOVED,
    SHIELD_OF,
    SPACE,
    TROPHY,
)
from kosmoport.games.kosmiczna_eskadra.telling import ship_and_laser

FATES = {TROPHY: "trophy", LOSS: "loss", REMOVED: "removed", AFLOAT: "survives"}

# ---------------------------------------------------------------- shoot-outs


def resolve(case: Situation) -> dict[str, Any]:
    """A table after the lightning round, to the end of its round."""
    table = lay_out(case.given)
    shootout.resolve(table.s, table.c)
    if table.players:
        scoring.award_round(table.s)
    steps = _steps(table, layout.collect(table.s))
    return {
        "log": _log(table, steps),
        "transfers": [transfer for step in steps for transfer in step["transfers"]],
        **_fates(table),
        **_ore(table),
        **_pools(table, steps),
        "points": {name: table.s.player[p].points for p, name in enumerate(table.players)},
        "round_winner": table.players[table.s.winner] if table.players and table.s.winner != NOBODY else None,
    }


def _log(table: CaseTable, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps; one in which nothing happens, or nobody is left, has a line only if the case thinks so."""
    speeds = {table.c.type[i].speed for i in range(table.s.lying)} - {step["speed"] for step in steps}
    silent = [{"speed": speed, "hits": [], "exploded": []} for speed in speeds]
    log = [step if step["hits"] or step["exploded"] else Maybe(step) for step in steps + silent]
    return sorted(log, key=lambda step: int(step["speed"]))


def _steps(table: CaseTable, events: list[Any]) -> list[dict[str, Any]]:
    """The events of the battle, speed step by speed step."""
    steps: list[dict[str, Any]] = []
    for code, a, b, x, _ in events:
        if code == schema.SPEED_STEP:
            steps.append({"speed": a, "hits": [], "mined": [], "exploded": [], "transfers": []})
        elif code == schema.FIRED:
            ship, laser = ship_and_laser(a)
            steps[-1]["hits"].append([table.ids[ship], laser, _struck(table, b)])
        elif code == schema.MINED:
            ship, laser = ship_and_laser(a)
            steps[-1]["mined"].append([table.ids[ship], laser, x])
        elif code == schema.SEIZED:
            steps[-1]["transfers"].append([table.ids[a], table.ids[b], x])
        elif code == schema.EXPLODED:
            steps[-1]["exploded"].append([table.ids[a], *_fate(table, a)])
    return steps


def _struck(table: CaseTable, target: int) -> Any:
    if target == SPACE:
        return "space"
    if target >= ASTEROID_NR:
        return table.asteroids[target - ASTEROID_NR]
    return f"{table.ids[target - SHIELD_OF]}:shield" if target >= SHIELD_OF else table.ids[target]


def _fate(table: CaseTable, i: int) -> list[Any]:
    ship = table.s.ship[i]
    return [FATES[ship.fate], None if ship.taker == NOBODY else table.players[ship.taker]]


def _having(table: CaseTable, fate: int) -> Iterator[tuple[Any, Any]]:
    for name, ship in zip(table.ids, table.s.ship, strict=False):
        if ship.fate == fate:
            yield name, ship


def _fates(table: CaseTable) -> dict[str, Any]:
    illegal = [name for name, _ in _having(table, HANGAR)]
    hangar = Tally({name: [] for name in table.players})
    for name, ship in _having(table, HANGAR):
        hangar[table.players[ship.owner]] = sorted([*hangar[table.players[ship.owner]], name])
    return {
        "illegal": illegal,
        "legal": [name for name in table.ids if name not in illegal],
        # One list for all is as good as one for each owner.
        "hangar": Either(hangar, sorted(illegal)),
        "survivors": sorted(name for name, _ in _having(table, AFLOAT)),
    }


def _ore(table: CaseTable) -> dict[str, Any]:
    ships = dict(zip(table.ids, table.s.ship, strict=False))
    rocks = dict(zip(table.asteroids, table.s.asteroid, strict=False))
    ore = dict.fromkeys(table.players, 0)
    for _, ship in _having(table, AFLOAT):
        ore[table.players[ship.owner]] += ship.ore
    gone = [name for name, rock in rocks.items() if not rock.there]
    damage = {name: Tally(zip(table.players, ship.damage, strict=False)) for name, ship in ships.items()}
    afloat = [name for name, _ in _having(table, AFLOAT)]
    return {
        "ore": Tally(ore),
        "ship_ore": Tally({name: ship.ore for name, ship in ships.items()}),
        "asteroid": Tally({name: rock.ore for name, rock in rocks.items()}),
        "asteroid_removed": bool(gone) if len(rocks) == 1 else gone,
        "damage": Tally(
            damage, among=afloat
        ),  # markers on wrecks are listed, but they lie on the table no more
    }


def _pools(table: CaseTable, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Who has which wrecks, in the order in which they exploded."""
    trophies, losses = (Tally({name: [] for name in table.players}) for _ in range(2))
    pools: dict[str, dict[Any, list[Any]]] = {"trophy": trophies, "loss": losses, "removed": {None: []}}
    for name, fate, who in (wreck for step in steps for wreck in step["exploded"]):
        pools[fate][who].append(name)
    return {"trophies": trophies, "losses": losses, "removed": pools["removed"][None]}


def legality(case: Situation) -> dict[str, Any]:
    """Which cards lie as they may."""
    table = lay_out(case.given)
    shootout.check_placements(table.s, table.c)
    return _fates(table)


# ---------------------------------------------------------------- single rules


def tiers(case: Situation) -> dict[str, Any]:
    """Lasers on one asteroid in one step, each on a ship of its own."""
    lasers = [[{"power": power_of(laser)}] for laser in case.given["lasers"]]
    ships = [{"id": i, "owner": "red", "pos": [0, 0], "lasers": one} for i, one in enumerate(lasers)]
    table = lay_out({"ships": ships, "asteroids": [{"ore": case.given.get("ore", 12)}]})
    for i in range(len(lasers)):
        table.s.ship[i].target[0] = ASTEROID_NR
    shootout.mine(table.s, table.c, 1, 0)
    got, left = [ship.ore for ship in table.s.ship[: len(lasers)]], table.s.asteroid[0].ore
    return {"got": got, "left": left, "asteroid_removed": left == 0}


def explode(case: Situation) -> dict[str, Any]:
    """Whether a ship with these markers explodes, and who gets it."""
    table = lay_out({"ships": [{"id": "ship", "pos": [0, 0], **case.given}], "asteroids": []})
    shootout.explode(table.s, table.c, 1)
    return {"to": _fate(table, 0)}


def points(case: Situation) -> dict[str, Any]:
    """Points from the hulls in the pools and the ore on surviving ships."""
    given = case.given
    trophies, losses = given.get("trophies", []), given.get("losses", [])
    pools = [("other", hull, TROPHY) for hull in trophies] + [("own", hull, LOSS) for hull in losses]
    ships = [
        {"id": i, "owner": owner, "pos": [0, 0], "hull": hull} for i, (owner, hull, _) in enumerate(pools)
    ]
    ships.append({"id": "miner", "owner": "own", "pos": [0, 0], "ore": given.get("ore", 0)})
    table = lay_out({"players": ["own", "other"], "ships": ships, "asteroids": []})
    for i, (_, _, fate) in enumerate(pools):
        table.s.ship[i].fate, table.s.ship[i].taker = fate, 0
    scoring.count_points(table.s, table.c)
    return {"points": table.s.player[0].points}


def round_(case: Situation) -> dict[str, Any]:
    """Who wins the round with these points, and perhaps the match."""
    given = case.given
    wins, scored = ({str(k): v for k, v in (given.get(key) or {}).items()} for key in ("wins", "points"))
    named = [*(given.get("wins") or {}), *given["points"]]
    names = list({str(name): name for name in named}.values())
    s = GAME.blank_state(case_options(given, len(names)))
    for p, name in enumerate(names):
        s.player[p].wins, s.player[p].points = wins.get(str(name), 0), scored.get(str(name), 0)
    scoring.award_round(s)
    champion = scoring.match_winner(s)
    return {
        "wins": Tally({name: s.player[p].wins for p, name in enumerate(names)}),
        "round_winner": None if s.winner == NOBODY else names[s.winner],
        "match_winner": None if champion == NOBODY else names[champion],
    }


OPS = {
    "resolve": resolve,
    "legality": legality,
    "tiers": tiers,
    "explode": explode,
    "points": points,
    "round": round_,
    "realtime": realtime,
}
