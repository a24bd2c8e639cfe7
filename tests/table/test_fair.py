"""Fair deals: the derivation against its definition, no two inputs alike, and every game deals from it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

import pytest

from kosmoport.conformance.tables import option_sets
from kosmoport.core.chance import below, next_word, shuffle
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import Play, new_play
from kosmoport.engine.reference import playing
from kosmoport.table.fair import (
    Fair,
    Stream,
    chance_key,
    commitment,
    digest,
    first_chance_key,
    first_commitment,
    promise,
)
from tests.conformance.tables import games, tables

SECRET = bytes(range(32))
LUCK = ["clover", None, "ěščř"]
VALUE = "0f" * 32
VALUES = [VALUE, None, "a1" * 32]
FROZEN = digest("everything that bears on the deal, ěščř")


def first(secret: bytes, table: str, luck: Sequence[str | None]) -> Fair:
    """The chance of a table of before."""
    return Fair(first_chance_key(secret, table, luck))


def second(secret: bytes = SECRET, frozen: str = FROZEN, values: Sequence[str | None] = VALUES) -> Fair:
    return Fair(chance_key(secret, frozen, values))


def hmac_by_definition(key: bytes, text: bytes) -> bytes:
    """RFC 2104 for keys of at most 64 bytes, written out."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(k ^ 0x36 for k in padded) + text).digest()
    return hashlib.sha256(bytes(k ^ 0x5C for k in padded) + inner).digest()


def first_words(fair: Fair) -> tuple[int, ...]:
    stream = fair.deal_stream()
    return tuple(stream.a for _ in range(4))


def test_the_commitment_is_the_hmac_of_the_domain_the_table_and_the_round() -> None:
    text = b'["kosmoport fair deal 2: commitment","t-1",3]'
    assert commitment(SECRET, "t-1", 3) == hmac_by_definition(SECRET, text).hex()


def test_a_promise_is_the_hash_of_the_domain_and_all_it_is_good_for() -> None:
    text = f'["kosmoport fair deal 2: promise","t-1",2,3,"{VALUE}"]'.encode()
    assert promise("t-1", 2, 3, VALUE) == hashlib.sha256(text).hexdigest()


def test_the_deal_comes_from_the_secret_what_was_frozen_and_the_values() -> None:
    """docs/decisions/14-fair-deals.md, computed with nothing but SHA-256."""
    text = f'["kosmoport fair deal 2: chance","{FROZEN}","{VALUES[0]}",null,"{VALUES[2]}"]'.encode()
    stream_key = hmac_by_definition(hmac_by_definition(SECRET, text), b'["deal"]')
    block = hmac_by_definition(stream_key, (0).to_bytes(8, "big"))
    assert first_words(second()) == tuple(int.from_bytes(block[i : i + 4], "big") for i in range(0, 16, 4))


def test_everything_that_goes_into_the_key_matters() -> None:
    other = bytes([1, *SECRET[1:]])
    different = [
        second(),
        second(secret=other),
        second(frozen=digest("something else")),
        second(values=["0f" * 32, "a1" * 32, None]),
        second(values=["0f" * 32, "a1" * 32]),
        second(values=["0f" * 32, None, "a2" + "a1" * 31]),
        second(values=[None] * 3),
    ]
    assert len({first_words(fair) for fair in different}) == len(different)
    seen = {commitment(SECRET, "t-1", 0), commitment(SECRET, "t-1", 1), commitment(SECRET, "t-2", 0)}
    assert len(seen | {commitment(other, "t-1", 0), first_commitment(SECRET, "t-1")}) == 5
    promises = {
        promise("t-1", 0, 0, "0f" * 32),
        promise("t-2", 0, 0, "0f" * 32),
        promise("t-1", 1, 0, "0f" * 32),
    }
    assert len(promises | {promise("t-1", 0, 1, "0f" * 32), promise("t-1", 0, 0, "1f" * 32)}) == 5


@pytest.mark.parametrize("value", ["", "0F" * 32, "0f" * 31, "0f" * 33, "0g" * 32])
def test_a_value_that_no_device_draws_is_refused(value: str) -> None:
    with pytest.raises(BadInput, match="64 hexadecimal digits"):
        chance_key(SECRET, FROZEN, [value])


def test_who_begins_among_equals_is_a_lot_of_its_own() -> None:
    fairs = [second(frozen=digest(str(n))) for n in range(60)]
    assert {fair.start_among([1, 3, 4]) for fair in fairs} == {1, 3, 4}
    assert all(fair.start_among([2]) == 2 for fair in fairs)


# ---------------------------------------------------------------- tables of before


def test_the_first_commitment_is_the_hmac_of_the_domain_and_the_table() -> None:
    text = b'["kosmoport fair deal 1: commitment","t-1"]'
    assert first_commitment(SECRET, "t-1") == hmac_by_definition(SECRET, text).hex()


def test_the_deal_comes_from_secret_table_and_luck_as_written_down() -> None:
    """docs/decisions/14-fair-deals.md, computed with nothing but SHA-256."""
    text = '["kosmoport fair deal 1: chance","t-1","clover",null,"ěščř"]'.encode()
    stream_key = hmac_by_definition(hmac_by_definition(SECRET, text), b'["deal"]')
    blocks = [hmac_by_definition(stream_key, k.to_bytes(8, "big")) for k in range(2)]
    wanted = [int.from_bytes((blocks[0] + blocks[1])[i : i + 4], "big") for i in range(0, 64, 4)]
    stream = first(SECRET, "t-1", LUCK).deal_stream()
    assert [stream.a for _ in range(16)] == wanted


