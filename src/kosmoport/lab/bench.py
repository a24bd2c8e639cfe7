"""The engine against OpenSpiel's goofspiel: everything is measured in turn, several times, in one run.

Machines are shared and noisy, so a figure is a ratio to the peer measured just before and after it, and what
is printed is the median of the rounds.
"""

from __future__ import annotations

import importlib
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator, new_play
from kosmoport.engine.batch import play_batch
from kosmoport.engine.modules import Backend, machine_of
from kosmoport.engine.native import compiler
from kosmoport.engine.reference import playing
from kosmoport.engine.stepping import Stepper
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczna_eskadra.rules import lay_card, pose_of
from kosmoport.lab import peer

TARGETS = {
    "goofspiel": 20.0,
    "kosmiczni_piraci": 8.0,
    "kosmodraci": 8.0,
    "kosmiczna_misja": 4.0,
    "piraci": 3.0,
}  # times the peer, on the best backend; Eskadra is measured in shoot-outs
STEP_TARGET = 2.5
SHOOTOUTS_TARGET = 45_000
SHOOTOUT_SHIPS = 40
REPOSITORY = Path(__file__).parents[3]
SHOOTOUT_DRIVER = Path(__file__).parent / "shootout_driver.py"
BATCH = 1_024  # games in one call: the cost of calling disappears


@dataclass(frozen=True)
class Measured:
    """One measured thing: its rate in every round and the peer's rate around it."""

    name: str
    target: float
    rates: list[float]
    peers: list[float]

    @property
    def ratio(self) -> float:
        return statistics.median(rate / other for rate, other in zip(self.rates, self.peers, strict=True))

    def __str__(self) -> str:
        verdict = "reached" if self.ratio >= self.target else "MISSED"
        rate, other = statistics.median(self.rates), statistics.median(self.peers)
        ratios = f"{self.ratio:6.2f} times the peer (target {self.target:g}: {verdict})"
        return f"{self.name:32} {rate / 1e6:7.2f} M/s, peer {other / 1e6:5.2f} M/s, {ratios}"


def playout_rate(game: Game, players: int, seconds: float, seed: int, on: Backend | None = None) -> float:
    """Decisions a second of random games on one core, dealing and scoring included."""
    options = game.read_options({"players": players})
    batch = play_batch(game, options, BATCH, seed, threads=1, on=on)
    count, decisions, start = BATCH, 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        batch = play_batch(game, options, BATCH, seed, first=count, threads=1, on=on, into=batch)
        decisions += batch.decisions
        count += BATCH
    return decisions / elapsed


def step_rate(game: Game, players: int, seconds: float, seed: int) -> float:
    """Decisions a second when every action is chosen and applied from Python."""
    stepper = Stepper(game, game.read_options({"players": players}), seed)
    draws, legal, step = peer.endless_draws(seed), stepper.legal, stepper.step
    decisions, start = 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        for _ in range(peer.GAMES_PER_CLOCK_LOOK):
            count = stepper.begin()
            while count:
                count = step(legal[next(draws) % count])
                decisions += 1
    return decisions / elapsed


def full_table(seed: int) -> Play:
    """A table of Kosmiczna Eskadra with all forty ships legally laid, before the first shot."""
    game = game_by_id("kosmiczna_eskadra")
    rng = generator(seed << 32)
    play = new_play(game, game.read_options({"mode": "turns", "players": 4}), rng)
    while play.s.lying < SHOOTOUT_SHIPS - 1:
        play.roll(rng) if play.chance_due else play.act(*_released(play, rng))
    play.roll(rng)
    seat, action = _released(play, rng)
    lay_card(play.s, seat, *pose_of(action))
    return play


def _released(play: Play, rng: Any) -> tuple[int, int]:
    seat = play.seats_to_act()[0]
    return seat, playing(play.game).complete_action(play.s, play.c, seat, play.legal(seat)[0], rng)


