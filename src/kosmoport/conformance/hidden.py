"""Nothing leaks: what a seat cannot know is dealt anew, and nothing the seat gets changes by a byte."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from kosmoport.conformance.tables import Broken, hold, is_posed, moments, option_sets, random_move
from kosmoport.core import layout
from kosmoport.core.contract import OK, SPECTATOR
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator
from kosmoport.engine.reference import playing

MOST_STEPS = 20_000
LARGEST = 2**31  # of a number that is observed: libraries for learning have 32 bits for it


class Redealt(NamedTuple):
    """How often a world was dealt anew for a seat, and how often it was another one then."""

    checked: int
    changed: int


def knowledge(game: Game, s: Any, c: Any, seat: int) -> dict[str, bytes]:
    """All that a seat is ever given about a position, as bytes, under names for a sentence."""
    known = game.view.view(s, c, seat)
    actions = range(-1, 12) if is_posed(game) else range(-1, game.schema.ACTIONS + 1)
    legal = game.legal(s, c, seat)
    parts: dict[str, Any] = {f"{name} of its view": getattr(known, name) for name in known.__struct_fields__}
    parts["its account"] = game.view.account(known)
    parts["the answers of why_not"] = [game.reason(s, c, seat, a) for a in actions]
    parts["its legal actions"] = [legal, [game.describe(known, a) for a in legal]]
    parts["its observation"] = game.observation(s, c, seat)
    return {name: msgspec.json.encode(part) for name, part in parts.items()}


def _same(game: Game, seat: int, s: Any, c: Any, known: dict[str, bytes], world: str) -> None:
    now = knowledge(game, s, c, seat)
    who = "a spectator" if seat == SPECTATOR else f"seat {seat}"
    for name, part in known.items():
        hold(now[name] == part, f"{name} is another one for {who} {world}: it tells what {who} cannot know")


NOT_RESTORED = ": a view does not tell it and redeal_unseen does not deal it anew, or restore is wrong"
DEALT_ANEW = "where what it cannot know is dealt anew"


def a_redealt_world_looks_the_same_to_the_seat(game: Game, players: int) -> Redealt:
    """The view, the account, the refusals, the legal actions and the observation do not change."""
    rng = generator(99)
    checked = changed = 0
    for seed, options in enumerate(option_sets(game, players)):
        for play, _ in moments(game, options, seed, every=3):
            for seat in (SPECTATOR, *range(players)):
                known, other = knowledge(game, play.s, play.c, seat), layout.clone(play.s)
                game.hidden.redeal_unseen(other, play.c, seat, rng)
                _same(game, seat, other, play.c, known, DEALT_ANEW)
                _occurs(game, other, play.c, "redeal_unseen leads to")
                checked += 1
                changed += other != play.s
    if not changed:
        _is_open(game, players)
    return Redealt(checked, changed)


def _occurs(game: Game, s: Any, c: Any, what: str) -> None:
    for wrong in game.invariants.problems(s, c):
        raise Broken(f"{what} a position that cannot occur: {wrong}")


def _is_open(game: Game, players: int) -> None:
    """Where nothing is unseen, every view says all: a state made from it is the same to the byte."""
    for play, _ in moments(game, game.read_options({"players": players}), 98):
        for seat in (SPECTATOR, *range(players)):
            world = _restored(play, seat)
            for (path, is_so), (_, made) in zip(layout.leaves(play.s), layout.leaves(world), strict=True):
                hold(is_so == made, f"{path} is {is_so}, and restore makes it {made}{NOT_RESTORED}")


def _restored(play: Play, seat: int) -> Any:
    """A state from what a seat is sent, as a program somewhere else would make it."""
    known = play.view(seat)
    again = msgspec.json.decode(msgspec.json.encode(known), type=type(known))
    world = play.game.blank_state(play.options)
    play.game.view.restore(world, play.c, again)
    return world


def a_world_restored_from_a_view_has_that_view(game: Game, players: int) -> int:
    """`restore` is the way back from `view`, also after what is unknown was dealt anew; worlds."""
    rng = generator(7)
    checked = 0
    for seed, options in enumerate(option_sets(game, players)):
        for play, _ in moments(game, options, 50 + seed, every=4):
            for seat in (SPECTATOR, *range(players)):
                known, world = knowledge(game, play.s, play.c, seat), _restored(play, seat)
                _same(game, seat, world, play.c, known, "in a world that restore makes from its view")
                game.hidden.redeal_unseen(world, play.c, seat, rng)
                _same(game, seat, world, play.c, known, DEALT_ANEW)
                _occurs(game, world, play.c, "restore leads to")
                checked += 1
    return checked


def a_restored_world_can_be_played_to_its_end(game: Game, players: int) -> int:
    """As bots do that think ahead; worlds."""
    ended = 0
    for seed in range(3):
        options = game.read_options({"players": players})
        for play, rng in moments(game, options, 70 + seed, every=11):
            seat = play.seats_to_act()[0] if play.seats_to_act() else 0
            world = game.blank_state(options)
            game.view.restore(world, play.c, play.view(seat))
            game.hidden.redeal_unseen(world, play.c, seat, rng)
            twin = type(play)(game, play.components, options, world, play.c, None)
            steps = 0
            while not twin.over and steps < MOST_STEPS:
                random_move(twin, rng)
                steps += 1
            _occurs(game, twin.s, twin.c, "a world that restore made leads to")
            ended += twin.over
    return ended


def own_actions_are_legal_in_every_world(game: Game, players: int) -> int:
    """An action in a redealt world is accepted, or refused for the same reason; actions."""
    rng = generator(3)
    tried = 0
    for play, _ in moments(game, game.read_options({"players": players}), 5, every=3):
        for seat in play.seats_to_act():
            other = layout.clone(play.s)
            game.hidden.redeal_unseen(other, play.c, seat, rng)
            for action in play.legal(seat)[:3]:
                there = game.reason(other, play.c, seat, action)
                hold(
                    there == game.reason(play.s, play.c, seat, action),
                    f"action {action} is {there} {DEALT_ANEW}",
                )
                tried += 1
    return tried


def others_events_are_the_same_in_every_world_that_agrees_with_them(game: Game) -> int:
    """An action is applied in the real world and, where it stays legal, in a world redealt for an
    onlooker; if the onlooker's new knowledge is equal, so is what the onlooker was told; moves."""
    rng = generator(17)
    compared = 0
    for seed in range(3):
        for play, source in moments(game, game.read_options({}), 30 + seed):
            other = layout.clone(play.s)
            game.hidden.redeal_unseen(other, play.c, SPECTATOR, rng)
            events = [] if play.over else random_move(play, source)
            if not events:
                continue
            move = play.moves[-1]
            if game.rules.why_not(other, play.c, move.seat, move.action) != OK:
                continue
            game.rules.apply(other, play.c, move.seat, move.action)
            told = [game.view.tell(other, play.c, e, SPECTATOR) for e in layout.collect(other)]
            if knowledge(game, other, play.c, SPECTATOR) == knowledge(game, play.s, play.c, SPECTATOR):
                now = [line for line in told if line is not None]
                hold(now == play.told(events, SPECTATOR), f"tell gives a spectator {now}, which is secret")
                compared += 1
            if play.over:
                break
    return compared