def test_everything_that_goes_in_matters() -> None:
    other = bytes([1, *SECRET[1:]])
    different = [
        first(SECRET, "t-1", LUCK),
        first(other, "t-1", LUCK),
        first(SECRET, "t-2", LUCK),
        first(SECRET, "t-1", ["clover", "x", "ěščř"]),
        first(SECRET, "t-1", [None, "clover", "ěščř"]),
        first(SECRET, "t-1", ["clover", "null", "ěščř"]),
        first(SECRET, "t-1", ['clover",null,"ěščř']),
        first(SECRET, "t-1", ["clove", None, "rěščř"]),
        first(SECRET, "t-1", ["clover", None]),
        first(SECRET, 't-1","clover', [None, "ěščř"]),
    ]
    assert len({first_words(fair) for fair in different}) == len(different)
    assert len({first_commitment(*one) for one in ((SECRET, "t-1"), (other, "t-1"), (SECRET, "t-2"))}) == 3


def test_streams_of_one_game_have_nothing_in_common() -> None:
    fair = first(SECRET, "t-1", LUCK)
    streams = [fair.deal_stream(), *(fair.roll_stream(k) for k in range(50))]
    words = [stream.a for stream in streams for _ in range(20)]
    assert len(set(words)) == len(words)
    seeds = {fair.bot_seed(seat) for seat in range(5)}
    assert len(seeds) == 5
    assert all(0 <= seed < 1 << 63 for seed in seeds)
    assert max(seeds) >= 1 << 60


def test_the_same_inputs_give_the_same_chance() -> None:
    again = first(SECRET, "t-1", tuple(LUCK))
    assert first_words(again) == first_words(first(SECRET, "t-1", LUCK))
    assert again.roll_stream(7).a == first(SECRET, "t-1", LUCK).roll_stream(7).a


@pytest.mark.parametrize("luck", ["", "x" * 65, "\ud83d\ude00", 7])
def test_luck_that_cannot_be_written_down_is_refused(luck: str) -> None:
    with pytest.raises(BadInput, match="1 to 64 characters"):
        first(SECRET, "t-1", [luck])


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_secret_has_exactly_32_bytes(length: int) -> None:
    with pytest.raises(BadInput, match="32 bytes"):
        commitment(bytes(length), "t-1", 0)
    with pytest.raises(BadInput, match="32 bytes"):
        chance_key(bytes(length), FROZEN, [])
    with pytest.raises(BadInput, match="32 bytes"):
        first_commitment(bytes(length), "t-1")
    with pytest.raises(BadInput, match="32 bytes"):
        first(bytes(length), "t-1", [])


# ---------------------------------------------------------------- the stream as a generator


def test_each_random_word_is_one_fresh_word_times_an_odd_number() -> None:
    stream, twin = Stream(SECRET), Stream(SECRET)
    for _ in range(100):
        assert next_word(stream) == twin.a * 0x9E3779BB % 2**32


def test_what_is_written_back_changes_nothing() -> None:
    stream, twin = Stream(SECRET), Stream(SECRET)
    stream.a, stream.b = 1, 1
    assert stream.b == 0
    assert [stream.a for _ in range(9)] == [twin.a for _ in range(9)]


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_numbers_below_n_are_equally_frequent(sides: int) -> None:
    stream, throws = Stream(SECRET), 6000
    counted = Counter(below(stream, sides) for _ in range(throws))
    expected = throws / sides
    chi_square = sum((counted[k] - expected) ** 2 / expected for k in range(sides))
    assert sorted(counted) == list(range(sides))
    assert chi_square < 3 * sides + 12


def test_every_order_of_a_shuffle_is_equally_frequent() -> None:
    stream, counted = Stream(SECRET), Counter[tuple[int, ...]]()
    for _ in range(4800):
        items = [0, 1, 2, 3]
        shuffle(stream, items, 4)
        counted[tuple(items)] += 1
    assert len(counted) == 24
    assert sum((n - 200) ** 2 / 200 for n in counted.values()) < 50


# ---------------------------------------------------------------- every game


@pytest.mark.parametrize(("game", "players"), tables())
def test_every_deal_is_a_proper_one(game: Game, players: int) -> None:
    deals = set()
    for n, options in enumerate(option_sets(game, players)):
        fair = second(frozen=digest(f"{game.id} {players} {n}"), values=["0f" * 32] * players)
        play = new_play(game, options, fair.deal_stream())
        blank = game.blank_state(options)
        assert list(game.invariants.deal_problems(blank, play.c, play.d)) == []
        assert list(game.invariants.problems(play.s, play.c)) == []
        deals.add(repr(play.d))
    assert len(deals) > 1


@pytest.mark.parametrize("game", games())
def test_the_whole_game_is_played_from_it(game: Game) -> None:
    fair = second()
    options = game.read_options({"players": game.players[0], **game.calm})
    first, again = play_some(game, options, fair), play_some(game, options, fair)
    assert first.moves == again.moves
    assert first.s == again.s


def play_some(game: Game, options: dict[str, object], fair: Fair) -> Play:
    """A hundred moves: rolls from their streams, decisions from another."""
    play, rolls, choices = new_play(game, options, fair.deal_stream()), 0, Stream(SECRET)
    for _ in range(100):
        if play.over:
            break
        if play.chance_due:
            play.roll(fair.roll_stream(rolls))
            rolls += 1
            continue
        seat = playing(game).seat_to_play(play.s, choices)
        legal = play.legal(seat)
        action = legal[below(choices, len(legal))]
        play.act(seat, playing(game).complete_action(play.s, play.c, seat, action, choices))
    return play
