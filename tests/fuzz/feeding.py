"""The list of parsers that strangers reach, and how a case is fed to one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from random import Random
from types import SimpleNamespace
from typing import Any

from multidict import CIMultiDict

from kosmoport.core.errors import BadInput
from kosmoport.server.headers import Problem
from kosmoport.server.requests import body_of
from kosmoport.table.deciding import Declined
from tests.fuzz.garbage import made_wrong
from tests.server.fuzz_mutations import encoded, mutated

Case = Callable[[Random], None]
Refusal = (BadInput, Problem, Declined)
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
        sentence = refusal.text if isinstance(refusal, Problem) else str(refusal)
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

    request: Any = Asked(content=SimpleNamespace(iter_any=chunks))
    for name, value in said.items():
        if name == "content_type":
            request.headers["Content-Type"] = value
        else:
            setattr(request, name, value)
    return done(body_of(request, kind, most))


class Asked(dict[Any, Any]):
    """A request with this body, as far as the parsers look at it."""

    content_length = None

    def __init__(self, content: Any) -> None:
        super().__init__()
        self.content, self.headers = content, CIMultiDict({"Content-Type": "application/json"})


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
