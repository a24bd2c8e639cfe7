"""The suite for a game finds what is wrong with one, and says so in a sentence that helps."""

from __future__ import annotations

import importlib
import itertools
import json
from pathlib import Path
from typing import NamedTuple

import pytest

from kosmoport.conformance import suite
from kosmoport.conformance.suite import CHECKS, Check, CheckOutcome, failures, outcomes
from kosmoport.conformance.tables import Broken
from kosmoport.core.game import Game
from kosmoport.starters.copying import Wanted, make
from tests.conformance.tables import STARTERS

_numbers = itertools.count(1)


@pytest.mark.parametrize("game", STARTERS, ids=lambda game: game.id)
def test_every_starter_passes_as_it_is(game: Game) -> None:
    told = list(outcomes(game))
    assert [outcome for outcome in told if outcome.wrong is not None] == []
    assert [outcome.check for outcome in told] == [check.name for check in CHECKS]
    assert all(outcome.done for outcome in told)


def test_there_is_a_starter_of_each_kind() -> None:
    hides = {game.id: "nothing is hidden" not in suite._redeal(game) for game in STARTERS}
    dice = {game.id: game.dice is not None for game in STARTERS}
    assert hides == {"hidden_dice": True, "hidden_plain": True, "open_dice": False, "open_plain": False}
    assert dice == {"hidden_dice": True, "hidden_plain": False, "open_dice": True, "open_plain": False}


class Slip(NamedTuple):
    """A mistake somebody might make: what stands instead of what, and what the suite must say of it."""

    file: str
    before: str
    after: str
    check: str
    sentence: str
    dice: bool = False


