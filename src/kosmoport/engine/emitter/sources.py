"""All that one program is made of: chance, a game's rules, and the drivers behind them, in one namespace."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from kosmoport.core import chance, contract, sharing
from kosmoport.core.contract import BaseState
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.layout import Record
from kosmoport.engine import arithmetic, defaults, drivers, playout, seats, the_game
from kosmoport.engine.emitter.reading import Source
from kosmoport.engine.stepping import stepped_game_type
from kosmoport.engine.subset import check_file

OF_THE_GAME = ("rules", "thumbs", "lattice")


def source_of(
    game: Game,
    extra: Iterable[Path] = (),
    spare: Iterable[Path] = (),
    records: Mapping[type[Record], type[Record]] | None = None,
) -> Source:
    """Everything that is compiled for a game; of the `spare` files what nobody else has defined."""
    rules = [_path(module) for module in game.compiled]
    for path in rules:
        if complaints := check_file(path, game.package):
            raise BadInput("; ".join(map(str, complaints)))
    source = _Gathered()
    source.add(_path(contract), functions=False)
    for path in (_path(chance), _path(sharing), *rules, *extra):
        source.add(path)
    for path in (_path(defaults), *spare):
        source.add(path, over=False)
    for path in map(_path, (arithmetic, seats, playout, drivers)):
        source.add(path)
    schema = game.schema
    own: dict[type[Record], type[Record]] = {
        BaseState: schema.State,
        the_game.Components: schema.Components,
        the_game.Deal: schema.Deal,
        drivers.SteppedGame: stepped_game_type(game),
    }
    return Source(source.functions, source.names, source.constants, {**own, **(records or {})})


class _Gathered:
    """Definitions of several files; two of one name are refused."""

    def __init__(self) -> None:
        self.functions: dict[str, ast.FunctionDef] = {}
        self.names: dict[str, Mapping[str, Any]] = {}
        self.constants: dict[str, Any] = {"__builtins__": {}}

    def add(self, path: Path, *, functions: bool = True, over: bool = True) -> None:
        """What a file defines; without `over` only what has no definition yet."""
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        names = _names(path, tree)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and functions:
                if node.name not in self.functions:
                    self.functions[node.name] = _Plain().visit(node)
                    self.names[node.name] = names
                elif over:
                    raise BadInput(f"two compiled files define {node.name}")
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._constant(node, node.targets[0].id, over)

    def _constant(self, node: ast.Assign, name: str, over: bool) -> None:
        if any(isinstance(p, ast.Constant) and isinstance(p.value, str) for p in ast.walk(node.value)):
            return  # lists of ids hold text; machine code has no use for them
        if any(isinstance(p, ast.Call) for p in ast.walk(node.value)):
            return  # a type variable, a name for the type checker
        if name not in self.constants:
            exec(ast.unparse(_Plain().visit(node)), self.constants)
        elif over:
            raise BadInput(f"two compiled files define {name}")


class _Plain(ast.NodeTransformer):
    """Drops emit statements, as machine code tells nothing; calls the game's functions by their names."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "emit":
            return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in OF_THE_GAME:
            return ast.copy_location(ast.Name(node.attr, node.ctx), node)
        self.generic_visit(node)
        return node


def _names(path: Path, tree: ast.Module) -> dict[str, Any]:
    """What the names in the annotations of a file mean: what it imports, and its own records."""
    names: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module not in (None, "__future__"):
            module = import_module(str(node.module))
            names |= {alias.asname or alias.name: getattr(module, alias.name) for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            names |= vars(_module_at(path))
    return names


def _module_at(path: Path) -> ModuleType:
    return next(m for m in sys.modules.values() if getattr(m, "__file__", None) == str(path))


def _path(module: ModuleType) -> Path:
    return Path(str(module.__file__))
