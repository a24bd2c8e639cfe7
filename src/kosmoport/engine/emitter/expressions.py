"""Expressions of one function as typed nodes."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from kosmoport.core.errors import BadInput
from kosmoport.engine.emitter import typed as t
from kosmoport.engine.emitter.typed import BOOL, FLOAT, INT, Number

if TYPE_CHECKING:
    from kosmoport.engine.emitter.reading import Reader

INT64 = range(-(2**63), 2**63)
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
SCALARS: dict[Any, Number] = {int: INT, bool: BOOL, float: FLOAT}


class Unfit(BadInput):
    """Something that has no type, or no meaning in machine code."""


def joined(a: Any, b: Any, what: str) -> Any:
    """The type of a variable that is now this, now that."""
    if a == b or b is None:
        return a
    if isinstance(a, Number) and isinstance(b, Number):
        return FLOAT if FLOAT in (a, b) else INT
    raise Unfit(f"{what} is now {a}, now {b}")


def acts(node: t.Node) -> bool:
    """Does it write into memory?"""
    return any(isinstance(part, t.Call) and part.function.writes for part in node.walk())


def reads(node: t.Node) -> bool:
    """Would it be another if something was written before?"""
    return any(isinstance(part, t.Load | t.Call) for part in node.walk())


def cast(value: t.Expr, want: Number) -> t.Expr:
    """The same number as another kind of number."""
    if value.type == want:
        return value
    if isinstance(value, t.Literal):
        return t.Literal({INT: int, BOOL: bool, FLOAT: float}[want](value.value), want)
    return t.Cast(value, want)


def after(first: Sequence[t.Keep], value: t.Expr) -> t.Expr:
    return t.After(tuple(first), value) if first else value


class Expressions:
    """What a function computes; types of its variables are found out from what is put into them."""

    def __init__(self, reader: Reader, name: str, types: tuple[t.Type, ...]) -> None:
        self.reader, self.name, self.node = reader, name, reader.source.functions[name]
        self.parameters = [argument.arg for argument in self.node.args.args]
        self.types: dict[str, Any] = dict(zip(self.parameters, types, strict=True))
        self.declared = reader.hints(name)
        self.returned = reader.result(self.declared["return"], name)
        self.kept: dict[str, Any] = {}
        self.assigned = {
            part.id
            for part in ast.walk(self.node)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        raise Unfit(self.at(node, what))

    def at(self, node: ast.AST, what: str) -> str:
        return f"{self.name}, line {getattr(node, 'lineno', 0)}: {what}"

    def fresh(self, kind: Any) -> str:
        """A variable that no text names."""
        name = f".{len(self.kept)}"
        self.kept[name] = kind
        return name

    def keep(self, value: t.Expr) -> t.Keep:
        return t.Keep(self.fresh(value.type), value)

    def ordered(self, values: Sequence[t.Expr]) -> tuple[list[t.Expr], list[t.Keep]]:
        """Operands, and what of them has to be kept first because another one writes."""
        done: list[t.Expr] = []
        first: list[t.Keep] = []
        for k, value in enumerate(values):
            later = values[k + 1 :]
            if (acts(value) and any(map(reads, later))) or (reads(value) and any(map(acts, later))):
                first.append(self.keep(value))
                value = t.Get(first[-1].name, value.type)
            done.append(value)
        return done, first

    def fitting(self, node: ast.AST, value: t.Expr, want: t.Type) -> t.Expr:
        """A value where this type is declared."""
        if value.type == want:
            return value
        if want in (INT, FLOAT) and isinstance(value.type, Number) and (want, value.type) != (INT, FLOAT):
            return cast(value, want)
        return self.refuse(node, f"{value.type} where {want} is declared")

    # ------------------------------------------------------------ expressions

    def whole(self, node: ast.expr) -> t.Expr:
        """A whole number."""
        return self.counted(node, self.value(node))

    def counted(self, node: ast.AST, value: t.Expr) -> t.Expr:
        """As a whole number."""
        return (
            cast(value, INT) if value.type in (INT, BOOL) else self.refuse(node, f"{value.type} as a number")
        )

    def truth(self, node: ast.expr) -> t.Expr:
        return self.true(node, self.value(node))

    def true(self, node: ast.AST, value: t.Expr) -> t.Expr:
        """As a truth value."""
        if value.type == BOOL:
            return value
        if not isinstance(value.type, Number):
            self.refuse(node, f"{value.type} as a truth value")
        zero = t.Literal(0, INT) if value.type == INT else t.Literal(0.0, FLOAT)
        return t.Compare("!=", value, zero)

    def place(self, node: ast.expr) -> t.Field | t.At:
        """Where something is kept."""
        if isinstance(node, ast.Attribute):
            return self.field_of(node, self.value(node.value), node.attr)
        if not isinstance(node, ast.Subscript):
            return self.refuse(node, "an assignment to something else than a place")
        return self.item(node, self.value(node.value), node.slice)

    def field_of(self, node: ast.expr, of: t.Expr, name: str) -> t.Field:
        if not isinstance(of.type, t.RecordOf):
            return self.refuse(node, f".{name} of {of.type}")
        known = {one.name: one for one in of.type.record.fields}
        if name not in known:
            return self.refuse(node, f"{of.type.record.__name__} has no {name}")
        _, kind, shape = known[name]
        place: t.Place = (
            t.Array(kind, shape) if shape else t.RecordOf(kind) if isinstance(kind, type) else t.Cell(kind)
        )
        return t.Field(of, name, place)

    def item(self, node: ast.Subscript, of: t.Expr, slice_: ast.expr) -> t.At:
        if not isinstance(of.type, t.Array | t.Span):
            return self.refuse(node, f"an index into {of.type}")
        (of, index), first = self.ordered([of, self.whole(slice_)])
        if first:  # only the first of two is ever kept
            of = after(first, of)
        return t.At(of, index, _inside(of.type), node.lineno)  # type: ignore[arg-type]

    def variable(self, node: ast.Name) -> t.Expr:
        if node.id in self.types or node.id in self.assigned:
            return t.Get(node.id, self.types.get(node.id, INT))
        if node.id not in self.reader.source.constants:
            return self.refuse(node, f"{node.id} is not defined")
        value = self.reader.source.constants[node.id]
        return self.reader.table(node.id) if isinstance(value, tuple) else self.literal(node, value)

    def literal(self, node: ast.AST, value: Any) -> t.Literal:
        kind = SCALARS.get(type(value)) or self.refuse(node, f"the value {value!r}")
        if kind == INT and value not in INT64:
            self.refuse(node, f"{value} has more than 64 bits")
        return t.Literal(value, kind)

    def value(self, node: ast.expr) -> t.Expr:
        match node:
            case ast.Constant(value=value):
                return self.literal(node, value)
            case ast.Name():
                return self.variable(node)
            case ast.Attribute() | ast.Subscript():
                address = self.place(node)
                return t.Load(address, address.place.number) if isinstance(address.place, t.Cell) else address
            case ast.UnaryOp():
                return self.unary(node)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return self.binary(node, OPERATORS[type(op)], self.value(left), self.value(right))
            case ast.BoolOp():
                return self.logic(node)
            case ast.Compare():
                return self.compare(node)
            case ast.IfExp():
                yes, no = self.value(node.body), self.value(node.orelse)
                kind = joined(yes.type, no.type, self.at(node, "a choice"))
                if isinstance(kind, t.Span):
                    self.refuse(node, "a choice between lists")
                if isinstance(kind, Number):
                    yes, no = cast(yes, kind), cast(no, kind)
                return t.Choose(self.truth(node.test), yes, no, kind)
            case ast.Call():
                made = self.call(node)
                if isinstance(made, t.Call) and (
                    made.function.result is None or isinstance(made.function.result, tuple)
                ):
                    self.refuse(node, f"{made.function.name} has not one result")
                return made
        return self.refuse(node, type(node).__name__)

    def unary(self, node: ast.UnaryOp) -> t.Expr:
        if isinstance(node.op, ast.Not):
            return t.Unary("not", self.truth(node.operand), BOOL, node.lineno)
        op = {ast.USub: "-", ast.Invert: "~", ast.UAdd: "+"}[type(node.op)]
        if op == "-" and isinstance(node.operand, ast.Constant) and type(node.operand.value) is int:
            return self.literal(node, -node.operand.value)  # the least number has no twin above nothing
        value = self.value(node.operand)
        if value.type == FLOAT and op == "-":
            if isinstance(value, t.Literal):
                return t.Literal(-value.value, FLOAT)
            return t.Unary("-", value, FLOAT, node.lineno)
        value = self.counted(node.operand, value)
        if isinstance(value, t.Literal):
            return self.literal(node, {"-": -value.value, "~": ~int(value.value), "+": value.value}[op])
        return value if op == "+" else t.Unary(op, value, INT, node.lineno)

    def binary(self, node: ast.AST, op: str, left: t.Expr, right: t.Expr) -> t.Expr:
        if not isinstance(left.type, Number) or not isinstance(right.type, Number):
            self.refuse(node, f"{left.type} {op} {right.type}")
        (left, right), first = self.ordered([left, right])
        kind = FLOAT if op == "/" or FLOAT in (left.type, right.type) else INT
        if kind == FLOAT and op not in ("+", "-", "*", "/", "min", "max"):
            self.refuse(node, f"{op} of a number with a fraction")
        left, right = cast(left, kind), cast(right, kind)
        if isinstance(left, t.Literal) and isinstance(right, t.Literal) and kind == INT:
            try:
                return self.literal(node, _computed(op, int(left.value), int(right.value)))
            except (ArithmeticError, ValueError, MemoryError) as error:
                self.refuse(node, f"{left.value} {op} {right.value}: {error}")
        return after(first, t.Binary(op, left, right, kind, getattr(node, "lineno", 0)))

    def logic(self, node: ast.BoolOp) -> t.Expr:
        values = [self.value(part) for part in node.values]
        op = "and" if isinstance(node.op, ast.And) else "or"
        made = values[-1]
        for part, value in reversed(list(zip(node.values, values, strict=True))[:-1]):
            if value.type == made.type == BOOL:
                made = t.Logic(op, value, made)
                continue
            kept = self.keep(value)  # Python gives the operand, not a truth value
            kind = joined(value.type, made.type, self.at(node, op))
            again, made = cast(t.Get(kept.name, value.type), kind), cast(made, kind)
            test = self.true(part, kept)
            made = t.Choose(test, made, again, kind) if op == "and" else t.Choose(test, again, made, kind)
        return made

    def compare(self, node: ast.Compare) -> t.Expr:
        values = [self.value(part) for part in (node.left, *node.comparators)]
        first: list[t.Keep] = []
        if len(values) == 2:
            values, first = self.ordered(values)
        elif any(map(acts, values)):
            self.refuse(node, "a chain of comparisons with an effect")
        tests: list[t.Expr] = []
        for k, op in enumerate(node.ops):
            left, right = values[k], values[k + 1]
            if k + 2 < len(values) and not isinstance(right, t.Literal | t.Get):
                right = self.keep(right)
                values[k + 1] = t.Get(right.name, right.type)
            if not isinstance(left.type, Number) or not isinstance(right.type, Number):
                self.refuse(node, f"{left.type} is compared with {right.type}")
            if type(op) not in COMPARISONS:
                self.refuse(node, "in, is or not in")
            kind = FLOAT if FLOAT in (left.type, right.type) else INT
            tests.append(t.Compare(COMPARISONS[type(op)], cast(left, kind), cast(right, kind)))
        made = tests[-1]
        for test in reversed(tests[:-1]):
            made = t.Logic("and", test, made)
        return after(first, made)

    # ------------------------------------------------------------ calls

    def call(self, node: ast.Call) -> t.Expr:
        name = node.func.id if isinstance(node.func, ast.Name) else self.refuse(node, "a call")
        if node.keywords:
            self.refuse(node, "a call with keywords")
        if name not in self.reader.source.functions:
            return self.built_in(node, name)
        values, first = self.ordered([self.value(argument) for argument in node.args])
        parameters = self.reader.source.functions[name].args.args
        if len(values) != len(parameters):
            self.refuse(node, f"{name} takes {len(parameters)} arguments")
        hints = self.reader.hints(name)
        given = [
            self.given(node, value, hints[p.arg], name) for value, p in zip(values, parameters, strict=True)
        ]
        function = self.reader.function(name, tuple(value.type for value in given))
        if first:  # kept before anything else is evaluated
            given[0] = after(first, given[0])
        return t.Call(function, tuple(given))

    def given(self, node: ast.AST, value: t.Expr, hint: Any, name: str) -> t.Expr:
        """An argument as the function takes it: a list is of the width that the caller's has."""
        want = self.reader.declared(hint, name)
        if isinstance(want, t.Span):
            of = value.type
            if not isinstance(of, t.Array | t.Span) or isinstance(of.item, type) != isinstance(
                want.item, type
            ):
                self.refuse(node, f"{of} for a list of {name}")
            return value
        return self.fitting(node, value, want)

    def built_in(self, node: ast.Call, name: str) -> t.Expr:
        values = [self.value(argument) for argument in node.args]
        match name, values:
            case (("min" | "max"), [one, *others]) if others:
                for other in others:
                    one = self.binary(node, name, one, other)
                return one
            case "abs", [value] if isinstance(value.type, Number):
                kind = FLOAT if value.type == FLOAT else INT
                return t.Unary("abs", cast(value, kind), kind, node.lineno)
            case "int", [value] if value.type == FLOAT:
                return t.Cast(value, INT, node.lineno)
            case "int", [value] if isinstance(value.type, Number):
                return cast(value, INT)
            case "float", [value] if isinstance(value.type, Number):
                return cast(value, FLOAT)
            case "sqrt", [value] if isinstance(value.type, Number):
                return t.Root(cast(value, FLOAT), node.lineno)
            case "len", [value] if isinstance(value.type, t.Span | t.Array):
                return self.length(value)
        return self.refuse(node, f"a call of {name}")

    def length(self, value: t.Expr) -> t.Expr:
        """How many there are; what is counted is evaluated, as it may act or not be there."""
        first: list[t.Keep] = []
        if any(isinstance(part, t.Call | t.At) for part in value.walk()):
            first.append(self.keep(value))
            value = t.Get(first[0].name, value.type)
        if isinstance(value.type, t.Array):
            return after(first, t.Literal(value.type.shape[0], INT))
        return after(first, t.Length(value))


def _inside(kind: t.Array | t.Span) -> t.Place:
    """What an index finds."""
    if isinstance(kind, t.Span) and kind.directions > 1:
        return t.Span(kind.item, kind.directions - 1)
    if isinstance(kind, t.Array) and len(kind.shape) > 1:
        return t.Array(kind.item, kind.shape[1:], kind.constant)
    return t.RecordOf(kind.item) if isinstance(kind.item, type) else t.Cell(kind.item)


def _computed(op: str, a: int, b: int) -> int:
    """A constant expression, by Python itself."""
    functions = {"min": min, "max": max}
    return int(functions[op](a, b) if op in functions else eval(f"({a}) {op} ({b})"))
