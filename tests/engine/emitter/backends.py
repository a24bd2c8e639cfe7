"""One text of the subset on every backend: plain Python, WebAssembly of both printers, and native code.

A call gets numbers and lists; the lists lie in one block of memory with marked bytes between them, and what
comes back is the result, bit for bit, and the whole block as the call left it.
"""

from __future__ import annotations

import ast
import ctypes
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod, sqrt
from pathlib import Path
from typing import Any, TypeAlias

import wasmtime

from kosmoport.core import layout
from kosmoport.core.layout import Record, size_of
from kosmoport.engine.emitter import typed as t
from kosmoport.engine.emitter.c import c_text
from kosmoport.engine.emitter.reading import Reader, Source
from kosmoport.engine.emitter.typed import BOOL, FLOAT, INT
from kosmoport.engine.emitter.wasm import PAGE, SMALL, wasm_text
from kosmoport.engine.plain import REFUSALS
from kosmoport.engine.watching import WATCHERS, watched
from tests.engine.emitter import memory, records

MARK = b"\xa5" * 16  # around each list: whoever writes beside it is seen
ALIGNED = 16
FLAGS = (
    "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-math-errno", "-fno-sanitize=undefined",
    "-nostdlib", "-w",
)  # fmt: skip
ZIG = (sys.executable, "-m", "ziglang", "cc")
NATIVE = ("-shared", "-fPIC")
WASM32 = (
    "-O1", "-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory",
    "-Wl,--no-entry", "-Wl,--export=__heap_base", "-Wl,-z,stack-size=65536",
)  # fmt: skip
KINDS = {INT: ctypes.c_int64, BOOL: ctypes.c_int, FLOAT: ctypes.c_double}
SHOWN = {"checked": True, "quick": False}
ERRORS = (*REFUSALS, struct.error)  # of plain Python; the last by the memory of these tests
INLINED = {"as usual": SMALL, "nothing in place": 0}

Value: TypeAlias = "int | float"
Given: TypeAlias = "Value | Sequence[Value] | Sequence[Sequence[Value]]"  # of records: how many


@dataclass(frozen=True)
class Outcome:
    """What a call gave and left behind."""

    result: Value | None
    memory: bytes