SLIPS = {
    "a view that leaks": Slip(
        "view.py",
        "hand=() if seat == SPECTATOR else _cards_of(s, seat)",
        "hand=_cards_of(s, max(seat, 0))",
        "a seat gets nothing it cannot know",
        "hand of its view is another one for a spectator where what it cannot know is dealt anew",
    ),
    "an observation that leaks": Slip(
        "hidden.py",
        "int(seat >= 0 and s.holder[card] == seat)",
        "int(s.holder[card] == own)",
        "a seat gets nothing it cannot know",
        "its observation is another one for a spectator",
    ),
    "an event that leaks": Slip(
        "view.py",
        'Told("took", {"seat": player})',
        'Told("took", {"seat": player, "next": s.holder.index(s.turn) if s.left else 0})',
        "events tell only what is known",
        "tell reads what seat",
    ),
    "a refusal that leaks": Slip(
        "rules.py",
        "    if action < 0 or action >= ACTIONS:\n        return UNKNOWN\n",
        "    if action < 0 or action >= ACTIONS or s.holder[action] == ASIDE:\n        return UNKNOWN\n",
        "a seat gets nothing it cannot know",
        "the answers of why_not is another one",
    ),
    "nothing is dealt anew": Slip(
        "hidden.py",
        "        if is_unseen(s, card, seat):\n            other",
        "        if is_unseen(s, card, seat) and card < 0:\n            other",
        "a seat gets nothing it cannot know",
        "a view does not tell it and redeal_unseen does not deal it anew, or restore is wrong",
    ),
    "cards get lost when they are dealt anew": Slip(
        "hidden.py",
        "s.holder[card] = there",
        "s.holder[card] = ASIDE",
        "a seat gets nothing it cannot know",
        "redeal_unseen leads to a position that cannot occur: holder has",
    ),
    "a number that is not observed": Slip(
        "hidden.py", "    out[2] = s.left\n", "", "observations are whole", "observe does not write out[2]"
    ),
    "more numbers than there is room for": Slip(
        "hidden.py",
        "OBSERVATION = 3 +",
        "OBSERVATION = 2 +",
        "observations are whole",
        "observe has an index beyond",
    ),
    "why_not is too kind": Slip(
        "rules.py",
        "OK if s.holder[action] == seat else NOT_IN_HAND",
        "OK",
        "legal_actions and why_not agree",
        "which legal_actions does not list",
    ),
    "why_not is too strict": Slip(
        "rules.py",
        "OK if s.holder[action] == seat else NOT_IN_HAND",
        "OK if s.holder[action] == seat and action > 0 else NOT_IN_HAND",
        "games end as they should",
        "why_not refuses what legal_actions or roll gives: card",
    ),
    "a reason without an id": Slip(
        "actions.py",
        'REASONS = ("card",)',
        "REASONS: tuple[str, ...] = ()",
        "legal_actions and why_not agree",
        "why_not gives the reason 4, and REASONS of actions.py has no id for it",
    ),
    "words are missing": Slip(
        "words/en.json",
        '"took": "{seat:seat} takes the trick."',
        '"take": "{seat:seat} takes the trick."',
        "everything told has words",
        "there is no event.took of words/en.json",
    ),
    "words ask for more than is told": Slip(
        "words/en.json",
        '"laid": "{seat:seat} lays {card}."',
        '"laid": "{seat:seat} lays {card} of {suit}."',
        "everything told has words",
        "event.laid of words/en.json asks for 'suit', which is not told",
    ),
    "an unknown format": Slip(
        "words/en.json",
        "{cards:terms}",
        "{cards:list}",
        "every language is whole",
        "account.hand in en has the format list",
    ),
    "encode is no inverse": Slip(
        "actions.py",
        "    return card - 1\n",
        "    return card % 30\n",
        "actions are said and read back",
        "describe says so of",
    ),
    "numbers that cannot be read": Slip(
        "words/en.json",
        "lay {card:int}",
        "lay a card",
        "actions are said and read back",
        "two actions are called 'lay a card'",
    ),
    "an index out of bounds": Slip(
        "rules.py",
        "    for i in range(CARDS):\n        s.holder",
        "    for i in range(CARDS + 1):\n        s.holder",
        "games end as they should",
        "in setup: IndexError: list index out of range",
    ),
    "outside the subset": Slip(
        "rules.py",
        "    s.left = HAND\n",
        "    s.left = len([*range(HAND)])\n",
        "the rules are in the subset",
        "rules.py:64: List is outside the subset that rules are written in",
    ),
    "shares that do not sum": Slip(
        "rules.py",
        "    share_win(out, s.opt.players)\n",
        "",
        "games end as they should",
        "shares of the win must sum to 60",
    ),
    "a misspelt field": Slip(
        "rules.py",
        "    s.score[s.turn] += 1\n",
        "    s.scroe[s.turn] += 1\n",
        "games end as they should",
        "in settle: AttributeError: 'State' object has no attribute 'scroe'",
    ),
    "a number that leaves 64 bits on its way": Slip(
        "rules.py",
        "    s.score[s.turn] += 1\n",
        "    s.score[s.turn] += 1 + (s.left + 8 << 62 & 0)\n",
        "nothing leaves its bounds",
        "The rules were stopped in rules.py:121: ",
    ),
    "a negative index": Slip(
        "rules.py",
        "    s.score[s.turn] += 1\n",
        "    s.score[s.turn] += 1 + s.holder[s.left - 20] * 0\n",
        "nothing leaves its bounds",
        "The rules were stopped in rules.py:121: index -",
    ),
    "a misspelt field where random games do not come": Slip(
        "rules.py",
        "    s.score[s.turn] += 1\n",
        "    s.score[s.turn] += 1\n    if s.left > HAND:\n        s.scroe[s.turn] += 1\n",
        "plain and compiled agree",
        "scroe",
    ),
    "restore forgets something": Slip(
        "view.py",
        "    s.left = known.left\n",
        "    s.left = 4\n",
        "restore is the way back from view",
        "left of its view is another one for a spectator in a world that restore makes",
    ),
    "invariants refuse what occurs": Slip(
        "invariants.py",
        "or s.left == 1:",
        "or s.left == 3:",
        "games end as they should",
        "invariants.py refuses a position of a random game: left is 3",
    ),
    "invariants let damage pass": Slip(
        "invariants.py",
        "        if s.holder.count(p) != s.left - (p in laid):",
        "        if s.holder.count(p) > HAND:",
        "damaged positions do no harm",
        "which cannot be played on: ",
    ),
    "invariants cannot read damage": Slip(
        "invariants.py",
        "    if not 0 <= s.turn < players:\n        yield",
        "    if s.trick[s.turn] and not 0 <= s.turn < players:\n        yield",
        "damaged positions do no harm",
        "invariants.py raises IndexError",
    ),
    "a function with other parameters": Slip(
        "rules.py",
        "def is_over(s: State) -> bool:",
        "def is_over(s: State, c: Components) -> bool:",
        "everything is there",
        "takes 2 parameters, and must take 1",
    ),
    "a function that is not there": Slip(
        "view.py",
        "def account(",
        "def acount(",
        "everything is there",
        "view has no account (The table in sentences",
    ),
    "dice that nobody registered": Slip(
        "__init__.py",
        "    dice=rules,\n",
        "",
        "everything is there",
        "rules.py has chance_due, so say dice=rules",
        dice=True,
    ),
    "components that nobody fills": Slip(
        "rules.py",
        "class Components(NoComponents):\n",
        "class Components(Record):\n    suits: int8\n\n\nclass Nothing(NoComponents):\n",
        "everything is there",
        "Components have fields, and nobody fills them",
    ),
    "a game that does not end": Slip(
        "rules.py",
        "    s.left -= 1\n",
        "    for i in range(CARDS):\n        s.holder[i] = i % s.opt.players\n",
        "games end as they should",
        "",
    ),
    "a number of players that cannot be": Slip(
        "__init__.py",
        "players=(2, 4)",
        "players=(1, 4)",
        "everything is there",
        "it must be two numbers from 2 to 5",
    ),
}