def shootout_rate(seconds: float, on: Backend, tables: int = 32) -> float:
    """Shoot-outs of forty ships a second on one core, without the check of placements."""
    game = game_by_id("kosmiczna_eskadra")
    machine = machine_of(game, extra=(SHOOTOUT_DRIVER,), on=on)
    states, work = machine.records(game.schema.State, tables), machine.records(game.schema.State)
    for seed in range(tables):
        states.write(seed, full_table(seed).s)
    shoot = machine.bind("entry_shootouts", states, work, machine.record(game.component_record()))
    resolved, start = 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        shoot(10)
        resolved += 10 * tables
    return resolved / elapsed


def teaching_game() -> Game | None:
    """Goofspiel from the repository's examples; None where only the package is installed."""
    if not (REPOSITORY / "examples" / "goofspiel").is_dir():
        return None
    sys.path.insert(0, str(REPOSITORY))
    game: Game = importlib.import_module("examples.goofspiel").GAME
    return game


def measure(
    name: str, target: float, rounds: int, mine: Callable[[int], float], other: Callable[[int], float]
) -> Measured:
    """Both sides in turn, so that noise hits both."""
    rates, others = [], []
    mine(0)  # compile and warm up
    for k in range(rounds):
        before = other(k)
        rates.append(mine(k))
        others.append((before + other(k)) / 2)
    return Measured(name, target, rates, others)


def print_engine_bench(seconds: float, rounds: int) -> None:
    """Every game on one core, stepping from Python, and the shoot-out."""

    def openspiel(seed: int) -> float:
        return peer.openspiel_goofspiel_rate(seconds / 2, seed).decisions_per_second

    def openspiel_steps(seed: int) -> float:
        return peer.openspiel_python_step_rate(seconds / 2, seed).decisions_per_second

    peer.import_pyspiel()  # before anything is measured
    best: Backend = "wasm" if compiler() is None else "native"
    print("decisions a second on one core; the peer is OpenSpiel's goofspiel (3 players) in C++, same run")
    print(f"what is measured is {best}; beside it, in turn, the modules that everybody has")
    teaching = teaching_game()
    contenders = [(game, TARGETS[game.id]) for game in (teaching, *GAMES) if game and game.id in TARGETS]
    for game, target in contenders:
        players = 3 if game.id == "goofspiel" else min(4, game.players[1])
        label = f"{game.title}, {players} players"
        measured = measure(label, target, rounds, _playouts(game, players, seconds, best), openspiel)
        print(f"{measured}{_modules(game, players, seconds, rounds, best)}", flush=True)
    print("stepping action by action from Python; the peer is OpenSpiel's goofspiel stepped from Python")
    for game, _ in contenders:
        print(measure(game.title, STEP_TARGET, rounds, _steps(game, seconds), openspiel_steps), flush=True)
    rate = statistics.median(shootout_rate(seconds, best) for _ in range(rounds))
    verdict = "reached" if rate >= SHOOTOUTS_TARGET else "MISSED"
    wanted = f"target {SHOOTOUTS_TARGET:,}: {verdict}"
    print(f"Kosmiczna Eskadra: {rate:,.0f} shoot-outs of 40 ships a second ({wanted})")


def _modules(game: Game, players: int, seconds: float, rounds: int, best: Backend) -> str:
    """How fast the game's module is beside native code, in the same run."""
    if best == "wasm":
        return ""
    wasm, native = _playouts(game, players, seconds / 2, "wasm"), _playouts(game, players, seconds / 2, best)
    ratio = measure("", 0.0, rounds, wasm, native).ratio
    return f"; its module {ratio:.2f} times native code"


def _playouts(game: Game, players: int, seconds: float, on: Backend) -> Callable[[int], float]:
    return lambda seed: playout_rate(game, players, seconds, seed, on)


def _steps(game: Game, seconds: float) -> Callable[[int], float]:
    return lambda seed: step_rate(game, 3 if game.players[0] <= 3 else game.players[0], seconds, seed)
