"""Taking back: what may be taken back in every game, against oracles written from each game's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kosmoport.conformance.tables import random_move
from kosmoport.core import layout
from kosmoport.core.contract import NOBODY
from kosmoport.core.game import C, D, Game, GameOf, S
from kosmoport.core.play import Play, PlayOf, generator, new_play, start_play
from kosmoport.games.kosmiczna_eskadra import GAME as KOSMICZNA_ESKADRA
from kosmoport.games.kosmiczna_eskadra.case_round import Play as KosmicznaEskadra
from kosmoport.games.kosmiczna_misja import GAME as KOSMICZNA_MISJA
from kosmoport.games.kosmiczna_misja.cases import Play as KosmicznaMisja
from kosmoport.games.kosmiczni_piraci import GAME as KOSMICZNI_PIRACI
from kosmoport.games.kosmiczni_piraci import schema as kp
from kosmoport.games.kosmiczni_piraci.case_table import Play as KosmiczniPiraci
from kosmoport.games.kosmodraci import GAME as KOSMODRACI
from kosmoport.games.kosmodraci import schema as kd
from kosmoport.games.kosmodraci.cases import Play as Kosmodraci
from kosmoport.games.piraci import GAME as PIRACI
from kosmoport.games.piraci.cases import Play as Piraci
from kosmoport.table.takeback import (
    REASONS,
    finding_out,
    frozen,
    may_take_back,
    revealed,
)
from tests.conformance.tables import ALL_GAMES

Oracle = Callable[[Any, Any, int, int], bool]  # before, after, seat, action: was something revealed?


def table(game: GameOf[S, C, D, Any], seed: int = 1, **options: Any) -> PlayOf[S, C, D]:
    return new_play(game, game.read_options({**game.calm, **options}), generator(seed))


# ---------------------------------------------------------------- oracles, from the rules


def kosmiczni_piraci(before: KosmiczniPiraci, after: KosmiczniPiraci, seat: int, action: int) -> bool:
    """KP-12, KP-25: the last card on the planet is turned, at the end of the laying all that lie face down.
    Whose cards have all been seen but one has nothing to reveal."""
    s, q = before.s, action % kp.PLANETS
    if s.stage != kp.LAYING:
        return False
    lying = {p: s.planet[p].top_owner for p in range(kp.PLANETS) if s.planet[p].top_owner != NOBODY}
    turned = [lying[q]] if q in lying else []
    if after.s.stage != kp.LAYING:
        trap = q in lying and before.c.teleport[s.planet[q].top_card]
        turned = [*lying.values(), *([] if trap else [seat])]
    return any(s.player[owner].seen[: before.c.cards].count(0) > 1 for owner in turned)


def kosmodraci(before: Kosmodraci, after: Kosmodraci, seat: int, action: int) -> bool:
    """KD-8, KD-11: picks are face down until everybody has picked and hands move; crew is played openly."""
    return before.s.stage == kd.HUNT or before.seats_to_act() == [seat]


def piraci(before: Piraci, after: Piraci, seat: int, action: int) -> bool:
    """PI-21, PI-28: new ships are turned up; the last one of the pile is known by then."""
    return after.s.turned > before.s.turned and before.c.ships - before.s.turned > 1


def kosmiczna_misja(before: KosmicznaMisja, after: KosmicznaMisja, seat: int, action: int) -> bool:
    """KM-22: the bank is filled from the face-down stack; its last tile is known by then."""
    return after.s.left < before.s.left and before.s.left > 1


def kosmiczna_eskadra(before: KosmicznaEskadra, after: KosmicznaEskadra, seat: int, action: int) -> bool:
    """KE-32: the held card is shown when it is laid; the last of the squadron is known by then."""
    return before.s.player[seat].pack != 0


def bidding(before: Play, after: Play, seat: int, action: int) -> bool:
    """GS-3: bids lie face down until the last one turns all of them."""
    return before.seats_to_act() == [seat]


ORACLES: dict[str, Oracle] = {
    "kosmiczni_piraci": kosmiczni_piraci,
    "kosmodraci": kosmodraci,
    "piraci": piraci,
    "kosmiczna_misja": kosmiczna_misja,
    "kosmiczna_eskadra": kosmiczna_eskadra,
    "goofspiel": bidding,
}
SHORT: dict[str, dict[str, Any]] = {"kosmiczna_eskadra": {"wins": 1}}
VARIANTS = [
    *((game, {"players": players}) for game in ALL_GAMES for players in {game.players[0], game.players[1]}),
    (KOSMICZNI_PIRACI, {"players": 3, "full_tie": "random"}),
    (KOSMODRACI, {"players": 3, "family_variant": True}),
    (PIRACI, {"players": 4, "deadlock": "refresh", "open_stacks": True}),
    (KOSMICZNA_MISJA, {"players": 3, "discard_from_complete": True}),
]


def test_every_game_has_an_oracle() -> None:
    assert set(ORACLES) == {game.id for game in ALL_GAMES}


@pytest.mark.parametrize(("game", "given"), VARIANTS, ids=lambda v: getattr(v, "id", None))
def test_random_games_agree_with_the_rules(game: Game, given: dict[str, Any]) -> None:
    options = game.read_options({**game.calm, **SHORT.get(game.id, {}), **given})
    rng, seen = generator(len(repr(options))), Counter[bool]()
    play = new_play(game, options, rng)
    while not play.over and sum(seen.values()) < 50:
        before = frozen(play)
        random_move(play, rng)
        move = play.moves[-1]
        if move.seat >= 0:
            wanted = ORACLES[game.id](before, play, move.seat, move.action)
            assert revealed(before, move.seat, move.action) == wanted, (len(play.moves), move)
            seen[wanted] += 1
    assert seen[True] > 0
    assert seen[False] > 0 or options.get("family_variant")


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_asking_changes_nothing_and_answers_the_same_again(game: Game) -> None:
    play = new_play(game, game.read_options(dict(game.calm)), generator(4))
    for _ in range(12):
        before = frozen(play)
        random_move(play, generator(9))
        seat, told = play.moves[-1].seat, layout.to_data(play.s)
        if seat >= 0:
            answers = {may_take_back(play, seat, before), may_take_back(play, seat)}
            assert len(answers) == 1
            assert answers <= {None, *REASONS}
            assert before == again(play)
            assert layout.to_data(play.s) == told


def again(play: Play) -> Play:
    """The game before its last move, played anew."""
    earlier = start_play(play.game, play.options, play.d, play.components, play.c)
    for move in play.moves[:-1]:
        earlier.act(move.seat, move.action, move.at)
    return earlier


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_it_is_found_out_in_small_steps_as_well_with_or_without_the_game_before(game: Game) -> None:
    play, rng, most = new_play(game, game.read_options(dict(game.calm)), generator(4)), generator(9), 0
    for _ in range(12):
        before = frozen(play)
        random_move(play, rng)
        seat = play.moves[-1].seat
        if seat >= 0:
            for known in (before, None):
                finding, steps = finding_out(play, seat, known), 0
                while True:
                    try:
                        next(finding)
                    except StopIteration as found:
                        assert found.value == may_take_back(play, seat)
                        break
                    steps += 1
                most = max(most, steps)
    assert most > 5


# ---------------------------------------------------------------- Kosmiczni Piraci


def lay(play: KosmiczniPiraci, seat: int, card: int, planet: int) -> str | None:
    """Lay a card and ask whether it can be taken back."""
    play.act(seat, card * kp.PLANETS + planet)
    return may_take_back(play, seat)


def test_a_card_laid_face_down_on_an_empty_planet_can_be_taken_back() -> None:
    play = table(KOSMICZNI_PIRACI, start_seat=0)
    assert lay(play, 0, 3, 2) is None


def test_turning_somebodys_card_up_stays() -> None:
    play = table(KOSMICZNI_PIRACI, start_seat=0)
    lay(play, 0, 3, 2)
    assert lay(play, 1, 0, 2) == "revealed"


def test_setting_off_a_teleport_stays() -> None:
    play = table(KOSMICZNI_PIRACI, start_seat=0)
    lay(play, 0, play.c.teleport.index(1), 2)
    assert lay(play, 1, 0, 2) == "revealed"


def test_turning_ones_own_card_up_stays() -> None:
    play = table(KOSMICZNI_PIRACI, start_seat=0, players=3)
    for turn, planet in enumerate((2, 3, 4)):
        assert lay(play, turn, 3, planet) is None
    assert lay(play, 0, 1, 2) == "revealed"


def test_a_card_whose_owner_has_shown_all_others_is_no_secret() -> None:
    play = table(KOSMICZNI_PIRACI, start_seat=0, players=3)
    lay(play, 0, 3, 2)
    play.s.player[0].seen = [int(card != 3) for card in range(kp.MAX_CARDS)]
    assert not revealed(play, 1, 0 * kp.PLANETS + 2)
    play.s.player[0].seen[4] = 0
    assert revealed(play, 1, 0 * kp.PLANETS + 2)


def test_picking_a_treasure_can_be_taken_back() -> None:
    play, rng, picked = table(KOSMICZNI_PIRACI, 3, players=4), generator(2), 0
    while not play.over:
        random_move(play, rng)
        if play.moves[-1].action >= kp.LAYS and not play.over:
            assert may_take_back(play, play.moves[-1].seat) is None
            picked += 1
    assert picked > 2


# ---------------------------------------------------------------- Kosmodraci


def test_a_pick_can_be_taken_back_while_nobody_else_has_picked() -> None:
    play = table(KOSMODRACI, players=4)
    play.act(2, play.legal(2)[0])
    assert may_take_back(play, 2) is None
    play.act(1, play.legal(1)[0])
    assert may_take_back(play, 2) == "others_acted"
    assert may_take_back(play, 1) is None


def test_the_pick_that_passes_the_hands_on_stays() -> None:
    play = table(KOSMODRACI, players=3)
    for seat in (0, 1, 2):
        play.act(seat, play.legal(seat)[0])
    assert may_take_back(play, 2) == "revealed"


def test_crew_played_from_a_hidden_hand_stays() -> None:
    play, rng = table(KOSMODRACI, players=3), generator(2)
    while play.s.stage == kd.DRAFT:
        random_move(play, rng)
    random_move(play, rng)
    assert may_take_back(play, play.moves[-1].seat) == "revealed"


# ---------------------------------------------------------------- open games and dice


def test_moving_pirates_can_always_be_taken_back_before_others_act() -> None:
    play, rng, moved = table(PIRACI, players=3, open_stacks=True), generator(6), 0
    while not play.over and moved < 40:
        turned = play.s.turned
        random_move(play, rng)
        if not play.over and play.s.turned == turned:
            assert may_take_back(play, play.moves[-1].seat) is None
            moved += 1
    assert moved == 40


def test_with_no_ship_left_to_turn_everything_is_open() -> None:
    play, rng, done = table(PIRACI, players=3), generator(6), 0
    while not play.over:
        known = play.c.ships - play.s.turned <= 1
        random_move(play, rng)
        if known and not play.over:
            assert may_take_back(play, play.moves[-1].seat) is None
            done += 1
    assert done > 3
    assert may_take_back(play, play.moves[-1].seat) == "over"


def test_dice_end_the_time_for_second_thoughts() -> None:
    play, rng, fell = table(KOSMICZNA_MISJA, players=2), generator(3), 0
    while not play.over and fell < 5:
        if play.chance_due:
            seat = play.moves[-1].seat
            play.roll(rng)
            assert may_take_back(play, seat) == "chance_fell"
            fell += 1
        else:
            random_move(play, rng)
    assert fell == 5


def test_who_has_done_nothing_has_nothing_to_take_back() -> None:
    play = table(PIRACI, players=3, start_seat=1)
    assert may_take_back(play, 1) == "nothing_done"
    random_move(play, generator(1))
    assert may_take_back(play, 0) == "nothing_done"


# ---------------------------------------------------------------- the lightning round


def test_nothing_is_taken_back_in_the_lightning_round() -> None:
    play, rng = table(KOSMICZNA_ESKADRA, players=3, mode="lightning"), generator(5)
    for _ in range(30):
        random_move(play, rng)
        assert {may_take_back(play, seat) for seat in range(3)} == {"lightning"}


def test_in_turns_the_last_ship_of_a_squadron_can_be_taken_back() -> None:
    play, rng, known = table(KOSMICZNA_ESKADRA, players=2, mode="turns"), generator(5), 0
    while play.s.round == 0 and not known:
        last = not play.chance_due and play.s.player[play.s.turn].pack == 0
        random_move(play, rng)
        if not play.chance_due:
            continue
        if play.moves[-1].seat >= 0:
            wanted = None if last else "revealed"
            assert may_take_back(play, play.moves[-1].seat) == wanted
            known += last
    assert known == 1


# ---------------------------------------------------------------- how much is noticed


def test_learning_only_that_it_was_not_the_teleport_is_noticed() -> None:
    """All see the backs of cards and so whether a teleport, one card of eight, went off: every time."""
    tried = 0
    for laid in range(8):
        for planet in (0, 2, 5):
            for players in (3, 5):
                play = table(KOSMICZNI_PIRACI, 7 * laid + planet, start_seat=0, players=players)
                play.act(0, laid * kp.PLANETS + planet)
                blind = with_views(play, backs_only)
                assert revealed(blind, 1, 3 * kp.PLANETS + planet)
                assert not revealed(blind, 1, 3 * kp.PLANETS + (planet + 1) % kp.PLANETS)
                tried += 1
    assert tried == 48


def backs_only(s: kp.State, c: Any, seat: int) -> list[int]:
    """Whose card lies on top of each planet: nobody's, where a teleport went off."""
    return [planet.top_owner for planet in s.planet]


