"""The subset of Python that rules are written in, checked: file, line and construct are named.

Inside the subset the same text means the same in plain Python, in C and in WebAssembly:
whole numbers and truth values, `for range`, `while`, `if`, records read and written by name.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BUILTINS = {"min", "max", "abs", "int", "range"}
STATEMENTS = (
    ast.Assign, ast.AugAssign, ast.If, ast.For, ast.While, ast.Return, ast.Expr, ast.Pass, ast.Break,
    ast.Continue,
)  # fmt: skip
EXPRESSIONS = (
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Attribute, ast.Subscript,
    ast.Constant, ast.Name, ast.Tuple,
)  # fmt: skip
OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr,
    ast.BitXor,
)  # fmt: skip
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
BORROWABLE = (
    "kosmoport.core.chance",
    "kosmoport.core.contract",
    "kosmoport.core.no_components",
    "kosmoport.core.layout",
    "kosmoport.core.sharing",
)


@dataclass(frozen=True)
class Complaint:
    """One construct outside the subset."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


def check_file(path: Path, package: str) -> list[Complaint]:
    """Everything in a rules file that is outside the subset; it may import from its own package."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return [Complaint(path.name, line, what) for line, what in sorted(_module(tree, package))]


def _module(tree: ast.Module, package: str) -> Iterator[tuple[int, str]]:
    callable_names = BUILTINS | {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            callable_names |= {alias.name for alias in node.names}
    for i, node in enumerate(tree.body):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and i == 0:
            continue
        if isinstance(node, ast.ImportFrom):
            yield from _import(node, package)
        elif isinstance(node, ast.Assign):
            yield from _constant(node)
        elif isinstance(node, ast.FunctionDef):
            yield from _function(node, callable_names)
        elif isinstance(node, ast.ClassDef):
            yield from _record(node)
        else:
            yield node.lineno, f"{type(node).__name__} at the top level"
    yield from _recursion(tree)


def _import(node: ast.ImportFrom, package: str) -> Iterator[tuple[int, str]]:
    source = node.module or ""
    if node.level or (source not in BORROWABLE and not source.startswith(package + ".")):
        yield node.lineno, f"import from {'.' * node.level}{source}"
    for alias in node.names:
        if alias.asname or alias.name == "*":
            yield node.lineno, f"import of {alias.name} as {alias.asname or 'everything'}"


def _constant(node: ast.Assign) -> Iterator[tuple[int, str]]:
    if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        yield node.lineno, "a constant that is not one name"
    for part in ast.walk(node.value):
        fine = (
            ast.Tuple,
            ast.Constant,
            ast.Name,
            ast.BinOp,
            ast.UnaryOp,
            ast.operator,
            ast.unaryop,
            ast.expr_context,
        )
        if not isinstance(part, fine):
            yield node.lineno, f"{type(part).__name__} in a constant"


def _record(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """A record has a docstring at most, and fields: `name: type`, or with `= array(...)` behind it."""
    if node.decorator_list or node.keywords or len(node.bases) != 1:
        yield node.lineno, "a class that is not a plain record"
    for i, part in enumerate(node.body):
        if i == 0 and isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            continue
        if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
            yield part.lineno, f"{type(part).__name__} in a record"
        elif part.value is not None and not (
            isinstance(part.value, ast.Call) and ast.unparse(part.value.func) == "array"
        ):
            yield part.lineno, "a field with a value (arrays have `array(...)`)"


def _function(node: ast.FunctionDef, callable_names: set[str]) -> Iterator[tuple[int, str]]:
    a = node.args
    if node.decorator_list:
        yield node.lineno, "a decorator"
    if a.defaults or a.kwonlyargs or a.vararg or a.kwarg or a.posonlyargs:
        yield node.lineno, "parameters that are not plain names"
    if node.returns is None or not all(arg.annotation for arg in a.args):
        yield node.lineno, "parameters or a result without a type"
    for hint in (*(arg.annotation for arg in a.args), *_results(node)):
        if hint is not None and not _is_type(hint):
            yield hint.lineno, f"the type {ast.unparse(hint)}"
    for i, statement in enumerate(node.body):
        if not (i == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            yield from _statement(statement, callable_names)
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in callable_names:
            yield part.lineno, f"{part.id} names a function and a variable"


def _results(node: ast.FunctionDef) -> list[ast.expr]:
    """The type of what is returned, or of each of several; none where nothing is."""
    hint = node.returns
    if hint is None or (isinstance(hint, ast.Constant) and hint.value is None):
        return []
    if isinstance(hint, ast.Subscript) and ast.unparse(hint.value) == "tuple":
        return hint.slice.elts if isinstance(hint.slice, ast.Tuple) else [hint.slice]
    return [hint]


def _is_type(hint: ast.expr) -> bool:
    """A number, a truth value, a record or whatever has a name of ours, or a list of such."""
    if isinstance(hint, ast.Subscript) and ast.unparse(hint.value) == "list":
        return _is_type(hint.slice)
    return isinstance(hint, ast.Name) and (hint.id in ("int", "bool") or not hasattr(builtins, hint.id))


def _statement(node: ast.stmt, names: set[str]) -> Iterator[tuple[int, str]]:
    if not isinstance(node, STATEMENTS):
        yield node.lineno, type(node).__name__
        return
    if isinstance(node, ast.For):
        yield from _for(node, names)
    if isinstance(node, ast.While) and node.orelse:
        yield node.lineno, "else of a loop"
    if isinstance(node, ast.Assign):
        yield from _assignment(node)
    if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call):
        yield node.lineno, "an expression without effect"
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt):
                yield from _statement(child, names)
            elif isinstance(child, ast.expr) and not (isinstance(node, ast.For) and name == "iter"):
                yield from _expression(child, names, tuple_allowed=isinstance(node, ast.Return | ast.Assign))
            elif isinstance(child, ast.operator) and not isinstance(child, OPERATORS):
                yield node.lineno, f"operator {type(child).__name__}"


def _for(node: ast.For, names: set[str]) -> Iterator[tuple[int, str]]:
    call = node.iter
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
        yield node.lineno, "for over something that is not range"
    else:
        for argument in call.args:
            yield from _expression(argument, names, tuple_allowed=False)
    if not isinstance(node.target, ast.Name):
        yield node.lineno, "for with a target that is not one name"
    if node.orelse:
        yield node.lineno, "else of a loop"


def _assignment(node: ast.Assign) -> Iterator[tuple[int, str]]:
    if len(node.targets) != 1:
        yield node.lineno, "chained assignment"
    target = node.targets[0]
    if isinstance(target, ast.Tuple) and not all(isinstance(e, ast.Name) for e in target.elts):
        yield node.lineno, "unpacking into something that is not a name"
    if isinstance(node.value, ast.Tuple):
        yield node.lineno, "a tuple as a value"


def _expression(node: ast.expr, names: set[str], tuple_allowed: bool) -> Iterator[tuple[int, str]]:
    if not isinstance(node, EXPRESSIONS) or (isinstance(node, ast.Tuple) and not tuple_allowed):
        yield node.lineno, type(node).__name__
        return
    if isinstance(node, ast.Constant) and type(node.value) not in (int, bool):
        yield node.lineno, f"the value {node.value!r}"
    if isinstance(node, ast.BinOp) and not isinstance(node.op, OPERATORS):
        yield node.lineno, f"operator {type(node.op).__name__}"
    if isinstance(node, ast.Compare) and not all(isinstance(op, COMPARISONS) for op in node.ops):
        yield node.lineno, "in, is or not in"
    if isinstance(node, ast.Call):
        yield from _call(node, names)
    if isinstance(node, ast.Subscript):
        yield from _subscript(node)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
            yield from _expression(child, names, tuple_allowed=False)


def _call(node: ast.Call, names: set[str]) -> Iterator[tuple[int, str]]:
    if not isinstance(node.func, ast.Name):
        yield node.lineno, "a call of something that is not a function's name"
    elif node.func.id not in names:
        yield node.lineno, f"a call of {node.func.id}, which the rules do not define"
    if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
        yield node.lineno, "a call with keywords or stars"


def _subscript(node: ast.Subscript) -> Iterator[tuple[int, str]]:
    if isinstance(node.slice, ast.Slice | ast.Tuple):
        yield node.lineno, "a slice or a double index (write [p][c])"
    if isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.op, ast.USub):
        yield node.lineno, "a negative index"


def _recursion(tree: ast.Module) -> Iterator[tuple[int, str]]:
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    calls = {name: _called(node) & set(functions) for name, node in functions.items()}
    for name, node in functions.items():
        reached, frontier = set[str](), calls[name]
        while frontier:
            reached |= frontier
            frontier = {callee for caller in frontier for callee in calls[caller]} - reached
        if name in reached:
            yield node.lineno, f"{name} calls itself"


def _called(node: ast.FunctionDef) -> set[str]:
    return {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}


def described() -> list[tuple[str, list[str]]]:
    """The subset in the words of Python's grammar, for the page that defines it."""
    return [
        ("statements", _named(STATEMENTS)),
        ("expressions", _named(EXPRESSIONS)),
        ("operators", [*_named(OPERATORS), "And", "Or", "Not", "USub", "Invert"]),
        ("comparisons", _named(COMPARISONS)),
        ("functions of Python", sorted(BUILTINS)),
        ("files that may be imported from", [*BORROWABLE, "the game's own package"]),
    ]


def _named(kinds: tuple[type[ast.AST], ...]) -> list[str]:
    return [kind.__name__ for kind in kinds]
