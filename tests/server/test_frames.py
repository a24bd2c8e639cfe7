"""Frames of clients: masked ones pass however they are cut, others end the connection, as do too many."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.server.frames import WRONG, ClientFrames
from tests.server import fuzz_bytes as wire
from tests.server.harness import NO_LIMITS, PATIENCE, Server, play, serving

HELLO = b'{"type":"hello","version":3}'
PING = b'{"type":"ping","at":1}'
SIZES = (0, 1, 125, 126, 127, 200, 65_535, 65_536, 70_000)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    """The data in parts, none of them empty."""
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[low:high] for low, high in pairwise(places)]


@given(
    st.lists(st.sampled_from(SIZES), min_size=1, max_size=6),
    st.lists(st.integers(0, 200_000), max_size=12),
    st.booleans(),
)
def test_masked_frames_pass_unchanged_however_they_are_cut(
    sizes: list[int], cuts: list[int], near_heads: bool
) -> None:
    frames = [wire.frame(b"\x81\x05" * (size // 2) + b"x" * (size % 2), mask=b"\x81\x05ab") for size in sizes]
    data = b"".join(frames)
    if near_heads:  # there the mistakes are
        starts = [sum(map(len, frames[:k])) for k in range(len(frames))]
        cuts = [start + cut % 15 for start in starts for cut in cuts]
    reader, counted = wire.KeepingReader(), []

    def one_more() -> float:
        counted.append(1)
        return 0.0

    walker = ClientFrames(reader, one_more, counted.clear)
    assert [walker.feed_data(piece) for piece in pieces(data, cuts)].count((True, b"")) == 0
    assert reader.got == data
    assert len(counted) == len(frames)


@given(st.sampled_from(SIZES), st.sampled_from(SIZES), st.lists(st.integers(0, 200_000), max_size=12))
def test_a_frame_without_a_mask_is_never_passed_on(before: int, size: int, cuts: list[int]) -> None:
    good, bare = wire.frame(b"x" * before), wire.frame(b"y" * size, mask=None)
    data = good + bare
    reader = wire.KeepingReader()
    walker = ClientFrames(reader, lambda: 0.0, lambda: None)
    around = [len(good) + cut % 15 for cut in cuts]
    for piece in pieces(data, around):
        if walker.feed_data(piece)[0]:
            break
    else:
        raise AssertionError("it passed")
    assert reader.got == good + WRONG


async def opened(server: Server, line: wire.Line, table: str, more: bytes = b"") -> None:
    line.write(wire.opening(table) + more)
    assert (await line.answer()).status == 101


async def close_code(line: wire.Line) -> int:
    """The code with which the server ends the connection."""
    async with asyncio.timeout(PATIENCE):
        while (frame := await line.frame()).kind != wire.CLOSE:
            pass
        await line.rest()
    return int.from_bytes(frame.payload[:2], "big")


@pytest.mark.parametrize("early", [False, True], ids=["after the answer", "right behind the request"])
@pytest.mark.parametrize("bare", [wire.TEXT, wire.PING, wire.PONG, wire.CLOSE])
def test_a_client_that_does_not_mask_is_sent_away_with_1002(tmp_path: Path, early: bool, bare: int) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            payload = {wire.TEXT: PING, wire.CLOSE: b"\x03\xe8"}.get(bare, b"x")
            good, last = wire.frame(HELLO) + wire.frame(PING), wire.frame(payload, bare, mask=None)
            async with wire.line(int(server.url.rpartition(":")[2])) as line:
                await opened(server, line, made["table"], good + last if early else b"")
                if not early:
                    for part in (*(bytes([letter]) for letter in good), last):
                        line.write(part)
                        await asyncio.sleep(0)
                assert await close_code(line) == 1002

    play(situation())


def test_masked_clients_notice_nothing(tmp_path: Path) -> None:
    async def situation() -> None:
        rng = Random(1)
        async with serving(tmp_path) as server:
            made = await server.make()
            async with wire.line(int(server.url.rpartition(":")[2])) as line:
                data = wire.frame(HELLO) + b"".join(
                    wire.frame(PING + b" " * rng.choice((0, 1, 100, 9000)), mask=rng.randbytes(4))
                    for _ in range(40)
                )
                await opened(server, line, made["table"], data[:100])
                for piece in pieces(data[100:], [rng.randrange(len(data)) for _ in range(60)]):
                    line.write(piece)
                    await asyncio.sleep(0)
                pongs = 0
                async with asyncio.timeout(PATIENCE):
                    while pongs < 40:
                        pongs += b'"pong"' in (await line.frame()).payload

    play(situation())


# ---------------------------------------------------------------- too many


def frames_of(kind: str) -> bytes:
    fragments = wire.frame(b"", wire.TEXT, final=False) + wire.frame(b"", 0, final=False) * 30
    frames = {
        "ping frames": wire.frame(b"x", wire.PING) * 30,
        "ping messages": wire.frame(PING) * 30,
        "pongs": wire.frame(b"x", wire.PONG) * 30,
        "hands": wire.frame(b'{"type":"hover","do":"hold"}') * 30,
        "refused messages": wire.frame(b'{"type":"ready","id":"a"}') * 30,
        "fragments": fragments,
        "texts": wire.frame(b"hello?") * 30,
    }
    return frames[kind]


@pytest.mark.parametrize(
    "path, rule, kind, hello",
    [
        ("table", "ping", "ping frames", True),
        ("table", "ping", "ping frames", False),
        ("table", "ping", "ping messages", True),
        ("lobby", "ping", "ping frames", True),
        ("lobby", "lobby", "texts", True),
        ("lobby", "lobby", "ping messages", True),
        ("table", "frame", "pongs", True),
        ("table", "frame", "hands", True),
        ("table", "frame", "refused messages", True),
        ("table", "frame", "fragments", True),
        ("table", "frame", "fragments", False),
        ("lobby", "frame", "pongs", True),
    ],
)
def test_a_socket_that_sends_too_much_is_told_once_and_ended(
    tmp_path: Path, path: str, rule: str, kind: str, hello: bool
) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace(f"{rule}=off", f"{rule}=10/hour")
        async with serving(tmp_path, limits=limits) as server:
            made = await server.make()
            where = "/api/lobby/socket" if path == "lobby" else f"/api/tables/{made['table']}/socket"
            async with wire.line(int(server.url.rpartition(":")[2])) as line:
                line.write(wire.request("GET", where, wire.UPGRADE))
                assert (await line.answer()).status == 101
                line.write((wire.frame(HELLO) if hello else b"") + frames_of(kind))
                told = []
                async with asyncio.timeout(PATIENCE):
                    while (frame := await line.frame()).kind != wire.CLOSE:
                        told.append(frame.payload)
                    await line.rest()
                (goodbye,) = (text for text in told if b'"goodbye"' in text)
                assert b'"rules"' in goodbye
                assert len([text for text in told if b'"pong"' in text or b'"ack"' in text]) <= 10
            figure = "kosmoport_rate_limited_total"
            assert server.parts.metrics.registry.get_sample_value(figure, {"rule": rule}) == 1

    play(situation())


def test_each_socket_has_pings_of_its_own(tmp_path: Path) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace("ping=off", "ping=3/hour")
        async with serving(tmp_path, limits=limits) as server:
            made = await server.make()
            for _ in range(3):
                async with server.connect(made["table"]) as client:
                    for number in range(3):
                        await client.send(type="ping", at=number)
                        assert (await client.next("pong"))["at"] == number

    play(situation())
