"""Actions are said and read back; everything that can be told has words, and no words are idle."""

from __future__ import annotations

import pytest

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.words import PARAMETER, Told, Words
from tests.conformance.tables import games, is_posed, moments, option_sets, random_move, tables

# Ids that random games hardly ever reach; the game's own tests make them happen.
RARE: dict[str, set[str]] = {
    "kosmodraci": {"renewed", "markers"},
    "piraci": {"ship_discarded", "loot_gone"},
    "kosmiczna_eskadra": {"stop_clock", "dropped", "kept", "kept_own", "ore_lost_asteroid"},
}


@pytest.mark.parametrize(("game", "players"), tables())
def test_actions_are_said_and_read_back(game: Game, players: int) -> None:
    words, spoken = game.words("en"), 0
    for seed, options in enumerate(option_sets(game, players)[:5]):
        for play, rng in moments(game, options, 200 + seed, every=3):
            if play.over or play.chance_due:
                continue
            for seat in play.seats_to_act():
                known = play.view(seat)
                actions = play.legal(seat)
                if is_posed(game):
                    from kosmoport.engine.reference import playing

                    actions = [playing(game).complete_action(play.s, play.c, seat, a, rng) for a in actions]
                said = [words.say("action", game.describe(known, a)) for a in actions]
                assert len(set(said)) == len(set(actions))
                for action, text in zip(actions, said, strict=True):
                    assert game.encode(known, words.read_action(text)) == action
                    assert game.encode(known, words.read_action(f"  {text.upper()} ")) == action
                    spoken += 1
    assert spoken > 100


def told_ids(game: Game) -> tuple[set[str], set[str], set[str]]:
    """Ids of events, account lines and actions that occur in random and in one-sided games."""
    words = game.words("en")
    events, account, actions = set[str](), set[str](), set[str]()
    for players in range(game.players[0], game.players[1] + 1):
        for seed, options in enumerate(option_sets(game, players)):
            policy = "any" if is_posed(game) else ("any", "first", "last")[seed % 3]
            rng = generator(300 + seed)
            play = new_play(game, options, rng)
            while not play.over and len(play.moves) < 5_000:
                for seat in (SPECTATOR, 0):
                    account |= _said(words, "account", game.view.account(play.view(seat)))
                actions |= _possible(play)
                happened = random_move(play, rng, policy)
                for seat in (SPECTATOR, *range(players)):
                    events |= _said(words, "event", play.told(happened, seat))
            account |= _said(words, "account", game.view.account(play.view(SPECTATOR)))
    return events, account, actions


def _possible(play: Play) -> set[str]:
    if is_posed(play.game):
        return set()
    ends = [(seat, a) for seat in play.seats_to_act() for a in (play.legal(seat)[0], play.legal(seat)[-1])]
    return {play.game.describe(play.view(seat), action).id for seat, action in ends}


def _said(words: Words, section: str, lines: list[Told]) -> set[str]:
    for line in lines:
        assert words.say(section, line)
    return {line.id for line in lines}


@pytest.mark.parametrize("game", games())
def test_everything_told_has_words_and_no_words_are_idle(game: Game) -> None:
    messages = game.words("en").messages
    events, account, actions = told_ids(game)
    rare = RARE.get(game.id, set())
    assert events | rare >= set(messages["event"])
    assert account | rare >= set(messages["account"])
    if not is_posed(game):
        assert actions == set(messages["action"])
    assert set(messages["reason"]) == {*game.reasons} - {"ok"}
    assert set(messages["option"]) == {spec.name for spec in game.options}


@pytest.mark.parametrize("game", games())
def test_templates_are_well_formed(game: Game) -> None:
    forms = {None, "term", "terms", "seat", "seats", "mm", "int"}
    count = 0
    for section in game.words("en").messages.values():
        for message in section.values():
            variants = (
                [v for k, v in message.items() if k != "by"] if isinstance(message, dict) else [message]
            )
            for text in variants:
                assert {m[2] for m in PARAMETER.finditer(text)} <= forms
                assert "{" not in PARAMETER.sub("", text)
                count += 1
    assert count > 20
