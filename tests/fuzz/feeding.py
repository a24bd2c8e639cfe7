"""The list of parsers that strangers reach, and how a case is fed to one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

from kosmoport.core.errors import BadInput
from kosmoport.house.http import Request
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.requests import body_of
from kosmoport.server.web import read_body
from kosmoport.table.declined import Declined
from tests.fuzz.garbage import made_wrong
from tests.server.fuzz_mutations import encoded, mutated

Case = Callable[[Random], None]
Refusal = (BadInput, HTTPError, Declined)
PARSERS: dict[str, Case] = {}


def parser(case: Case) -> Case:
    """A case of the list; what it raises besides Refusal is a mistake of ours."""
    PARSERS[case.__name__] = case
    return case


def run(name: str, seed: int) -> bool:
    """One case of a parser; was it accepted?"""
    return feed(name, Random(f"{name} {seed}"), str(seed))


def feed(name: str, rng: Random, seed: str) -> bool:
    """Was it accepted? Anything but the documented error is raised with what led to it."""
    try:
        PARSERS[name](rng)
    except Refusal as refusal:
        sentence = refusal.text if isinstance(refusal, HTTPError) else str(refusal)
        assert len(sentence) < 1000, f"{name} {seed}: a sentence of {len(sentence)} characters"
        assert "\n" not in sentence, f"{name} {seed}: more than a line"
        return False
    except Exception as error:
        raise AssertionError(f"{name} {seed}: {type(error).__name__}") from error
    return True


def body(data: bytes, kind: type[Any], most: int, **said: Any) -> Any:
    """What a handler gets of a body; its headers may say something else about it."""

    async def chunks() -> AsyncIterator[bytes]:
        yield data

    return done(body_of(asked(chunks, **said), kind, most))


def asked(
    chunks: Callable[[], AsyncIterator[bytes]],
    length: int | None = None,
    content_type: str = "application/json",
    packed: str = "identity",
) -> Request:
    """A request with this body, read as the server reads it, and what its headers say about it."""
    sent: Any = SimpleNamespace(content=SimpleNamespace(iter_any=chunks), content_length=length)
    headers = {"Content-Encoding": packed, "Content-Type": content_type}
    read = partial(read_body, sent)
    return Request("POST", "/", headers=headers, read=read)


def done(work: Coroutine[Any, Any, Any]) -> Any:
    """The answer of a coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waits for something")


def sent(rng: Random, value: dict[str, Any]) -> bytes:
    """A body or a message as it comes over the line: right, almost right, or broken."""
    pick = rng.random()
    if pick < 0.6:
        return encoded(value if pick < 0.2 else made_wrong(rng, value))
    return mutated(rng, value)