class Trapped(Exception):
    """The checked build stopped in this line."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


@dataclass(frozen=True)
class Call:
    """The arguments of one call: numbers, and lists by where in the block they lie."""

    block: bytes
    arguments: tuple[Value | tuple[int, t.Item, tuple[int, ...]], ...]

    def flat(self, base: int) -> list[Value]:
        """As compiled entries take them."""
        flat: list[Value] = []
        for one in self.arguments:
            flat += [base + one[0], *one[2]] if isinstance(one, tuple) else [one]
        return flat


Backend: TypeAlias = Callable[[str, Call], Outcome]


@dataclass(frozen=True)
class Case:
    """A program, and the arguments that its `main` is called with, one call after the other."""

    text: str
    calls: tuple[tuple[Given, ...], ...]


def case(text: str, *calls: tuple[Given, ...]) -> Case:
    return Case(text, calls)


# ---------------------------------------------------------------- texts


class Text:
    """A program in the subset; its names end with `suffix`, so that many fit into one."""

    def __init__(self, text: str, suffix: str = "") -> None:
        tree = ast.parse(text)
        own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        own |= {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        tree = ast.fix_missing_locations(_Renamed(own, suffix).visit(tree))
        self.text, self.suffix, self.tree = text, suffix, tree
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.names: dict[str, Any] = {**vars(layout), **vars(records), "sqrt": sqrt}
        exec(compile(tree, "<program>", "exec", dont_inherit=True), self.names)
        self.constants = {name + suffix: self.names[name + suffix] for name in own} | {"__builtins__": {}}
        for name in self.functions:
            del self.constants[name]

    @property
    def main(self) -> str:
        return f"main{self.suffix}"


class _Renamed(ast.NodeTransformer):
    def __init__(self, own: set[str], suffix: str) -> None:
        self.own, self.suffix = own, suffix

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.name += self.suffix
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if node.id in self.own:
            node.id += self.suffix
        return node


def source_of(texts: Iterable[Text], records: Mapping[type[Record], type[Record]]) -> Source:
    functions: dict[str, ast.FunctionDef] = {}
    names: dict[str, Mapping[str, Any]] = {}
    constants: dict[str, Any] = {}
    for text in texts:
        functions |= text.functions
        names |= dict.fromkeys(text.functions, text.names)
        constants |= text.constants
    return Source(functions, names, constants, records)


def program_of(*texts: Text, records: Mapping[type[Record], type[Record]] | None = None) -> t.Program:
    """All of them, each with `main` as an entry; with `records`, some stand for others."""
    reader = Reader(source_of(texts, records or {}))
    for text in texts:
        reader.entry(text.main)
    return reader.program


# ---------------------------------------------------------------- calls


def call_of(program: t.Program, name: str, given: Sequence[Given]) -> Call:
    """Lay out the lists of a call, as the signature of the entry says."""
    entry = _entry(program, name)
    block = bytearray(MARK)
    arguments: list[Value | tuple[int, t.Item, tuple[int, ...]]] = []
    for value, kind in zip(given, entry.parameters.values(), strict=True):
        if isinstance(value, int | float) and not isinstance(kind, t.Span):
            arguments.append(value)
            continue
        assert isinstance(kind, t.Span)
        block += bytes(-len(block) % ALIGNED)
        shape, data = _listed(kind, value)
        arguments.append((len(block), kind.item, shape))
        block += data + MARK
    return Call(bytes(block), tuple(arguments))


def _entry(program: t.Program, name: str) -> t.Function:
    return next(one for one in program.entries if one.name == name)


def _listed(kind: t.Span, value: Any) -> tuple[tuple[int, ...], bytes]:
    if isinstance(kind.item, type):
        return (value,), b"".join(_filled(kind.item, k) for k in range(value))
    shape: tuple[int, ...] = (len(value),)
    if kind.directions > 1:
        shape = (len(value), len(value[0]))
        value = [one for row in value for one in row]
    assert len(value) == prod(shape)
    return shape, b"".join(struct.pack(memory.LETTERS[kind.item], one) for one in value)


def _filled(kind: Any, k: int) -> bytes:
    """A record that has other numbers in every field, and others than its neighbours."""
    block = bytearray(size_of(kind))
    counter = iter(range(1 + 40 * k, 100_000))

    def fill(at: int, item: Any, shape: tuple[int, ...]) -> None:
        for n in range(prod(shape)):
            here = at + n * size_of(item)
            if isinstance(item, type):
                for name, inner, its_shape in item.fields:  # type: ignore[attr-defined] # it is a record
                    fill(here + layout.layout_of(item).offsets[name], inner, its_shape)
            else:
                memory.write(block, here, item, next(counter) % 128)

    fill(0, kind, ())
    return bytes(block)


def bits(result: object) -> Value | None:
    """A result that can be compared: truth values as numbers, and 0.0 is not -0.0."""
    if isinstance(result, float):
        return int.from_bytes(struct.pack("<d", result), "little")
    return None if result is None else int(result)  # type: ignore[call-overload] # a number


# ---------------------------------------------------------------- backends


class Plain:
    """The very functions, run by Python."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names

    def __call__(self, name: str, call: Call) -> Outcome:
        block = bytearray(call.block)
        given = [
            memory.Items(block, *one) if isinstance(one, tuple) else one  # where it lies, what, and how many
            for one in call.arguments
        ]
        result = self.names[name](*given)
        if self.names[name].__annotations__["return"] is float:  # Python lets a whole number through
            result = float(result)
        return Outcome(bits(result), bytes(block))


def watching(text: Text) -> Plain:
    """The same program in checked Python."""
    names = {**text.names, **WATCHERS}
    functions: list[ast.stmt] = [watched(function) for function in text.functions.values()]
    exec(compile(ast.Module(functions, []), "<program>", "exec", dont_inherit=True), names)
    return Plain(names)


@cache
def _engine() -> wasmtime.Engine:
    return wasmtime.Engine()


