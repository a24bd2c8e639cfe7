"""Seat tokens cannot be made, changed or moved by anybody else."""

from __future__ import annotations

import hashlib
import os

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from itsdangerous import URLSafeSerializer

from kosmoport.house.tokens import (
    LETTERS,
    LONGEST_TOKEN,
    SENDERS,
    SeatToken,
    Tokens,
    new_table_id,
    origin_of,
)

KEY = bytes(range(32))
TOKENS = Tokens(KEY)


@pytest.mark.parametrize("sender", sorted(SENDERS))
def test_a_token_says_table_sender_and_nonce(sender: str) -> None:
    table, nonce = new_table_id(), Tokens.new_nonce()
    text = TOKENS.issue(table, sender, nonce)
    assert TOKENS.read(text) == SeatToken(table, sender, nonce)
    assert len(text) < LONGEST_TOKEN / 1.5
    assert all(letter.isalnum() or letter in "-_." for letter in text)


def test_any_changed_letter_voids_a_token() -> None:
    text = TOKENS.issue("table", "1", "nonce")
    payload, _, signature = text.rpartition(".")
    for place in range(len(text) - 1):  # the last letter has bits that say nothing
        other = "A" if text[place] != "A" else "B"
        assert TOKENS.read(text[:place] + other + text[place + 1 :]) is None
    assert TOKENS.read(payload) is None
    assert TOKENS.read(signature) is None


def test_a_token_of_another_server_is_worth_nothing() -> None:
    assert TOKENS.read(Tokens(bytes(32)).issue("table", "1", "nonce")) is None


def test_a_token_signed_for_another_purpose_is_worth_nothing() -> None:
    own = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    content = [new_table_id(), "1", Tokens.new_nonce()]
    oracle = URLSafeSerializer(KEY, salt="kosmoport.seat", signer_kwargs=own)
    assert TOKENS.issue(*content) == oracle.dumps(content)  # to the letter, as links of before are good
    assert TOKENS.read(str(oracle.dumps(content))) == SeatToken(*content)
    assert TOKENS.read(str(URLSafeSerializer(KEY, salt="other", signer_kwargs=own).dumps(content))) is None


@pytest.mark.parametrize(
    "content", [[], ["t", "1"], ["t", "1", "n", "x"], ["t", 1, "n"], ["t", "5", "n"], {"a": 1}, "t1n", None]
)
def test_signed_nonsense_is_no_token(content: object) -> None:
    assert TOKENS.read(TOKENS._signed(msgspec.json.encode(content))) is None


def test_an_endless_text_is_refused_though_it_is_signed() -> None:
    assert TOKENS.read(TOKENS.issue(os.urandom(300).hex(), "1", "nonce")) is None


@given(st.text() | st.text("abcABC012-_.", max_size=400))
def test_no_text_breaks_reading(text: str) -> None:
    assert TOKENS.read(text) is None


@pytest.mark.parametrize("text", ["\ud800.x", "é.é", "....", "a" * 100_000, "\0"])
def test_odd_texts_are_no_tokens(text: str) -> None:
    assert TOKENS.read(text) is None


def test_nonces_are_long_and_differ() -> None:
    nonces = {Tokens.new_nonce() for _ in range(1000)}
    assert len(nonces) == 1000
    assert min(map(len, nonces)) >= 22  # 128 bits in base64


def test_the_kept_hash_recognises_its_nonce_only() -> None:
    nonce = Tokens.new_nonce()
    kept = Tokens.nonce_hash(nonce)
    assert nonce not in kept
    assert Tokens.matches(nonce, kept)
    assert not Tokens.matches(Tokens.new_nonce(), kept)
    assert not Tokens.matches(kept, kept)
    assert not Tokens.matches("\ud800é", "é\ud800")


def test_table_ids_are_long_and_readable() -> None:
    tables = {new_table_id() for _ in range(500)}
    assert len(tables) == 500
    for table in tables:
        assert len(table) >= 20
        assert set(table) <= set(LETTERS)
    assert not set("0Oo1lI") & set(LETTERS)
    assert set("".join(tables)) == set(LETTERS)


def test_an_origin_counts_an_address_without_telling_it() -> None:
    assert origin_of(KEY, "192.0.2.1") == origin_of(KEY, "192.0.2.1")
    assert origin_of(KEY, "192.0.2.1") != origin_of(KEY, "192.0.2.2")
    assert origin_of(KEY, "192.0.2.1") != origin_of(bytes(32), "192.0.2.1")
    assert "192.0.2.1" not in origin_of(KEY, "192.0.2.1")
