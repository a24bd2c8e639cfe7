"""Tables to check a game on: every number of players, options in pairs, and random games move by move."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from kosmoport.core.chance import Rng
from kosmoport.core.errors import Refused
from kosmoport.core.game import C, D, Game, GameOf, S
from kosmoport.core.layout import Event
from kosmoport.core.options import Choice, ChoiceMap, Flag, Option, StartSeat, Whole, WholeList
from kosmoport.core.play import PlayOf, generator, new_play
from kosmoport.engine.batch import game_number
from kosmoport.engine.reference import playing

FEWEST_SETS = 6
STEPS = 20_000  # no random game may take longer


class Broken(AssertionError):
    """A game does not do what it must: one sentence."""


def hold(holds: object, sentence: str) -> None:
    """Go on only if this holds."""
    if not holds:
        raise Broken(sentence)


class Here:
    """Where the check is that runs now, for the sentence of one that fails."""

    text = ""


def players_of(game: Game) -> range:
    """Every number of players."""
    return range(game.players[0], game.players[1] + 1)


def interesting(spec: Option, players: int) -> list[Any]:
    """Values worth trying for one option."""
    match spec:
        case Flag():
            return [True, False]
        case Choice():
            return list(spec.choices)
        case Whole():
            return sorted({spec.default, spec.low, min(spec.low + 2, spec.high)})
        case StartSeat():
            return ["random", players - 1]
        case WholeList():
            if spec.permutation:
                given = list(range(spec.high, spec.low - 1, -1))[: spec.length]
            elif spec.total is not None:
                given = [spec.low] * (spec.length - 1) + [spec.total - spec.low * (spec.length - 1)]
            else:
                given = [max(spec.low, min(spec.high, 7)) for _ in range(spec.length)]
            return [spec.default, given, *spec.named]
        case ChoiceMap():
            rows = [dict.fromkeys(spec.keys, choice) for choice in spec.choices]
            return [*rows, {key: spec.choices[i % 2] for i, key in enumerate(spec.keys)}]


def pairwise(game: Game, players: int) -> Iterator[dict[str, Any]]:
    """Option sets in which every two values of two options meet at least once."""
    values = {spec.name: interesting(spec, players) for spec in game.options}
    open_pairs = {
        (a, i, b, j)
        for a, b in itertools.combinations(values, 2)
        for i in range(len(values[a]))
        for j in range(len(values[b]))
    }
    if not open_pairs:
        for name, tried in values.items():
            yield from ({"players": players, name: value} for value in tried)
        return
    while open_pairs:
        chosen = _cover(values, open_pairs)
        yield {"players": players} | {name: values[name][i] for name, i in chosen.items()}


def _cover(values: dict[str, list[Any]], open_pairs: set[tuple[str, int, str, int]]) -> dict[str, int]:
    """One more set, greedily: it contains the first open pair and as many others as come easily."""
    a, i, b, j = min(open_pairs)
    chosen = {a: i, b: j}
    for name in values:
        if name not in chosen:
            chosen[name] = max(
                range(len(values[name])),
                key=lambda k: sum(_is_open(open_pairs, chosen, name, k, o) for o in chosen),
            )
    for x, y in itertools.combinations(values, 2):
        open_pairs.discard((x, chosen[x], y, chosen[y]))
    return chosen


def _is_open(open_pairs: set[Any], chosen: dict[str, int], name: str, k: int, other: str) -> bool:
    return (name, k, other, chosen[other]) in open_pairs or (other, chosen[other], name, k) in open_pairs


def option_sets(game: Game, players: int) -> list[dict[str, Any]]:
    """The defaults and the pairwise sets, checked by the game itself; defaults again where that is little."""
    sets = [{"players": players}, *pairwise(game, players)]
    sets += [{"players": players}] * (FEWEST_SETS - len(sets))
    return [game.read_options(given) for given in sets]


def is_posed(game: Game) -> bool:
    """Poses cannot be listed: legal actions are kinds that have to be completed."""
    return game.poses is not None


def moments(
    game: GameOf[S, C, D, Any], options: dict[str, Any], seed: int, every: int = 1, policy: str = "any"
) -> Iterator[tuple[PlayOf[S, C, D], Rng]]:
    """A random game, stopping before every `every`-th step and at the end: the play and a generator."""
    rng = generator(game_number(seed))
    play = new_play(game, options, rng)
    step = 0
    while not play.over and step < STEPS:
        Here.text = f"{options['players']} players, seed {seed}, after {len(play.moves)} moves"
        if step % every == 0:
            yield play, rng
        if not play.over:  # the check itself may have made the last move
            _move(play, rng, policy)
        step += 1
    hold(play.over, f"a random game did not end in {STEPS} steps")
    yield play, rng


def _move(play: PlayOf[S, C, D], rng: Rng, policy: str) -> None:
    try:
        random_move(play, rng, policy)
    except Refused as refused:
        raise Broken(f"why_not refuses what legal_actions or roll gives: {refused.reason}") from None


def last_moment(game: GameOf[S, C, D, Any], options: dict[str, Any], seed: int) -> PlayOf[S, C, D]:
    """A random game when it is over."""
    *_, (play, _) = moments(game, options, seed, every=STEPS)
    return play


def random_move(play: PlayOf[S, C, D], rng: Rng, policy: str = "any") -> list[Event]:
    """One die or one decision (any legal one, the first or the last); returns the events."""
    if play.chance_due:
        return play.roll(rng)
    seat = playing(play.game).seat_to_play(play.s, rng)
    legal = play.legal(seat)
    picked = {"first": 0, "last": len(legal) - 1}.get(policy, playing(play.game).below(rng, len(legal)))
    action = legal[picked]
    return play.act(seat, playing(play.game).complete_action(play.s, play.c, seat, action, rng))
