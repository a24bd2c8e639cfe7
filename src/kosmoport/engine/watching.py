"""Plain Python that stays within 64 bits: the same text, and whatever leaves them is an error at its line.

Python's own numbers have no end and its lists may be read from behind; machine code knows neither. What does
not fit its field is refused by the memory itself.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from typing import TypeVar

Number = TypeVar("Number", int, float)
SHIFTS = ast.LShift | ast.RShift


def watched(function: ast.FunctionDef) -> ast.FunctionDef:
    """The same function, looking at every operation; its names must have `WATCHERS` among them."""
    made: ast.FunctionDef = _Watched().visit(deepcopy(function))
    return made


def fitting(value: Number) -> Number:
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise OverflowError(f"{value} has more than 64 bits")
    return value


def shift(by: int) -> int:
    if not 0 <= by < 64:
        raise ValueError(f"a shift by {by}")
    return by


def index(at: int) -> int:
    if at < 0:
        raise IndexError(f"index {at} is below the first")
    return at


WATCHERS = {f".{watcher.__name__}": watcher for watcher in (fitting, shift, index)}  # names that no text has


class _Watched(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [self.visit(statement) for statement in node.body]  # annotations compute nothing
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, SHIFTS):
            node.right = _looked_at(shift, node.right)
        return _looked_at(fitting, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return _looked_at(fitting, node) if isinstance(node.op, ast.USub) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        named = isinstance(node.func, ast.Name) and node.func.id in ("abs", "int")
        return _looked_at(fitting, node) if named else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        node.slice = _looked_at(index, node.slice)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """A place refuses what does not fit it, a variable has to be looked at."""
        self.generic_visit(node)
        if isinstance(node.op, SHIFTS):
            node.value = _looked_at(shift, node.value)
        if not isinstance(node.target, ast.Name):
            return node
        value = ast.copy_location(ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value), node)
        return ast.copy_location(ast.Assign([node.target], _looked_at(fitting, value)), node)


def _looked_at(watcher: object, value: ast.expr) -> ast.expr:
    name = ast.Name(f".{watcher.__name__}", ast.Load())  # type: ignore[attr-defined] # a function
    return ast.fix_missing_locations(ast.copy_location(ast.Call(name, [value], []), value))
