"""Records and lists in plain bytes: what compiled functions read and write, as plain Python sees it.

A name is bound to a record or a list where it lies; a record that is assigned to a place is copied there;
a number that does not fit its place is an error, and so is an index that a list does not have.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from math import prod
from typing import Any

from kosmoport.core.layout import layout_of, size_of

LETTERS = {"int8": "<b", "int16": "<h", "int32": "<i", "int64": "<q", "bool": "<?", "float32": "<f"}


def read(memory: bytearray, at: int, kind: Any, shape: tuple[int, ...] = ()) -> Any:
    """A number, or what stands for the record or the list that lies there."""
    if shape:
        return Items(memory, at, kind, shape)
    return (
        View(memory, at, kind) if isinstance(kind, type) else struct.unpack_from(LETTERS[kind], memory, at)[0]
    )


def write(memory: bytearray, at: int, kind: Any, value: Any) -> None:
    """Put a number there, or copy a record."""
    if not isinstance(kind, type):
        struct.pack_into(LETTERS[kind], memory, at, value)
        return
    assert isinstance(value, View)
    assert value._kind is kind
    memory[at : at + size_of(kind)] = value._memory[value._at : value._at + size_of(kind)]


class View:
    """A record."""

    __slots__ = ("_at", "_kind", "_memory")
    _memory: bytearray
    _at: int
    _kind: Any

    def __init__(self, memory: bytearray, at: int, kind: Any) -> None:
        for name, value in (("_memory", memory), ("_at", at), ("_kind", kind)):
            object.__setattr__(self, name, value)

    def _place(self, wanted: str) -> tuple[int, Any, tuple[int, ...]]:
        for name, kind, shape in self._kind.fields:
            if name == wanted:
                return self._at + layout_of(self._kind).offsets[name], kind, shape
        raise AttributeError(wanted)

    def __getattr__(self, name: str) -> Any:
        return read(self._memory, *self._place(name))

    def __setattr__(self, name: str, value: Any) -> None:
        at, kind, shape = self._place(name)
        assert not shape, f"{name} is an array"
        write(self._memory, at, kind, value)


class Items:
    """A list, or a row of one."""

    __slots__ = ("_at", "_kind", "_memory", "_shape")

    def __init__(self, memory: bytearray, at: int, kind: Any, shape: tuple[int, ...]) -> None:
        self._memory, self._at, self._kind, self._shape = memory, at, kind, shape

    def __len__(self) -> int:
        return self._shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))

    def _item(self, index: int) -> int:
        if not 0 <= index < self._shape[0]:
            raise IndexError(f"{index} of {self._shape[0]}")
        return self._at + index * size_of(self._kind) * prod(self._shape[1:])

    def __getitem__(self, index: int) -> Any:
        return read(self._memory, self._item(index), self._kind, self._shape[1:])

    def __setitem__(self, index: int, value: Any) -> None:
        assert len(self._shape) == 1, "a whole row is assigned"
        write(self._memory, self._item(index), self._kind, value)
