"""Machines of plain Python: the same functions over the same memory, for a place where nothing compiled runs.

A record is a view of bytes: reading a field reads them, and writing one refuses what does not fit.
"""

from __future__ import annotations

import ast
from functools import cache
from math import prod, sqrt
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import Any

from kosmoport.core.layout import WIDTHS, Record, layout_of, size_of
from kosmoport.engine.emitter.sources import Definitions
from kosmoport.engine.machine import Fault, Function, Given, Machine
from kosmoport.engine.memory import LETTERS, Records
from kosmoport.engine.watching import WATCHERS, watched

REFUSALS = (ValueError, IndexError, ZeroDivisionError, OverflowError, TypeError)


def functions_of(definitions: Definitions, *, checked: bool) -> dict[str, Any]:
    """What the emitter reads, as Python in one namespace; `checked` functions look at every operation."""
    names = {**definitions.constants, "__builtins__": __builtins__, "sqrt": sqrt}
    names |= WATCHERS if checked else {}
    for name, function in definitions.functions.items():
        node = _without_types(watched(function) if checked else function)
        exec(compile(ast.Module([node], []), str(definitions.files[name]), "exec", dont_inherit=True), names)
    return names


def _without_types(node: ast.FunctionDef) -> ast.FunctionDef:
    """Types say something to the emitter alone."""
    taken = [ast.copy_location(ast.arg(one.arg), one) for one in node.args.args]
    given = ast.arguments([], taken, None, [], [], None, [])
    return ast.copy_location(ast.FunctionDef(node.name, given, node.body, [], None), node)


class PlainMachine(Machine):
    """Functions of one game, in plain Python."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self._functions = functions

    def allocate(self, size: int) -> tuple[int, memoryview]:
        memory = memoryview(bytearray(size))
        return 0, memory

    def bind(self, name: str, *given: Given) -> Function:
        function = self._functions[name]
        first = [_seen(one) for one in given]

        def call(*rest: int) -> int:
            try:
                return int(function(*first, *rest) or 0)
            except REFUSALS as error:
                where = self._place(error.__traceback__)
                raise Fault(
                    f"The rules were stopped{where}: {error}. Please report the record of this game."
                ) from error

        return call

    def _place(self, trace: TracebackType | None) -> str:
        """The innermost line that is of the game's program."""
        places = [
            (frame.f_code, line) for frame, line in walk_tb(trace) if frame.f_globals is self._functions
        ]
        return "".join(f" in {Path(code.co_filename).name}:{line}" for code, line in places[-1:])


def _seen(given: Given) -> Any:
    """An argument as plain functions take it."""
    if isinstance(given, int):
        return given
    if isinstance(given, Records):
        kind: Any = given.kind
        return Row(view_of(kind), given.size, given.bytes)
    view = given.view
    if len(given.shape) < 2:
        return view
    wide = given.shape[1]
    return [view[row * wide : (row + 1) * wide] for row in range(given.shape[0])]


class Row:
    """Records side by side; assigning one copies it."""

    __slots__ = ("_bytes", "_kind", "_size")

    def __init__(self, kind: Any, size: int, memory: memoryview) -> None:
        self._kind, self._size, self._bytes = kind, size, memory

    def __len__(self) -> int:
        return len(self._bytes) // self._size

    def _of(self, index: int) -> memoryview:
        if not 0 <= index < len(self):
            raise IndexError(f"there is no record {index}")
        return self._bytes[index * self._size : (index + 1) * self._size]

    def __getitem__(self, index: int) -> Any:
        return self._kind(self._of(index))

    def __setitem__(self, index: int, record: Any) -> None:
        self._of(index)[:] = record.memory


class Wide:
    """Numbers in several directions."""

    __slots__ = ("_shape", "_view")

    def __init__(self, view: memoryview, shape: tuple[int, ...]) -> None:
        self._view, self._shape = view, shape

    def __len__(self) -> int:
        return self._shape[0]

    def __getitem__(self, index: int) -> Any:
        if not 0 <= index < self._shape[0]:
            raise IndexError(f"there is no row {index}")
        wide = prod(self._shape[1:])
        row = self._view[index * wide : (index + 1) * wide]
        return row if len(self._shape) == 2 else Wide(row, self._shape[1:])


class View:
    """A record that lies in memory; `view_of` makes a class for each kind."""

    __slots__ = ("memory",)

    def __init__(self, memory: memoryview) -> None:
        self.memory = memory


@cache
def view_of(kind: Any) -> type[View]:
    """The class of views of this kind of record, which its type says it is."""
    offsets = layout_of(kind).offsets
    fields = {name: _field(offsets[name], inner, shape) for name, inner, shape in kind.fields}
    return type(kind.__name__, (View,), {"__slots__": (), **fields})


def _field(offset: int, kind: Any, shape: tuple[int, ...]) -> property:
    if isinstance(kind, type):
        return _records(offset, kind, shape)
    width, letter = WIDTHS[kind], LETTERS[kind]
    end = offset + width * prod(shape)
    if len(shape) > 1:
        return property(lambda view: Wide(view.memory[offset:end].cast(letter), shape))
    if shape:
        return property(lambda view: view.memory[offset:end].cast(letter))

    def write(view: View, value: int) -> None:
        view.memory[offset:end].cast(letter)[0] = int(value)

    return property(lambda view: view.memory[offset:end].cast(letter)[0], write)


def _records(offset: int, kind: type[Record], shape: tuple[int, ...]) -> property:
    size, made = size_of(kind), view_of(kind)
    end = offset + size * prod(shape)
    if shape:
        return property(lambda view: Row(made, size, view.memory[offset:end]))

    def write(view: View, value: View) -> None:
        view.memory[offset:end] = value.memory

    return property(lambda view: made(view.memory[offset:end]), write)
