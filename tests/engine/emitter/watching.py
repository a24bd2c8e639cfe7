"""Plain Python that stays within 64 bits: the same program, and whatever leaves them is an error."""

from __future__ import annotations

import ast
import struct
from copy import deepcopy
from typing import TypeVar

from tests.engine.emitter.backends import Plain, Text

Number = TypeVar("Number", int, float)
ERRORS = (OverflowError, IndexError, ZeroDivisionError, ValueError, struct.error)


def watching(text: Text) -> Plain:
    """The program, every operation of which is looked at."""
    names = {**text.names, "_fitting": fitting, "_shift": shift}
    tree = ast.fix_missing_locations(_Watched().visit(deepcopy(text.tree)))
    exec(compile(tree, "<watched>", "exec", dont_inherit=True), names)
    return Plain(names)


def fitting(value: Number) -> Number:
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise OverflowError(f"{value} has more than 64 bits")
    return value


def shift(by: int) -> int:
    if not 0 <= by < 64:
        raise ValueError(f"a shift by {by}")
    return by


class _Watched(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift):
            node.right = _called("_shift", node.right)
        return _called("_fitting", node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return _called("_fitting", node) if isinstance(node.op, ast.USub) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        named = isinstance(node.func, ast.Name) and node.func.id in ("abs", "int")
        return _called("_fitting", node) if named else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """A place refuses what does not fit it, a variable has to be looked at."""
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        read = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], _called("_fitting", ast.BinOp(read, node.op, node.value)))


def _called(name: str, value: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [value], [])