def broken(slip: Slip, folder: Path, patch: pytest.MonkeyPatch) -> Game:
    """A new game with this mistake in it."""
    name = f"slip_{next(_numbers)}"
    project, _ = make(Wanted(name, "Slip", True, slip.dice, (2, 4)), folder)
    file = project / name / slip.file
    text = file.read_text(encoding="utf-8")
    assert text.count(slip.before) == 1, f"{slip.before!r} stands {text.count(slip.before)} times there"
    file.write_text(text.replace(slip.before, slip.after), encoding="utf-8")
    patch.syspath_prepend(str(project))
    game: Game = importlib.import_module(name).GAME
    return game


@pytest.mark.parametrize("what", SLIPS)
def test_a_mistake_is_found(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slip = SLIPS[what]
    found = [outcome for outcome in outcomes(broken(slip, tmp_path, monkeypatch)) if outcome.wrong]
    assert found, "nobody noticed"
    first = found[0]
    assert (first.check, slip.sentence in str(first.wrong)) == (slip.check, True), first
    assert "\n" not in str(first)


def test_a_language_that_lacks_something_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(Slip("RULES.md", "# Slip", "# Slip", "", ""), tmp_path, monkeypatch)
    words = Path(str(game.compiled[0].__file__)).parent / "words"
    english = json.loads((words / "en.json").read_text(encoding="utf-8"))
    score = english["account"]["score"]
    several = {"by": "n", **dict.fromkeys(("one", "few", "many"), score["other"])}
    account = {"score": several, "laid": "{seat:seat}: {card}.", "turn": "{seat:seat}, {n}."}
    (words / "pl.json").write_text(json.dumps({**english, "account": account}), "utf-8")
    assert failures(game) == [
        "WRONG every language is whole: account.hand is in one of words/en.json and words/pl.json only"
    ]


def test_a_failure_names_the_place_and_the_game_that_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = failures(broken(SLIPS["a misspelt field"], tmp_path, monkeypatch))
    assert found[0].startswith("WRONG games end as they should: rules.py:")
    assert "(2 players, seed 0, after " in found[0]


def test_a_check_that_looks_at_nothing_fails() -> None:
    check = Check("nothing", suite._once(lambda game: 0, "things"))
    outcome = suite._outcome(check, STARTERS[0])
    assert outcome == CheckOutcome("nothing", "", "it found no things to look at, so nothing is proved")
    with pytest.raises(Broken):
        suite._count(0, "things")
