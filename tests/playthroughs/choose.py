"""Choose golden games: random ones, as few as walk over every line of the rules together.

`python -m tests.playthroughs.choose GAME ...` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

from kosmoport.conformance.tables import is_posed, option_sets, random_move
from kosmoport.core.chance import below
from kosmoport.core.contract import CHANCE
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.words import Told
from kosmoport.engine.reference import playing
from kosmoport.games import game_by_id
from kosmoport.games.kosmiczna_eskadra.rules import posed_action
from kosmoport.games.kosmiczna_eskadra.schema import HOLD
from kosmoport.lab.transcript import Attempt, Steps, with_tables, write
from tests.playthroughs.test_playthroughs import FOLDER, Walked, played_lines

LONGEST = 2_000  # moves
TRIES = 4  # seeds for every set of options
CLOCK_EVERY = 40  # moves, on average, until a clock strikes in games that have one
FIRST_KINDS = 12  # action numbers without poses, and some more
ATTEMPT_EVERY = 6  # moves between attempts that are refused


def variants(game: Game) -> list[dict[str, Any]]:
    """Component tables under which rules come to bear that the standard ones never or hardly need."""
    tables = game.standard_components.tables
    match game.id:
        case "piraci":  # loot runs out; crews so large that nobody can act
            large = [{**ship, "min": 8} for ship in tables["ships"]]
            return [{"loot_tokens_each": 1}, {"ships": large}]
        case "kosmodraci":  # the draw pile runs out; a draft without a choice
            wild = [{**card, "fx": ["shield", "damage", "damage"]} for card in tables["crew"]]
            return [{"crew": wild}, {"hand": 1, "lair": 1}]
        case "kosmiczna_misja":  # so many stations that everybody is blocked for long
            return [{"tiles": [{**tile, "s": 9} for tile in tables["tiles"]]}]
        case "kosmiczna_eskadra":  # ore runs short
            return [{"ore": 3}]
    return []


class Candidate(NamedTuple):
    """A finished game and the lines of the rules that it ran."""

    lines: frozenset[tuple[str, int]]
    play: Play
    steps: Steps


def candidate(
    game: Game, options: dict[str, Any], tables: dict[str, Any], seed: int, policy: str
) -> Candidate:
    """Play first, then walk: looking for poses would be walked over as well, and takes long."""
    rng = generator(seed)
    play = new_play(game, options, rng, with_tables(game, tables))
    steps: Steps = []
    while not play.over and len(play.moves) < LONGEST:
        if len(play.moves) % ATTEMPT_EVERY == seed % ATTEMPT_EVERY:
            steps += attempts(play, rng)
        if below(rng, CLOCK_EVERY) or not (clock_strikes(play) if below(rng, 2) else comes_late(play, rng)):
            random_move(play, rng, policy)
        steps.append(play.moves[-1])
    steps += attempts(play, rng)
    walked = Walked({str(module.__file__) for module in game.compiled})
    sys.settrace(walked)
    try:
        write(play, steps)
    finally:
        sys.settrace(None)
    return Candidate(frozenset(walked.lines), play, steps)


def clock_strikes(play: Play) -> bool:
    """What chance may do though nothing is due: the clock of a game in real time."""
    for outcome in range(0 if play.chance_due else 32):
        if play.game.reason(play.s, play.c, CHANCE, outcome) is None:
            play.act(CHANCE, outcome)
            return True
    return False


def comes_late(play: Play, rng: Any) -> bool:
    """The referee's word about a hand that was quicker than its line, where a race has just been stopped."""
    if not is_posed(play.game) or play.chance_due or not play.seats_to_act():
        return False
    timing = play.game.timing
    action = posed_action(HOLD, below(rng, 2000), below(rng, 2000), below(rng, 360))
    counted = timing.late(play.s, play.c, play.seats_to_act()[0], action, 87) if timing else None
    if counted is not None:
        play.act(CHANCE, counted[0])
    return counted is not None


def crowded(play: Play, rng: Any) -> list[Attempt]:
    """A pose on top of something, where the table refuses that."""
    if not is_posed(play.game) or play.chance_due or play.over:
        return []
    seat = play.seats_to_act()[0]
    for kind in play.legal(seat):
        action = playing(play.game).complete_action(play.s, play.c, seat, kind, rng)
        told = play.game.describe(play.view(seat), action)
        if "x" in told.args:
            told = Told("release", {**told.args, "x": 0, "y": 0})  # the middle, where the asteroid lies
            attempt = Attempt(seat, play.game.encode(play.view(seat), told))
            if play.game.reason(play.s, play.c, *attempt) is not None:
                return [attempt]
    return []


def attempts(play: Play, rng: Any) -> list[Attempt]:
    """Three actions that are refused: of a seat to act, of anybody, and a die nobody asked for."""
    found: list[Attempt] = []
    actions = FIRST_KINDS if is_posed(play.game) else play.game.schema.ACTIONS
    for seats in (play.seats_to_act() or [0], range(-1, play.options["players"]), [CHANCE]):
        for _ in range(20):
            attempt = Attempt(seats[below(rng, len(seats))], below(rng, actions + 2) - 1)
            if play.game.reason(play.s, play.c, *attempt) is not None:
                found.append(attempt)
                break
    found += crowded(play, rng)
    return found + [Attempt(seat, play.game.schema.ACTIONS) for seat in play.seats_to_act() if not play.moves]


def candidates(game: Game) -> list[Candidate]:
    found = []
    for players in range(game.players[0], game.players[1] + 1):
        for number, options in enumerate(option_sets(game, players)):
            if "wins" in options:  # one won round shows everything
                options["wins"] = 1
            for k in range(TRIES):
                policy = "any" if is_posed(game) or k < 2 else ("first", "last")[k % 2]
                for tables in [{}, *variants(game)]:
                    seed = 1000 * players + TRIES * number + k
                    found.append(candidate(game, options, tables, seed, policy))
    return [one for one in found if one.play.over]


def choose(game: Game) -> list[Candidate]:
    """Greedily: the game with most new lines, the shorter one if equal."""
    wanted = played_lines(game)
    pool = candidates(game)
    chosen, covered = list[Candidate](), set[tuple[str, int]]()
    while pool:
        best = max(pool, key=lambda one: (len((one.lines & wanted) - covered), -len(one.play.moves)))
        if not (best.lines & wanted) - covered:
            break
        covered |= best.lines
        chosen.append(best)
    missed = sorted(f"{Path(file).name}:{line}" for file, line in wanted - covered)
    moves = sum(len(one.play.moves) for one in chosen)
    print(f"{game.id}: {len(chosen)} games, {moves} moves, lines not reached: {missed}")
    return chosen


def main(names: list[str]) -> None:
    for name in names:
        game = game_by_id(name)
        folder = FOLDER / game.id
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for number, one in enumerate(choose(game), start=1):
            (folder / f"{number:02}.txt").write_text(write(one.play, one.steps), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
