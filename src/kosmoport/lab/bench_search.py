"""The search of every game on one core, and OpenSpiel's as the peer in the same run."""

from __future__ import annotations

import statistics
from time import perf_counter
from typing import Any

from kosmoport.bots import Chair
from kosmoport.bots.levels import best_settings
from kosmoport.bots.search import SearchBot
from kosmoport.core.chance import below
from kosmoport.core.game import Game
from kosmoport.core.levels import Settings
from kosmoport.core.play import generator, new_play
from kosmoport.engine.batch import game_number
from kosmoport.games import GAMES, game_by_id
from kosmoport.lab.bench import measure
from kosmoport.lab.peer import import_pyspiel

TARGET = 200_000  # iterations a second: Kosmiczni Piraci, the opening, uniform playouts
OH_HELL = "oh_hell(players=3,num_tricks_fixed=9)"  # nine tricks and a bid each: thirty decisions a game
PEER_SIMULATIONS = 2_000
ITERATIONS = 2_000  # in one call; every call grows a new tree


def search_rate(game: Game, settings: Settings, seconds: float, seed: int) -> float:
    """Iterations a second from an opening position, on one core."""
    options = game.read_options({**game.calm, "players": min(4, game.players[1])})
    rng = generator(game_number(1 + seed))
    play = new_play(game, options, rng)
    while play.chance_due:
        play.roll(rng)
    seat = play.seats_to_act()[0]
    bot = SearchBot(Chair(game, options, game.standard_components, seat, seed), settings)
    tree, s = bot.trees[0], bot.world.of(play.view(seat))
    done, start = 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        tree.begin(seat, s, seed + done)
        tree.grow(settings.iterations, None)
        done += settings.iterations
    return done / elapsed


def openspiel_rate(seconds: float, seed: int) -> float:
    """Simulations a second of OpenSpiel's C++ search from the first bid of a game of Oh Hell."""
    pyspiel = import_pyspiel()
    state = _first_decision(pyspiel, seed)
    bot = pyspiel.ISMCTSBot(
        seed=seed,
        evaluator=pyspiel.RandomRolloutEvaluator(1, seed),
        uct_c=0.7,
        max_simulations=PEER_SIMULATIONS,
        max_world_samples=-1,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=False,
    )
    done, start = 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        bot.step(state)
        done += PEER_SIMULATIONS
    return done / elapsed


def _first_decision(pyspiel: Any, seed: int) -> Any:
    state = pyspiel.load_game(OH_HELL).new_initial_state()
    draws = generator(game_number(1 + seed))
    while state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(actions[below(draws, len(actions))])
    return state


def print_search_bench(seconds: float, rounds: int) -> None:
    """Kosmiczni Piraci against the peer, then every game with the textbook's and with its own settings."""
    import_pyspiel()  # before anything is measured
    plain = Settings(iterations=ITERATIONS)
    print(
        f"search iterations a second on one core; the peer is OpenSpiel's C++ ISMCTS on {OH_HELL}, same run"
    )
    piraci = game_by_id("kosmiczni_piraci")
    line = measure(
        "Kosmiczni Piraci, 4 players, uniform playouts",
        0.0,
        rounds,
        lambda seed: search_rate(piraci, plain, seconds, seed),
        lambda seed: openspiel_rate(seconds / 2, seed),
    )
    rate, peer = statistics.median(line.rates), statistics.median(line.peers)
    verdict = "reached" if rate >= TARGET else "MISSED"
    print(f"{line.name}: {rate:,.0f}/s (target {TARGET:,}: {verdict})")
    print(f"the peer {peer:,.0f}/s; {line.ratio:.1f} times the peer")
    for game in GAMES:
        own = best_settings(game)
        own = Settings(**{**vars(own), "iterations": ITERATIONS, "trees": 1})
        rates = {
            name: statistics.median(search_rate(game, each, seconds, k) for k in range(rounds))
            for name, each in (("textbook", plain), ("own settings", own))
        }
        print(f"{game.title:20}" + ", ".join(f"{name} {rate:,.0f}/s" for name, rate in rates.items()))