def events_are_told_from_what_is_known(game: Game, players: int) -> int:
    """An event sounds the same where what the listener cannot know afterwards is dealt anew; lines."""
    rng, heard = generator(19), 0
    for seed, options in enumerate(option_sets(game, players)[:3]):
        for play, source in moments(game, options, 40 + seed):
            events = [] if play.over else random_move(play, source)
            for seat in (SPECTATOR, *range(players)):
                other = layout.clone(play.s)
                game.hidden.redeal_unseen(other, play.c, seat, rng)
                for event in events:
                    told = game.view.tell(play.s, play.c, event, seat)
                    now = game.view.tell(other, play.c, event, seat)
                    hold(told == now, f"tell reads what seat {seat} cannot know: {told} becomes {now}")
                    heard += 1
    return heard


def actions_that_look_alike_are_told_alike(game: Game) -> int:
    """Whatever a seat does, an onlooker whose knowledge afterwards is the same was told the same: a card
    laid or picked in secret must not show in an event. How many actions looked like another one."""
    rng = generator(23)
    alike = 0
    for seed, options in enumerate(option_sets(game, game.players[0])[:6]):
        for play, _ in moments(game, options, 800 + seed, every=5):
            for actor in play.seats_to_act():
                for onlooker in (SPECTATOR, *range(options["players"])):
                    if onlooker != actor:
                        alike += _told_alike(play, actor, onlooker, rng)
    return alike


def _told_alike(play: Play, actor: int, onlooker: int, rng: Any) -> int:
    """Compare all that the actor might do."""
    game, told, alike = play.game, dict[bytes, Any](), 0
    for kind in play.legal(actor)[:12] * (3 if is_posed(play.game) else 1):
        world = layout.clone(play.s)
        action = playing(game).complete_action(world, play.c, actor, kind, rng)
        game.rules.apply(world, play.c, actor, action)
        events = [game.view.tell(world, play.c, event, onlooker) for event in layout.collect(world)]
        lines = [line for line in events if line is not None]
        known = msgspec.json.encode(knowledge(game, world, play.c, onlooker))
        alike += known in told
        hold(
            told.setdefault(known, lines) == lines,
            f"tell shows seat {onlooker} which secret action seat {actor} chose: {lines} or {told[known]}",
        )
    return alike


def observations_are_whole(game: Game, players: int) -> int:
    """`observe` writes every number, none beside them, and none that is larger than 32 bits; numbers."""
    written = 0
    for play, _ in moments(game, game.read_options({"players": players}), 60, every=3):
        for seat in (SPECTATOR, *range(players)):
            once, twice = ([fill] * game.hidden.OBSERVATION for fill in (0, -7))
            for out in (once, twice):
                _observe(game, play, seat, out)
            for i, (number, again) in enumerate(zip(once, twice, strict=True)):
                hold(number == again, f"observe does not write out[{i}], so it keeps what stood there before")
                hold(-LARGEST <= number < LARGEST, f"observe writes {number} to out[{i}], beyond 32 bits")
            written += len(once)
    return written


def _observe(game: Game, play: Play, seat: int, out: list[int]) -> None:
    try:
        game.hidden.observe(play.s, play.c, seat, out)
    except IndexError:
        size = len(out)
        raise Broken(f"observe has an index beyond its records or OBSERVATION, which is {size}") from None
