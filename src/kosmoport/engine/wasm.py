"""Machines of WebAssembly, run by wasmtime.

Its own way to call a function checks and converts every argument, 48 µs in all; a step of a game takes one.
So functions are called through the same library's unchecked call, which takes 2 µs. Everything of wasmtime
that is not for the public is in this file, and where a release has it no more the public way is taken.
"""

from __future__ import annotations

import atexit
import ctypes
import weakref
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import wasmtime

from kosmoport.core.errors import BadInput
from kosmoport.engine.machine import Fault, Function, Given, Machine, aligned, flat

T = TypeVar("T")

PAGE = 65536
MOST = 2**32 - PAGE  # bytes of one memory
WORDS = 2  # of 8 bytes, for each argument of an unchecked call


_alive: weakref.WeakSet[Any] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """What is left at the end of the process: wasmtime's objects cannot end when their module is gone."""
    for one in list(_alive):
        one.close()


def _kept(made: T) -> T:
    _alive.add(made)
    return made


@cache
def engine() -> wasmtime.Engine:
    """What compiles modules; one for the process."""
    return _kept(wasmtime.Engine())


class Code:
    """A module, compiled: any number of machines run it, on any threads."""

    def __init__(self, wasm: bytes) -> None:
        self.module = _kept(wasmtime.Module(engine(), wasm))
        self.functions = {
            one.name: (len(one.type.params), [str(kind) for kind in one.type.results])
            for one in list(self.module.exports)
            if isinstance(one.type, wasmtime.FuncType)
        }
        """By name: how many numbers it takes, and of what kinds it gives some back."""


class WasmMachine(Machine):
    """An instance of a module."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._store = _kept(wasmtime.Store(engine()))
        self._exports = wasmtime.Instance(self._store, code.module, []).exports(self._store)
        memory, base = self._exports["memory"], self._exports["__heap_base"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(base, wasmtime.Global)
        self._memory = memory
        self._top = aligned(base.value(self._store))

    def allocate(self, size: int) -> tuple[int, memoryview]:
        address, self._top = self._top, self._top + aligned(max(1, size))
        if self._top > MOST:
            raise BadInput("so much does not fit into the 4 GB of one machine; take fewer games at a time")
        missing = -(-self._top // PAGE) - self._memory.size(self._store)
        if missing > 0:
            self._memory.grow(self._store, missing)
        # wasmtime reserves the address space of a memory, so that it never moves.
        start = ctypes.addressof(self._memory.data_ptr(self._store).contents) + address
        kind: Any = type("Bytes", (ctypes.c_ubyte * size,), {})
        block = kind.from_address(start)
        block.owner = self  # the memory is there as long as anybody looks at it
        return address, memoryview(block).cast("B")

    def bind(self, name: str, *given: Given) -> Function:
        function, kind = self._exports[name], self._code.functions[name]
        assert isinstance(function, wasmtime.Func)
        first = flat(given)
        quick = _unchecked(self, self._store, function, kind, first)
        if quick is not None:
            return quick
        return self._checked(function, first)

    def _checked(self, function: wasmtime.Func, first: list[int]) -> Function:
        """The public way."""

        def call(*rest: int) -> int:
            try:
                result = function(self._store, *first, *rest)
            except (wasmtime.Trap, wasmtime.WasmtimeError) as trap:
                raise self._fault(str(trap)) from None
            return 0 if result is None else int(result)

        return call

    def _fault(self, said: str) -> Fault:
        """One sentence; a checked module says in which line."""
        line = self._exports.get("fault") if hasattr(self._exports, "get") else None
        where = f" in line {line.value(self._store)}" if isinstance(line, wasmtime.Global) else ""
        cause = said.strip().splitlines()[-1].strip()
        return Fault(
            f"The compiled rules were stopped{where}: {cause}. Please report the record of this game."
        )


def _unchecked(
    machine: WasmMachine,
    store: wasmtime.Store,
    function: wasmtime.Func,
    kind: tuple[int, list[str]],
    first: list[int],
) -> Function | None:
    """The same call without looks at its arguments; None where wasmtime has it no more."""
    try:
        from wasmtime import _bindings, _ffi

        raw: Any = _bindings._wasmtime_func_call_unchecked
        context, handle = store._context(), ctypes.byref(function._func)
        trap_type: Any = ctypes.POINTER(_ffi.wasm_trap_t)
        trap_made: Callable[[Any], Exception] = wasmtime.Trap._from_ptr
        error_made: Callable[[Any], Exception] = wasmtime.WasmtimeError._from_ptr
        value_type: Any = _ffi.wasmtime_val_raw_t
    except (ImportError, AttributeError):
        return None
    takes, gives = kind
    count = max(takes, len(gives), 1)
    slots = (ctypes.c_int64 * (WORDS * count))()
    pointer = ctypes.cast(slots, ctypes.POINTER(value_type))
    traps = (trap_type * 1)()
    narrow = gives == ["i32"]
    for k, value in enumerate(first):
        slots[WORDS * k] = value
    start, begin = (first[0] if first else 0), WORDS * len(first)
    wanted = takes - len(first)

    def call(*rest: int) -> int:
        if len(rest) != wanted:
            raise TypeError(f"{wanted} more arguments are needed")
        slots[0] = start  # the last result lay there
        place = begin
        for value in rest:
            slots[place] = value
            place += WORDS
        error = raw(context, handle, pointer, count, traps)
        if error or traps[0]:
            said = str(error_made(error) if error else trap_made(traps[0]))
            traps[0] = None
            raise machine._fault(said)
        return slots[0] & 0xFFFFFFFF if narrow else slots[0]

    return call