def with_views(
    play: KosmiczniPiraci,
    view: Callable[[kp.State, Any, int], Any],
    tell: Callable[..., Any] = lambda *event: None,
) -> KosmiczniPiraci:
    """The same game, where this is all that anybody sees and hears."""
    blind = cast(Any, SimpleNamespace(view=view, tell=tell))
    return replace(play, game=replace(play.game, view=blind))


def test_what_an_onlooker_is_not_told_of_does_not_count() -> None:
    """In a game where nobody sees anything, turning a card up is one event more and still no lesson."""
    for planet in range(kp.PLANETS):
        play = table(KOSMICZNI_PIRACI, start_seat=0, players=3)
        play.act(0, 5 * kp.PLANETS + planet)
        assert not revealed(with_views(play, lambda s, c, seat: None), 1, 3 * kp.PLANETS + planet)


def test_what_is_only_said_is_learned_too() -> None:
    """Nothing can be seen, but the card that is turned up is called out."""

    def tell(s: kp.State, c: Any, event: tuple[int, ...], seat: int) -> tuple[int, ...] | None:
        return event if event[0] == kp.TURNED else None

    play = table(KOSMICZNI_PIRACI, start_seat=0, players=3)
    play.act(0, 5 * kp.PLANETS + 2)
    said = with_views(play, lambda s, c, seat: None, tell)
    assert revealed(said, 1, 3 * kp.PLANETS + 2)
    assert not revealed(said, 1, 3 * kp.PLANETS + 4)


@pytest.mark.parametrize(("who", "noticed"), [(2, True), (0, False), (1, False)])
def test_a_lesson_for_one_seat_alone_is_noticed(who: int, noticed: bool) -> None:
    """Seat 1 lays on seat 0's card, and one seat alone may look at it: seat 2 learns something, its owner
    nothing new, and what seat 1 learns by its own action is not what others have learned."""

    def view(s: kp.State, c: Any, seat: int) -> list[int]:
        return list(s.player[0].seen) if seat == who else []

    play = table(KOSMICZNI_PIRACI, start_seat=0, players=3)
    play.act(0, 5 * kp.PLANETS + 2)
    assert revealed(with_views(play, view), 1, 3 * kp.PLANETS + 2) == noticed
    assert not revealed(with_views(play, view), 1, 3 * kp.PLANETS + 4)
