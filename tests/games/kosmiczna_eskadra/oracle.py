"""An independent judge of Kosmiczna Eskadra in exact fractions, written from the rules page alone.

It takes a table in the words of that page (ships as in the component file, poses, options) and knows nothing
of the records and numbers of the rules. `seen` counts the situations that occurred, so that a proof can show
that it was not empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from kosmoport.games.kosmiczna_eskadra.components import Laser, Ship
from tests.games.kosmiczna_eskadra.plane import UNIT, Body, Entry, Ray, Rectangle, may_meet, relation, turn
from tests.games.kosmiczna_eskadra.tabletop import Card, Gun, Step, Table, Verdict, rocks, tenths

TIERS = (1, 2, 3)


class Judge:
    """Judges one table."""

    def __init__(self, table: Table) -> None:
        self.table, self.verdict, self.seen = table, Verdict(), Counter[str]()
        half = table.size[0] // 2, table.size[1] // 2
        self.body: dict[int, Rectangle] = {
            i: Rectangle(card.x, card.y, card.rot, half) for i, card in enumerate(table.cards)
        }
        self.rock = dict(rocks(table))
        split = table.split if table.two else (table.ore,)
        self.pile = {f"rock{k}": ore for k, ore in enumerate(split)}
        self.purse = {i: card.ore for i, card in enumerate(table.cards)}
        self.markers = {i: list(card.damage) for i, card in enumerate(table.cards)}

    def judge(self) -> Verdict:
        """KE-11 to KE-26."""
        for i in self.body:
            self.check(i)
        alive = [i for i in self.body if i not in self.verdict.illegal]
        for speed in sorted({self.ship(i).speed for i in alive}):
            if any(self.ship(i).speed == speed for i in alive):
                self.step(speed, alive)
        for i in alive:
            self.verdict.fate[i] = "afloat", None
        self.verdict.ore = {f"ship{i}": self.purse[i] for i in self.body} | self.pile
        self.verdict.damage = {i: tuple(self.markers[i]) for i in self.body}
        self.count()
        return self.verdict

    def ship(self, i: int) -> Ship:
        return self.table.cards[i].ship

    # ------------------------------------------------------------ KE-9, KE-11, KE-33

    def check(self, i: int) -> None:
        """A card must lie on the table and clear of all that lay there before, legal or not (KE-B4)."""
        wrong = ("overlap", "touch") if self.table.touch_is_illegal else ("overlap",)
        earlier: dict[str, Body] = self.rock | {f"ship{k}": self.body[k] for k in range(i)}
        lies = {name: relation(self.body[i], body) for name, body in earlier.items()}
        struck = [name for name, how in lies.items() if how in wrong]
        if struck or self.is_off(i):
            self.verdict.illegal[i] = struck
        self.seen.update(f"{how}_rock" if "rock" in name else how for name, how in lies.items())
        if struck and all(name in {f"ship{k}" for k in self.verdict.illegal} for name in struck):
            self.seen["chain"] += 1

    def is_off(self, i: int) -> bool:
        if self.table.edge is None:
            return False
        limits = [side * 5 * UNIT for side in self.table.edge]
        beyond = max(abs(self.body[i].centre[axis]) - limits[axis] for axis in (0, 1))
        corners = [abs(corner[axis]) - limits[axis] for corner in self.body[i].corners() for axis in (0, 1)]
        self.seen["off_table"] += beyond > 0
        self.seen["on_rim"] += beyond == 0
        self.seen["juts"] += beyond < 0 < max(corners)
        return beyond > 0

    # ------------------------------------------------------------ KE-12 to KE-24

    def step(self, speed: int, alive: list[int]) -> None:
        """All ships of a speed fire at the table as it was; then ore, explosions and empty asteroids."""
        step = Step(speed)
        self.verdict.steps.append(step)
        for i in alive:
            if self.ship(i).speed == speed:
                for j, laser in enumerate(self.ship(i).lasers):
                    step.shots[i, j] = self.shoot(i, laser, alive)
        for (i, j), (what, _) in step.shots.items():
            if what.startswith("ship") and not what.endswith("shield"):
                self.markers[int(what[4:])][self.table.cards[i].owner] += self.ship(i).lasers[j].power
        for name in self.rock:
            self.mine(step, name)
        self.explode(step, alive)
        step.gone = {name for name in self.rock if self.pile[name] == 0}
        for name in step.gone:
            del self.rock[name]

    def shoot(self, me: int, laser: Laser, alive: Iterable[int]) -> tuple[str, Fraction]:
        """KE-13: the first body on the way; of several equally near an asteroid, then the earliest card."""
        card = self.table.cards[me]
        (ex, ey), (cx, cy) = turn(card.rot, tenths(laser.start)), self.body[me].centre
        ray = Ray((cx + ex, cy + ey), turn(card.rot, laser.dir))
        bodies: dict[str, Body] = self.rock | {f"ship{i}": self.body[i] for i in alive if i != me}
        met = {
            name: entry
            for name, body in bodies.items()
            if may_meet(body, ray) and (entry := body.entry(ray)) is not None
        }
        if not met:
            return "space", Fraction(0)
        name = min(met, key=lambda name: met[name].distance)
        self.notice(card, name, met)
        if name.startswith("ship") and self.is_shielded(self.ship(int(name[4:])), met[name]):
            return f"{name}:shield", met[name].distance
        return name, met[name].distance

    def notice(self, gun: Card, name: str, met: dict[str, Entry]) -> None:
        """Count what is special about a shot."""
        entry, others = met[name], [entry for other, entry in met.items() if other != name]
        self.seen["grazes"] += entry.grazes
        self.seen["along"] += entry.along
        self.seen["inside"] += entry.inside
        self.seen["at_muzzle"] += entry.distance == 0 and not entry.inside
        self.seen["along_two"] += entry.along and any(other.along for other in others)
        self.seen["equally_near"] += any(other.distance == entry.distance for other in others)
        if name.startswith("ship"):
            u, v = (side // 2 for side in self.table.size)
            corner = (abs(entry.point[0]), abs(entry.point[1])) == (u, v)
            self.seen["corner"] += corner
            self.seen["corner_of_turned"] += corner and self.table.cards[int(name[4:])].rot % 90 > 0
            self.seen["corner_by_turned"] += corner and gun.rot % 90 > 0
        else:
            self.seen["grazes_rock"] += entry.grazes
            self.seen["along_rock"] += entry.along

    def is_shielded(self, ship: Ship, entry: Entry) -> bool:
        """KE-16, KE-B8: does it enter on the closed interval of a shielded edge?"""
        (u, v), (x, y) = (side // 2 for side in self.table.size), entry.point
        place = {
            "top": (y == v, x, u),
            "bottom": (y == -v, x, u),
            "right": (x == u, y, v),
            "left": (x == -u, y, v),
        }
        held = False
        for shield in ship.shields:
            on_edge, at, half = place[shield.edge]
            low, high = (-half, half) if shield.span is None else tenths(shield.span)
            if on_edge and low <= at <= high:
                held = True
                self.seen["shield_end"] += at in (low, high)
                self.seen["partial_end"] += at in (low, high) and abs(at) != half
            elif on_edge:
                self.seen["beside_shield"] += 1
        return held

    # ------------------------------------------------------------ ore: KE-14, KE-23, KE-24, KE-30

    def mine(self, step: Step, name: str) -> None:
        guns = [gun for gun, (what, _) in step.shots.items() if what == name]
        shares, left = self.share(self.pile[name], [self.power(gun) for gun in guns], "rock")
        for gun, share in zip(guns, shares, strict=True):
            step.mined[gun] = name, share
            self.purse[gun[0]] += share
        if self.pile[name] - sum(shares) > left:
            step.lost[name] = self.pile[name] - sum(shares) - left
        self.pile[name] = left

    def power(self, gun: Gun) -> int:
        return self.ship(gun[0]).lasers[gun[1]].power

    def share(self, ore: int, powers: list[int], where: str) -> tuple[list[int], int]:
        """What each laser takes, and what stays: markers are handed out tier by tier where they are short."""
        if sum(powers) <= ore:
            self.seen[f"{where}_just_enough"] += sum(powers) == ore > 0
            return powers, ore - sum(powers)
        taken = [0] * len(powers)
        for tier in TIERS:
            entitled = [k for k, power in enumerate(powers) if power >= tier]
            if len(entitled) > ore:
                self.seen[f"{where}_short_{tier}"] += sum(taken) + ore > 0
                return taken, 0
            for k in entitled:
                taken[k] += 1
            ore -= len(entitled)
        raise AssertionError("there was enough")

    def raid(self, step: Step, wreck: int, doomed: list[int]) -> None:
        """KE-30, KE-B9 to KE-B12: the ore of a wreck goes to those who hit it in this step."""
        guns = [gun for gun, (what, _) in step.shots.items() if what == f"ship{wreck}"]
        raiders, ore = {i for i, _ in guns}, self.purse[wreck]
        if len(raiders) == 1 and not self.table.by_laser:
            hauls = dict.fromkeys(raiders, ore)
            self.seen["raided_by_one"] += ore > 0
        else:
            shares, _ = self.share(ore, [self.power(gun) for gun in guns], "wreck")
            hauls = {i: sum(n for n, gun in zip(shares, guns, strict=True) if gun[0] == i) for i in raiders}
            self.seen["raided_by_several"] += ore > 0 and len(raiders) > 1
            self.seen["raided_by_laser"] += ore > 0 and len(raiders) == 1
        step.seized |= {(i, wreck): n for i, n in hauls.items() if n and i not in doomed}
        self.seen["raider_explodes"] += sum(n > 0 and i in doomed for i, n in hauls.items())

    # ------------------------------------------------------------ explosions: KE-17 to KE-22

    def explode(self, step: Step, alive: list[int]) -> None:
        doomed = [i for i in alive if sum(self.markers[i]) >= self.ship(i).hull]
        if self.table.corsairs:
            for i in doomed:
                self.raid(step, i, doomed)
        for (raider, wreck), ore in step.seized.items():
            self.purse[raider] += ore
            self.purse[wreck] -= ore
        for i in doomed:
            if self.purse[i]:
                step.lost[f"ship{i}"] = self.purse[i]
            self.purse[i] = 0
            self.verdict.fate[i] = step.exploded[i] = self.bury(i)
            alive.remove(i)
        hits = {(i, what) for (i, _), (what, _) in step.shots.items()}
        self.seen["together"] += len(doomed) > 1
        self.seen["each_other"] += any(
            (i, f"ship{k}") in hits and (k, f"ship{i}") in hits for i in doomed for k in doomed if i < k
        )

    def bury(self, i: int) -> tuple[str, int | None]:
        """Who has most markers on it takes it; the owner's own, or a tie with the owner, is a loss."""
        owner, most = self.table.cards[i].owner, max(self.markers[i])
        best = [p for p, n in enumerate(self.markers[i]) if n == most]
        self.seen["overkill"] += sum(self.markers[i]) > self.ship(i).hull
        if owner in best:
            self.seen["own_loss" if len(best) == 1 else "tie_with_owner"] += 1
            return "loss", owner
        if len(best) > 1:
            self.seen[f"tie_of_{len(best)}"] += 1
            return "removed", None
        return "trophy", best[0]

    # ------------------------------------------------------------ KE-25, KE-26

    def count(self) -> None:
        points = [0] * 4
        for i, (fate, who) in self.verdict.fate.items():
            if fate == "afloat":
                points[self.table.cards[i].owner] += self.purse[i]
            elif who is not None:
                points[who] += self.ship(i).hull if fate == "trophy" else -self.ship(i).hull
        self.verdict.points = points
        lead = [p for p in range(self.table.players) if points[p] == max(points[: self.table.players])]
        self.verdict.winner = lead[0] if len(lead) == 1 else None
        self.seen["tied_round" if len(lead) > 1 else "won_round"] += 1
        self.seen["won_below_zero"] += len(lead) == 1 and points[lead[0]] < 0