class Wasm:
    """A module; a call that traps takes its instance with it."""

    def __init__(self, code: bytes, *, constant: bool) -> None:
        self.module = wasmtime.Module(_engine(), code)
        self.constant = constant  # does nobody write below __heap_base?
        self.instance = self._instance()

    def _instance(self) -> tuple[wasmtime.Store, Any]:
        store = wasmtime.Store(_engine())
        return store, wasmtime.Instance(store, self.module, []).exports(store)

    @classmethod
    def of(cls, program: t.Program, *, checked: bool = True, small: int = SMALL) -> Wasm:
        return cls(bytes(wasmtime.wat2wasm(wasm_text(program, checked=checked, small=small))), constant=True)

    def __call__(self, name: str, call: Call) -> Outcome:
        store, exports = self.instance
        space, base, function = exports["memory"], exports["__heap_base"], exports[name]
        assert isinstance(space, wasmtime.Memory)
        assert isinstance(base, wasmtime.Global)
        assert isinstance(function, wasmtime.Func)
        start = -(-int(base.value(store)) // ALIGNED) * ALIGNED
        missing = start + len(call.block) - space.data_len(store)
        if missing > 0:
            space.grow(store, -(-missing // PAGE))
        below = bytes(space.read(store, 0, start))
        space.write(store, call.block, start)
        try:
            result = bits(function(store, *call.flat(start)))
        except (wasmtime.Trap, wasmtime.WasmtimeError) as trap:
            self.instance = self._instance()
            fault = exports.get("fault")
            raise Trapped(int(fault.value(store)) if isinstance(fault, wasmtime.Global) else 0) from trap
        assert not self.constant or space.read(store, 0, start) == below
        return Outcome(result, bytes(space.read(store, start, start + len(call.block))))


class Native:
    """A library in this process."""

    def __init__(self, program: t.Program, path: Path) -> None:
        self.program, self.library = program, ctypes.CDLL(str(path))

    def __call__(self, name: str, call: Call) -> Outcome:
        entry, function = _entry(self.program, name), self.library[name]
        function.argtypes = list(self._taken(entry))
        assert entry.result is None or isinstance(entry.result, t.Number)
        function.restype = KINDS[entry.result] if entry.result is not None else None
        block = ctypes.create_string_buffer(len(call.block) + ALIGNED)
        start = ctypes.addressof(block) + -ctypes.addressof(block) % ALIGNED
        ctypes.memmove(start, call.block, len(call.block))
        result = bits(function(*call.flat(start)))
        return Outcome(result, ctypes.string_at(start, len(call.block)))

    def _taken(self, entry: t.Function) -> Iterator[Any]:
        for kind in entry.parameters.values():
            if isinstance(kind, t.Span):
                yield from (ctypes.c_void_p, *[ctypes.c_int64] * kind.directions)
            else:
                assert isinstance(kind, t.Number)
                yield KINDS[kind]


def compiled(text: str, compiler: Sequence[str], flags: Sequence[str], folder: Path, name: str) -> Path:
    """What a compiler makes of a C text."""
    source, made = folder / f"{name}.c", folder / name
    source.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [*compiler, *FLAGS, *flags, "-o", str(made), str(source)],
        env={**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(folder / "zig"), "PYTHONWARNINGS": "ignore"},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return made


def printed_as_wasm(program: t.Program) -> dict[str, Backend]:
    """Checked and quick, with small functions in place of their calls and without."""
    return {
        f"{shown}, {how}": Wasm.of(program, checked=checked, small=small)
        for shown, checked in SHOWN.items()
        for how, small in INLINED.items()
    }


def printed_as_c(program: t.Program, folder: Path) -> dict[str, Backend]:
    """Native code, of Clang and of whatever else compiles C here, and WebAssembly by way of C."""
    text = c_text(program)
    made: dict[str, Backend] = {
        "C": Native(program, compiled(text, ZIG, ("-O1", *NATIVE), folder, "library.so")),
        "C as WebAssembly": Wasm(compiled(text, ZIG, WASM32, folder, "m.wasm").read_bytes(), constant=False),
    }
    if path := shutil.which("cc"):  # GCC begins with the last argument
        made["C of this machine"] = Native(
            program, compiled(text, (path,), ("-O2", *NATIVE), folder, "cc.so")
        )
    return made
