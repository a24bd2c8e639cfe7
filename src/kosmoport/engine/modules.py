"""What runs a game: the module that lies in its folder, one made now, native code, or plain Python.

A module beside a game says which text it was made from. If the text is another one by now, the module is left
alone and one is made from the text itself, in a fraction of a second and without a compiler. The emitter is
imported only then: importing it takes a third of the time that importing the engine would.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.engine.emitter.sources import digest, file_digest
from kosmoport.engine.machine import Machine
from kosmoport.engine.program import GameProgram

Backend = Literal["wasm", "native", "plain"]
BACKENDS: tuple[Backend, ...] = ("wasm", "native", "plain")
MODULE, MADE_FROM = "module.wasm", "module.json"
SHIPPED, MADE_NOW = "its module", "its rules, just now"


@dataclass(frozen=True)
class Runner:
    """What runs a game, and where it comes from."""

    backend: Backend
    origin: str  # in words
    machine: Callable[[], Machine]  # a new one; any number of them, on any threads


def backend() -> Backend:
    """What is asked for by $KOSMOPORT_ENGINE, else what there is."""
    chosen = os.environ.get("KOSMOPORT_ENGINE", "")
    if chosen in BACKENDS:
        return chosen
    if chosen:
        raise BadInput(f"KOSMOPORT_ENGINE must be one of {', '.join(BACKENDS)}, not {chosen}")
    return "wasm" if find_spec("wasmtime") is not None else _without_wasmtime()


@cache
def _without_wasmtime() -> Backend:
    from kosmoport.engine.native import compiler

    return "plain" if compiler() is None else "native"


def machine_of(
    game: Game, *, checked: bool = False, extra: tuple[Path, ...] = (), on: Backend | None = None
) -> Machine:
    """A new machine of this game; `checked` ones stop at whatever Python would refuse."""
    return runner(game, checked, extra, on or backend()).machine()


@cache
def runner(game: Game, checked: bool = False, extra: tuple[Path, ...] = (), on: Backend = "wasm") -> Runner:
    """What runs a game, ready to run."""
    program = GameProgram(game, extra)
    if on == "plain":
        from kosmoport.engine.plain import PlainMachine, functions_of

        functions = functions_of(program.definitions, checked=checked)
        return Runner("plain", "the rules themselves", lambda: PlainMachine(functions))
    if checked or on == "wasm":  # native code is never checked
        from kosmoport.engine.wasm import Code, WasmMachine

        shipped = None if checked or extra else shipped_module(program)
        code = Code(made_module(program, checked) if shipped is None else shipped)
        origin = MADE_NOW if shipped is None else SHIPPED
        return Runner("wasm", origin, lambda: WasmMachine(code))
    from kosmoport.engine.emitter.c import c_text
    from kosmoport.engine.native import NativeMachine, library

    native = library(c_text(program.read()))
    return Runner("native", "made by a C compiler", lambda: NativeMachine(native))


def made_module(program: GameProgram, checked: bool = False) -> bytes:
    """A module straight from the text, without a compiler."""
    import wasmtime

    from kosmoport.engine.emitter.wasm import wasm_text

    return bytes(wasmtime.wat2wasm(wasm_text(program.read(), checked=checked)))


def shipped_module(program: GameProgram) -> bytes | None:
    """The module beside the game; None where there is none, or it was made from another text."""
    folder = resources.files(program.game.package)
    module, made_from = folder / MODULE, folder / MADE_FROM
    if not module.is_file() or not made_from.is_file():
        return None
    said = json.loads(made_from.read_text(encoding="utf-8"))
    if said.get("files") != file_digest(program.parts) and said.get("text") != digest(program.parts):
        return None
    return module.read_bytes()
