"""One instance of a compiled game: its own memory, and the functions that work there.

A machine is for one thread at a time; another thread takes another one, which costs next to nothing. What a
machine gives out (records, numbers, arrays on them) stays where it is as long as anybody has it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import prod
from typing import Any, TypeAlias, TypeVar

from kosmoport.core.layout import WIDTHS, Record, size_of
from kosmoport.engine.memory import Numbers, Records

R = TypeVar("R", bound=Record)

ALIGNMENT = 64
Function = Callable[..., int]
Given: TypeAlias = "Records[Any] | Numbers | int"


class Fault(Exception):
    """Machine code had to be stopped: something that rules never do was done."""


class Machine(ABC):
    """Memory and functions."""

    @abstractmethod
    def allocate(self, size: int) -> tuple[int, memoryview]:
        """So many bytes that are zero: their address for the functions, and their bytes for Python."""

    @abstractmethod
    def bind(self, name: str, *given: Given) -> Function:
        """A function with its first arguments; the others are whole numbers, given when it is called."""

    def call(self, name: str, *given: Given) -> int:
        """Call a function once."""
        return self.bind(name, *given)()

    def records(self, kind: type[R], count: int = 1) -> Records[R]:
        address, memory = self.allocate(size_of(kind) * count)
        return Records(kind, count, address, memory)

    def record(self, record: R) -> Records[R]:
        """A plain record, written into the machine's memory."""
        made = self.records(type(record))
        made.write(0, record)
        return made

    def numbers(self, item: str, *shape: int) -> Numbers:
        address, memory = self.allocate(WIDTHS[item] * prod(shape))
        return Numbers(item, shape, address, memory)


def flat(given: tuple[Given, ...]) -> list[int]:
    """Arguments as machine code takes them: an address and lengths for what lies in memory."""
    return [part for one in given for part in ((one,) if isinstance(one, int) else one.parts)]


def aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT
