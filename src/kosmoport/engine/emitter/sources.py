"""All that one program is made of: chance, a game's rules, and the drivers behind them, in one namespace."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from kosmoport.core import chance, contract, sharing
from kosmoport.core.errors import BadInput

OF_THE_GAME = ("rules", "thumbs", "lattice")  # names of `the_game.py`: what they have stands in the same text


class Part(NamedTuple):
    """A file, and what of it is taken."""

    path: Path
    functions: bool = True
    over: bool = True  # else only what no other file has defined


def parts(files: Iterable[Path], spare: Iterable[Path]) -> list[Part]:
    """These files behind those that every program needs; of the spare ones what nobody else has defined."""
    common = [Part(_path(contract), functions=False), Part(_path(chance)), Part(_path(sharing))]
    return [*common, *map(Part, files), *(Part(path, over=False) for path in spare)]


class Definitions:
    """Functions and constants of several files; two of one name are refused."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.functions: dict[str, ast.FunctionDef] = {}
        self.names: dict[str, Mapping[str, Any]] = {}  # what annotations mean, by function
        self.files: dict[str, Path] = {}  # by function
        self.constants: dict[str, Any] = {"__builtins__": {}}
        for part in parts:
            self._add(part)

    def _add(self, part: Part) -> None:
        tree = parsed(part.path)
        names: dict[str, Any] | None = None
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and part.functions:
                if node.name not in self.functions:
                    names = _names(part.path, tree) if names is None else names
                    self.functions[node.name], self.names[node.name] = _Plain().visit(node), names
                    self.files[node.name] = part.path
                elif part.over:
                    raise BadInput(f"two compiled files define {node.name}")
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._add_constant(node, node.targets[0].id, part.over)

    def _add_constant(self, node: ast.Assign, name: str, over: bool) -> None:
        if any(isinstance(p, ast.Call) or _is_text(p) for p in ast.walk(node.value)):
            return  # lists of ids and names for the type checker: machine code has no use for them
        if name not in self.constants:
            exec(ast.unparse(_Plain().visit(node)), self.constants)
        elif over:
            raise BadInput(f"two compiled files define {name}")


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def digest(parts: Iterable[Part]) -> str:
    """Of what the files say; comments, docstrings and line breaks do not count."""
    hashed = hashlib.sha256()
    for part in parts:
        tree = parsed(part.path)
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
                node.body = node.body[1:]
        tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom)]  # only for types
        hashed.update(f"{part.functions} {part.over} {ast.dump(tree)}\n".encode())
    return hashed.hexdigest()


def file_digest(parts: Iterable[Part]) -> str:
    """Of the files as they are, which is found out sooner."""
    hashed = hashlib.sha256()
    for part in parts:
        text = part.path.read_bytes()
        hashed.update(f"{part.functions} {part.over} {len(text)}\n".encode() + text)
    return hashed.hexdigest()


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


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
    """What the names in the annotations of a file mean: what it imports, and its own classes."""
    names: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module not in (None, "__future__"):
            module = import_module(str(node.module))
            names |= {alias.name: getattr(module, alias.name) for alias in node.names}
    own = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return names | ({name: vars(_module_at(path))[name] for name in own} if own else {})


@cache
def _module_at(path: Path) -> ModuleType:
    """The imported module of a file; two imports of one file would have two kinds of records."""
    return next(_modules_at(path))


def _modules_at(path: Path) -> Iterator[ModuleType]:
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == str(path):
            yield module


def _path(module: ModuleType) -> Path:
    return Path(str(module.__file__))
