"""One module from all that belongs together: chance, the game's rules, and the drivers.

Numba's cache looks at one file only, so rules in another file would silently stay old after an edit.
Therefore everything is written into one generated module named by the hash of its text and of the
versions that matter. `emit` statements are left out: machine code tells nothing.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from kosmoport.core import chance, contract, sharing
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.engine import defaults, drivers, playout, seats
from kosmoport.engine.subset import check_file

Node = TypeVar("Node", bound=ast.AST)
DEFAULTS = Path(str(defaults.__file__))
HEADER = """\"\"\"Generated from the rules of {game}; edit those instead.\"\"\"
from math import exp, log, sqrt
from numba import njit
inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, boundscheck={boundscheck})
entry = njit(cache=True, nogil=True, boundscheck={boundscheck})
"""


@dataclass(frozen=True)
class Assembled:
    """The text of a generated module and its name."""

    name: str
    text: str


def assemble(
    game: Game, boundscheck: bool = False, extra: tuple[Path, ...] = (), spare: tuple[Path, ...] = ()
) -> Assembled:
    """Everything the game needs in machine code; `extra` files are added before the drivers, and of the
    `spare` ones what nobody has defined."""
    sources = [Path(str(module.__file__)) for module in game.compiled]
    for path in sources:
        if complaints := check_file(path, game.package):
            raise BadInput("; ".join(map(str, complaints)))
    parts = [_definitions(Path(str(contract.__file__)), constants_only=True)]
    parts += [_definitions(Path(str(module.__file__))) for module in (chance, sharing)]
    own = [node for path in (*sources, *extra) for node in _definitions(path)]
    defined = {_name(node) for node in own}
    filling = [node for path in (DEFAULTS, *spare) for node in _definitions(path)]
    parts += [own, [node for node in filling if _name(node) not in defined]]
    parts += [_definitions(Path(str(module.__file__))) for module in (seats, playout, drivers)]
    nodes = [node for part in parts for node in part]
    _refuse_clashes(nodes)
    text = HEADER.format(game=game.title, boundscheck=boundscheck) + _text(nodes)
    return Assembled(f"kosmoport_{game.id}_{_digest(text)}", text)


def _definitions(path: Path, constants_only: bool = False) -> list[ast.stmt]:
    """Constants and functions of a file, without imports, records, types, docstrings and emit statements."""
    kinds = (ast.Assign,) if constants_only else (ast.Assign, ast.FunctionDef)
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    nodes = [node for node in tree.body if isinstance(node, kinds) and not _is_words(node)]
    return [_Bare().visit(node) for node in nodes]


def _is_words(node: ast.stmt) -> bool:
    """Lists of ids hold text; machine code has no use for them."""
    return isinstance(node, ast.Assign) and any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node.value)
    )


class _Bare(ast.NodeTransformer):
    """Drops types, emit statements and docstrings; calls the functions of `the_game` by their own names."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        value = node.value
        is_emit = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "emit"
        return None if is_emit or isinstance(value, ast.Constant) else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        for parameter in node.args.args:
            parameter.annotation = None
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in ("rules", "thumbs", "lattice"):
            return ast.Name(node.attr, node.ctx)
        return self.generic_visit(node)

    def generic_visit(self, node: Node) -> Node:
        """A body that has become empty passes."""
        super().generic_visit(node)
        if isinstance(node, ast.FunctionDef | ast.If | ast.For | ast.While) and not node.body:
            node.body = [ast.Pass()]
        return node


def _refuse_clashes(nodes: list[ast.stmt]) -> None:
    seen = {"njit", "inner", "entry", "exp", "log", "sqrt"}  # the header's own
    for node in nodes:
        name = _name(node)
        if name in seen:
            raise BadInput(f"two compiled files define {name}")
        seen.add(name)


def _name(node: ast.stmt) -> str:
    """What a definition defines."""
    return node.name if isinstance(node, ast.FunctionDef) else ast.unparse(node.targets[0])  # type: ignore[attr-defined]


def _text(nodes: list[ast.stmt]) -> str:
    """Constants first, then functions in an order in which callees stand before callers."""
    constants = [ast.unparse(node) for node in nodes if isinstance(node, ast.Assign)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    lines = []
    for node in _callees_first(functions):
        lines += [f"@{'entry' if node.name.startswith('entry_') else 'inner'}", ast.unparse(node), ""]
    return "\n".join([*constants, "", *lines])


def _callees_first(functions: list[ast.FunctionDef]) -> list[ast.FunctionDef]:
    by_name = {node.name: node for node in functions}
    done: dict[str, ast.FunctionDef] = {}

    def add(node: ast.FunctionDef) -> None:
        if node.name in done:
            return
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in by_name and part.id != node.name:
                add(by_name[part.id])
        done[node.name] = node

    for node in functions:
        add(node)
    return list(done.values())


def _digest(text: str) -> str:
    import numba

    versions = f"{numba.__version__} {sys.version_info[:2]}"
    return hashlib.sha256(f"{versions}\n{text}".encode()).hexdigest()[:20]
