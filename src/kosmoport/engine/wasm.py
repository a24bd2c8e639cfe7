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

        enter = _entry(_bindings._wasmtime_func_call_unchecked)
        context = _address(store._context().contents)
        handle = _address(function._func)
        trap_type, error_type = ctypes.POINTER(_ffi.wasm_trap_t), ctypes.POINTER(_ffi.wasmtime_error_t)
        trap_made: Callable[[Any], Exception] = wasmtime.Trap._from_ptr
        error_made: Callable[[Any], Exception] = wasmtime.WasmtimeError._from_ptr
    except (ImportError, AttributeError):
        return None
    takes, gives = kind
    slots: Any = (ctypes.c_int64 * (WORDS * max(takes, len(gives), 1)))()
    place, count, trap = _address(slots), ctypes.c_size_t(len(slots) // WORDS), ctypes.c_void_p()
    trapped = _address(trap)
    slots[: WORDS * len(first) : WORDS] = first
    start, begin, end = (first[0] if first else 0), WORDS * len(first), WORDS * takes
    mask = 0xFFFFFFFF if gives == ["i32"] else -1

    def stopped(error: int | None) -> Fault:
        """What it was, which is the caller's to free; the next call finds a clean place."""
        if error is not None:
            return machine._fault(str(error_made(ctypes.cast(error, error_type))))
        found, trap.value = ctypes.cast(trap, trap_type), None
        return machine._fault(str(trap_made(found)))

    def call_with_one(value: int) -> int:
        slots[0] = start  # the last result lay there
        slots[begin] = value
        error = enter(context, handle, place, count, trapped)
        if error is not None or trap.value is not None:
            raise stopped(error)
        result: int = slots[0] & mask
        return result

    def call(*rest: int) -> int:
        slots[0] = start
        slots[begin:end:WORDS] = rest
        error = enter(context, handle, place, count, trapped)
        if error is not None or trap.value is not None:
            raise stopped(error)
        result: int = slots[0] & mask
        return result

    return call_with_one if first and takes == len(first) + 1 else call


def _entry(function: Any) -> Any:
    """A function that takes its arguments as they are: to convert them costs more than the call."""
    address: Any = ctypes.cast(function, ctypes.c_void_p).value
    found: Any = ctypes.CFUNCTYPE(ctypes.c_void_p)(address)
    found.argtypes = None
    return found


def _address(of: Any) -> ctypes.c_void_p:
    """Where something lies, which stays there as long as anybody uses that."""
    place: Any = ctypes.c_void_p(ctypes.addressof(of))
    place.kept = of
    found: ctypes.c_void_p = place
    return found
