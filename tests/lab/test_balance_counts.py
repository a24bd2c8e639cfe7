"""What is counted in a watched game: against the table at its end, and by hand where it is rare."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kosmoport.bots.random import RandomBot
from kosmoport.core.contract import NOBODY
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczna_eskadra import schema as eskadra
from kosmoport.games.kosmiczna_misja import schema as misja
from kosmoport.games.kosmiczni_piraci import schema as kosmiczni
from kosmoport.games.kosmodraci import schema as draci
from kosmoport.games.piraci import schema as piraci
from kosmoport.lab.arena import deal_out
from kosmoport.lab.balance.study import study_of, watch_game
from tests.lab.balance_games import counts, random_game, random_games, told

RULES = Path(__file__).parents[2] / "docs" / "rules"
RULE_ID = re.compile(r"^(?:- \*\*|\| )([A-Z]{2}-B?\d+[a-z]?)", re.MULTILINE)

# What random games hardly ever show: the events that tell it.
RARE: dict[tuple[str, str], tuple[tuple[int, ...], ...]] = {
    ("kosmiczni_piraci", "both_home"): ((kosmiczni.LAYING_ENDED, kosmiczni.BOTH_HOME),),
    ("piraci", "loot_gone"): ((piraci.LOOT_GONE, 0, 1, 0),),
    ("piraci", "shared_win"): (),  # nobody has more than the others yet
    ("kosmiczna_misja", "barren"): ((misja.FINISHED, 0, 0, 0),),
    ("kosmiczna_misja", "stalemate"): ((misja.ENDED, misja.STALEMATE),),
    ("kosmodraci", "pile_renewed"): ((draci.PILE_RENEWED, 3),),
    ("kosmodraci", "shared_win"): (),
    ("kosmiczna_eskadra", "ore_short"): ((eskadra.ORE_LOST, eskadra.ASTEROID_NR, 1),),
    ("kosmiczna_eskadra", "tied_rounds"): ((eskadra.ROUND_WON, NOBODY),),
}
BY_HAND = {("kosmiczni_piraci", "fully_tied_planets")}  # positions below

WATCHES = {game.id: game.watch for game in GAMES}
game_ids = pytest.mark.parametrize("game_id", list(WATCHES))


def test_every_game_is_watched() -> None:
    assert all(watch.counts for watch in WATCHES.values())


@game_ids
def test_every_count_has_a_name_of_its_own_and_a_rule_that_is_written(game_id: str) -> None:
    watch = WATCHES[game_id]
    every = [*watch.lengths, *watch.counts]
    written = set(RULE_ID.findall((RULES / f"{game_id}.md").read_text(encoding="utf-8")))
    assert len(written) > 30
    assert {count.rule for count in every} <= written
    assert len({count.id for count in every}) == len({count.label for count in every}) == len(every) > 10


@game_ids
def test_everything_that_is_counted_happens(game_id: str) -> None:
    seen: set[str] = set()
    for log in random_games(game_id):
        found = counts(log)
        assert all(number >= 0 for number in found.values())
        assert all(found[count.id] <= 1 for count in WATCHES[game_id].counts if count.once)
        seen |= {name for name, number in found.items() if number}
    rare = {name for game, name in [*RARE, *BY_HAND] if game == game_id}
    assert seen | rare == set(counts(random_games(game_id)[0]))


@pytest.mark.parametrize("game_id, name", list(RARE), ids=lambda value: str(value))
def test_what_is_rare_is_counted_when_it_happens(game_id: str, name: str) -> None:
    events = RARE[game_id, name]
    assert counts(told(game_id, *events))[name] == 1
    if events:
        assert counts(told(game_id))[name] == 0


@game_ids
def test_what_an_option_rules_out_never_happens(game_id: str) -> None:
    watch, ruled_out = WATCHES[game_id], 0
    for log in random_games(game_id):
        for count in set(watch.counts) - set(watch.counted(log.play.options)):
            assert count.of(log) == 0
            ruled_out += 1
    assert ruled_out or all(count.option is None for count in watch.counts)


def test_treasures_of_kosmiczni_piraci_all_go_somewhere() -> None:
    for log in random_games("kosmiczni_piraci"):
        found, players = counts(log), log.play.options["players"]
        won = sum(sum(log.s.player[p].won) for p in log.seats)
        lost = found["plundered"] + found["trade_ship_plundered"] + found["unclaimed"]
        assert won + lost == {3: 12, 5: 20}[players] + 1  # KP-6, and the trade ship
        picked = len(list(log.of(kosmiczni.TAKEN)))
        assert picked + found["surplus"] == won
        ends = [found[name] for name in ("trade_home", "pirate_home", "both_home", "all_cards")]
        assert sorted(ends) == [0, 0, 0, 1]
        assert found["cards_laid"] + found["cards_in_hand"] == 8 * players


def test_strength_decides_who_shares_a_planet_and_who_goes_without() -> None:
    """Planet 2: seats 0, 1, 3 with 5, 5 and 2, two treasures; seats 0 and 1 differ at planet 0 only."""
    log = told("kosmiczni_piraci", (kosmiczni.TAKEN, 0, 3, 2), (kosmiczni.TAKEN, 1, 1, 2))
    for seat, strength in ((0, 5), (1, 5), (3, 2)):
        log.s.player[seat].present[2] = 1
        log.s.player[seat].strength[2] = strength
    log.s.player[0].strength[0] = 4
    found = counts(log)
    assert (found["shared_planets"], found["empty_handed"], found["tied_planets"]) == (1, 1, 1)
    assert found["fully_tied_planets"] == 0
    log.s.player[1].strength[0] = 4
    assert counts(log)["fully_tied_planets"] == 1


def test_a_trade_ship_decides_if_others_would_lead_without_it() -> None:
    log = told("kosmiczni_piraci")
    log.s.player[1].won[kosmiczni.TRADE_SHIP] = 1
    log.s.player[2].won[log.c.kinds - 1] = 1
    assert counts(log)["trade_ship_decides"] == 1
    more = told("kosmiczni_piraci")
    more.s.player[1].won[kosmiczni.TRADE_SHIP] = more.s.player[1].won[log.c.kinds - 1] = 1
    more.s.player[2].won[0] = 1
    assert counts(more)["trade_ship_decides"] == 0


def test_ships_and_ducats_of_piraci_add_up() -> None:
    for log in random_games("piraci"):
        found = counts(log)
        boarded = sum(card != NOBODY for card in log.s.captor[: log.c.ships])
        assert found["boardings"] == boarded
        assert found["boardings"] + found["discarded"] == 15 or found["deadlock"]
        assert found["supply_ducats"] == log.s.covered
        assert found["supply_paid"] <= found["paid_by_captain"] <= found["boardings"]
        assert found["forced"] <= min(found["mutinies"], found["boardings"])
        assert found["turns"] == found["moves"] + found["boardings"] + found["passes"]


def test_a_boarding_is_forced_only_in_the_turn_of_the_call() -> None:
    called, boarded = (piraci.MUTINY_CALLED, 1, 3, 5), (piraci.BOARDED, 3, 0, 5)
    log = told("piraci", boarded, called, called, boarded, boarded)
    assert counts(log)["forced"] == 1


def test_tiles_of_kosmiczna_misja_are_all_accounted_for() -> None:
    for log in random_games("kosmiczna_misja"):
        found, players = counts(log), [log.s.player[p] for p in log.seats]
        tiles = found["founded"] + found["added"]
        assert tiles == log.c.tiles - log.s.left - log.s.banked
        assert tiles - found["discarded"] == sum(
            sum(p.planet[k].size for k in range(p.planets)) for p in players
        )
        planets = sum(player.planets for player in players)
        assert found["founded"] - found["vanished"] == planets
        assert found["finished"] - found["reopened"] == planets - found["unfinished"]
        assert found["blocked"] == found["discarded"] + found["skipped"]
        assert found["turns"] == len(log.play.moves) - sum(move.seat < 0 for move in log.play.moves)


def test_markers_of_kosmodraci_are_all_on_ships() -> None:
    for log in random_games("kosmodraci"):
        found, players = counts(log), [log.s.player[p] for p in log.seats]
        assert found["shields_gained"] - found["shields_lost"] == sum(player.shields for player in players)
        assert found["damage"] - found["repaired"] == sum(player.damage for player in players)
        assert found["tricks_under_fire"] <= found["targets"]
        assert found["led_and_won"] <= log.c.lair
        assert found["wasted_repairs"] >= 0


def test_lasers_and_ore_of_kosmiczna_eskadra_end_somewhere() -> None:
    for log in random_games("kosmiczna_eskadra"):
        found = counts(log)
        ends = ("into_space", "at_ships", "at_shields", "at_asteroids")
        assert found["shots"] == sum(found[name] for name in ends)
        assert found["ore_mined"] + found["ore_short"] <= 12 * found["rounds"]
        assert found["ore_sunk"] <= found["ore_mined"]
        assert found["silenced"] <= found["trophies"] + found["losses"] + found["removed"]
        assert found["rounds"] - found["tied_rounds"] == sum(log.scores)


def test_points_of_a_round_are_those_of_the_last_one_if_there_was_no_other() -> None:
    logs = [log for log in random_games("kosmiczna_eskadra") if counts(log)["rounds"] == 1]
    assert logs
    for log in logs:
        points = [log.s.player[p].points for p in log.seats]
        assert list(WATCHES["kosmiczna_eskadra"].points(log)) == points


# In Kosmodraci the draft comes before (KD-5), in Kosmiczna Eskadra a card is drawn first.
FIRST_EVENT = {"kosmodraci": draci.PLAYED, "kosmiczna_eskadra": eskadra.DRAWN}


@game_ids
def test_who_goes_first_is_known(game_id: str) -> None:
    terms = study_of(game_by_id(game_id), "random", 1, seconds=None).contest.terms
    firsts = set()
    for deal in range(4):
        log, first = random_game(terms, deal), watch_game(terms, deal, RandomBot)["first"]
        seats = [move.seat for move in log.play.moves if move.seat >= 0]
        events = log.of(FIRST_EVENT[game_id]) if game_id in FIRST_EVENT else iter([(0, seats[0])])
        assert first == next(events)[1]
        firsts.add(first)
    assert len(firsts) > 1


def test_nobody_goes_first_in_a_race() -> None:
    terms = study_of(
        game_by_id("kosmiczna_eskadra"), "random", 1, options={"mode": "lightning"}
    ).contest.terms
    play, _ = deal_out(terms, 0)
    assert WATCHES["kosmiczna_eskadra"].first(play) is None
