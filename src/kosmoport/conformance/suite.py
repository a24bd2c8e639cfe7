"""The suite for a game: every check with its name, run one after the other, each told in one line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kosmoport.conformance import contract, hidden, machine, random_games, records, thumbs, words
from kosmoport.conformance.tables import Broken, Here, players_of
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.words import ENGLISH
from kosmoport.games.packages import said

DECISIONS = 2_000  # plain and compiled, for each number of players


class CheckOutcome(NamedTuple):
    """What came of a check: how much was looked at, or in one sentence what is wrong."""

    check: str
    done: str
    wrong: str | None = None

    def __str__(self) -> str:
        if self.wrong is None:
            return f"ok    {self.check}: {self.done}"
        return f"WRONG {self.check}: {self.wrong}"


@dataclass(frozen=True)
class Check:
    """One thing that must be true of a game; `run` says how much it has looked at, or raises."""

    name: str
    run: Callable[[Game], str]
    compiles: bool = False  # goes on to machine code, which is worth waiting for when all else holds


def _once(check: Callable[[Game], int], unit: str) -> Callable[[Game], str]:
    return lambda game: _count(check(game), unit)


def _tables(check: Callable[[Game, int], int], unit: str) -> Callable[[Game], str]:
    """With every number of players."""
    return lambda game: _count(sum(check(game, players) for players in players_of(game)), unit)


def _count(number: int, unit: str) -> str:
    """How much was looked at; a check that looked at nothing says nothing about the game."""
    if number == 0:
        raise Broken(f"it found no {unit} to look at, so nothing is proved")
    return f"{number:,} {unit}"


def _redeal(game: Game) -> str:
    parts = [hidden.a_redealt_world_looks_the_same_to_the_seat(game, n) for n in players_of(game)]
    checked, changed = (sum(part[k] for part in parts) for k in (0, 1))
    if not changed:
        return f"{checked:,} worlds, and nothing is hidden: every view tells the whole position"
    return f"{checked:,} worlds, {changed:,} of them other ones"


def _alike(game: Game) -> str:
    number = hidden.actions_that_look_alike_are_told_alike(game)
    return f"{number:,} pairs" if number else "nothing is done in secret"


def _onlookers(game: Game) -> str:
    return f"{hidden.others_events_are_the_same_in_every_world_that_agrees_with_them(game):,} moves"


def _words(game: Game) -> str:
    spoken = words.everything_told_has_words(game)
    idle = words.idle_words(game, spoken)
    done = f"{len(spoken.events)} events, {len(spoken.account)} lines, {len(spoken.actions)} actions"
    return done + (f"; never told in these games: {', '.join(idle)}" if idle else "")


def _languages(game: Game) -> str:
    checks = (words.templates_are_well_formed, words.you_is_said_to_somebody, words.plurals_are_complete)
    others = (words.a_language_says_the_same_things_as_english, words.actions_are_read_back)
    written = words.languages_of(game)
    for language in written:
        for check in (*checks, *(others if language != ENGLISH else ())):
            check(game, language)
    return ", ".join(written)


def _thumbs(check: Callable[[Game], str]) -> Callable[[Game], str]:
    """Only for games that have some, and list their actions; of poses only candidates are looked at."""

    def run(game: Game) -> str:
        if game.thumbs is None:
            return "it has none"
        return "poses cannot be listed" if game.poses is not None else check(game)

    return run


def _agree(game: Game, players: int) -> int:
    return machine.plain_and_compiled_agree(game, players, decisions=DECISIONS)


CHECKS = (
    Check("everything is there", _once(contract.everything_is_there, "names")),
    Check("the rules are in the subset", _once(contract.everything_is_in_the_subset, "lines")),
    Check(
        "games end as they should", _tables(random_games.games_end_in_positions_that_can_occur, "positions")
    ),
    Check(
        "legal_actions and why_not agree",
        _tables(random_games.legal_actions_are_exactly_the_accepted_ones, "lists"),
    ),
    Check(
        "what is refused changes nothing",
        _tables(random_games.refused_actions_give_a_reason_and_change_nothing, "actions"),
    ),
    Check("after the end nothing is legal", _tables(random_games.an_ended_game_accepts_nothing, "seats")),
    Check(
        "views can be made together",
        _tables(random_games.views_made_together_are_those_made_one_by_one, "positions"),
    ),
    Check("observations are whole", _tables(hidden.observations_are_whole, "numbers")),
    Check("a seat gets nothing it cannot know", _redeal),
    Check(
        "restore is the way back from view",
        _tables(hidden.a_world_restored_from_a_view_has_that_view, "worlds"),
    ),
    Check(
        "a restored world can be played on",
        _tables(hidden.a_restored_world_can_be_played_to_its_end, "worlds"),
    ),
    Check("refusals tell no secret", _tables(hidden.own_actions_are_legal_in_every_world, "actions")),
    Check("events tell onlookers no secret", _onlookers),
    Check("events tell only what is known", _tables(hidden.events_are_told_from_what_is_known, "lines")),
    Check("secret actions are told alike", _alike),
    Check("actions are said and read back", _tables(words.actions_are_said_and_read_back, "actions")),
    Check("everything told has words", _words),
    Check("every language is whole", _languages),
    Check("records replay", _tables(records.a_record_replays, "moves")),
    Check("unfinished records replay", _once(records.an_unfinished_record_replays, "records")),
    Check(
        "positions are read and played on", _tables(records.a_position_reads_back_and_plays_on, "positions")
    ),
    Check("damaged records are refused", _once(records.damaged_records_get_one_sentence, "records")),
    Check(
        "damaged positions do no harm",
        _once(records.damaged_positions_get_one_sentence_or_can_be_played, "refused"),
    ),
    Check("thumbs know no secret", _thumbs(_tables(thumbs.thumbs_read_only_what_the_seat_knows, "worlds"))),
    Check(
        "thumbs tell actions apart", _thumbs(_tables(thumbs.meanings_tell_legal_actions_apart, "decisions"))
    ),
    Check("plain and compiled agree", _tables(_agree, "games"), compiles=True),
    Check(
        "they agree with all options",
        _tables(machine.plain_and_compiled_agree_with_options, "sets of options"),
        compiles=True,
    ),
    Check("records replay compiled", _tables(machine.a_record_replays_compiled, "moves"), compiles=True),
    Check(
        "threads change nothing",
        _once(machine.threads_and_pieces_do_not_change_results, "games"),
        compiles=True,
    ),
    Check("nothing leaves its bounds", _tables(machine.nothing_leaves_its_bounds, "games"), compiles=True),
    Check(
        "every function agrees compiled",
        _once(machine.every_question_has_the_same_answer_compiled, "questions"),
        compiles=True,
    ),
    Check(
        "thumbs agree compiled",
        _thumbs(_once(thumbs.thumbs_are_the_same_compiled, "decisions")),
        compiles=True,
    ),
)


def outcomes(game: Game) -> Iterator[CheckOutcome]:
    """What comes of every check; nothing is compiled while something simpler is wrong."""
    wrong = 0
    for check in CHECKS:
        if check.compiles and wrong:
            return
        outcome = _outcome(check, game)
        wrong += outcome.wrong is not None
        yield outcome


def failures(game: Game) -> list[str]:
    """What is wrong with a game, for a test of its own: `assert failures(GAME) == []`."""
    return [str(outcome) for outcome in outcomes(game) if outcome.wrong is not None]


def _outcome(check: Check, game: Game) -> CheckOutcome:
    Here.text = ""
    try:
        return CheckOutcome(check.name, check.run(game))
    except Broken as broken:
        wrong = str(broken)
    except BadInput as error:
        wrong = str(error)
    except Exception as error:  # whatever a game does
        wrong = f"{_place(error, game)}{said(error)}"
    return CheckOutcome(check.name, "", wrong + (f" ({Here.text})" if Here.text else ""))


def _place(error: Exception, game: Game) -> str:
    """Which line of the game it was, if it was one."""
    folder = Path(str(game.compiled[0].__file__)).parent
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if folder in Path(frame.filename).parents
    ]
    if not frames:
        return ""
    last = frames[-1]
    return f"{Path(last.filename).relative_to(folder)}:{last.lineno}, in {last.name}: "
