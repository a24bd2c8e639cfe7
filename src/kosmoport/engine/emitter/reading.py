"""From functions of the subset, as Python's own parser gives them, to functions with a type on everything.

Types are declared: of parameters and results in the signatures, of fields in the records. A list of numbers
is of whatever width the caller's is, so a function is read once for each list of types that it is called
with. Only the types of variables are found out, from what is put into them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args, get_origin

from kosmoport.core.layout import Record
from kosmoport.engine.emitter import typed as t
from kosmoport.engine.emitter.expressions import (
    OPERATORS,
    SCALARS,
    Expressions,
    Unfit,
    acts,
    after,
    cast,
    joined,
    reads,
)
from kosmoport.engine.emitter.typed import FLOAT, INT, Number

WIDTHS = {f"int{bits}": range(-(1 << bits - 1), 1 << bits - 1) for bits in (8, 16, 32, 64)}


@dataclass(frozen=True)
class Source:
    """What is to be read: functions, what the names in their annotations mean, and constants."""

    functions: Mapping[str, ast.FunctionDef]
    names: Mapping[str, Mapping[str, Any]]  # by function
    constants: Mapping[str, Any]
    records: Mapping[type[Record], type[Record]] = field(default_factory=dict)  # what stands for what here


class Reader:
    """Reads what is asked for and all that it calls."""

    def __init__(self, source: Source) -> None:
        self.source, self.program = source, t.Program()
        self._made: dict[tuple[str, tuple[t.Type, ...]], t.Function] = {}
        self._under_way: list[str] = []

    def entry(self, name: str) -> t.Function:
        """A function that is called from outside, with what its signature declares."""
        hints = self.hints(name)
        node = self.source.functions[name]
        types = tuple(self.declared(hints[argument.arg], name) for argument in node.args.args)
        function = self.function(name, types)
        self.program.entries.append(function)
        return function

    def function(self, name: str, types: tuple[t.Type, ...]) -> t.Function:
        """The function for arguments of these types."""
        if (name, types) not in self._made:
            if name in self._under_way:
                raise Unfit(f"{name} calls itself")
            self._under_way.append(name)
            same = sum(1 for other, _ in self._made if other == name)
            made = _Body(self, name, types).read(f"{name}.{same}" if same else name)
            self._under_way.pop()
            self._made[name, types] = made
            self.program.functions.append(made)
        return self._made[name, types]

    def hints(self, name: str) -> dict[str, Any]:
        """What the annotations of a function mean; its result as `return`."""
        node, names = self.source.functions[name], dict(self.source.names[name])
        annotations = {argument.arg: argument.annotation for argument in node.args.args}
        hints = {}
        for what, annotation in {**annotations, "return": node.returns}.items():
            if annotation is None:
                raise Unfit(f"{name}: {what} has no type")
            try:
                hints[what] = eval(ast.unparse(annotation), names)
            except Exception as error:
                raise Unfit(f"{name}: the type of {what} cannot be found out: {error}") from error
        return hints

    def declared(self, hint: Any, name: str) -> t.Type:
        """The type that an annotation declares, of something that comes from outside."""
        directions = 0
        while get_origin(hint) is list:
            hint, directions = get_args(hint)[0], directions + 1
        if directions:
            return t.Span(self._item(hint, name), directions)
        if isinstance(hint, type) and issubclass(hint, Record):
            return t.RecordOf(self.source.records.get(hint, hint))
        return self.scalar(hint, name)

    def _item(self, hint: Any, name: str) -> t.Item:
        if isinstance(hint, type) and issubclass(hint, Record):
            return self.source.records.get(hint, hint)
        if getattr(hint, "__metadata__", None):
            return str(hint.__metadata__[0])
        return {int: "int64", bool: "bool"}.get(hint) or self._unknown(hint, name)

    def scalar(self, hint: Any, name: str) -> Number:
        """A number, however wide it is in memory."""
        kind = get_args(hint)[0] if getattr(hint, "__metadata__", None) else hint
        return SCALARS[kind] if kind in SCALARS else self._unknown(hint, name)

    def _unknown(self, hint: Any, name: str) -> Any:
        raise Unfit(f"{name}: {hint} is no type of the subset")

    def result(self, hint: Any, name: str) -> t.Result:
        if hint is None:
            return None
        if get_origin(hint) is list:
            raise Unfit(f"{name}: a list is no result")
        if get_origin(hint) is tuple:
            return tuple(self.scalar(part, name) for part in get_args(hint))
        return self.declared(hint, name)

    def table(self, name: str) -> t.Fixed:
        """A constant tuple, laid out once."""
        if name not in self.program.constants:
            shape: list[int] = []
            flat = [self.source.constants[name]]
            while flat and isinstance(flat[0], tuple):
                if len({len(row) if isinstance(row, tuple) else -1 for row in flat}) != 1:
                    raise Unfit(f"the rows of {name} differ in length")
                shape.append(len(flat[0]))
                flat = [value for row in flat for value in row]
            if not all(isinstance(value, int) for value in flat):
                raise Unfit(f"{name} has something else than whole numbers")
            values = tuple(int(value) for value in flat)
            fitting = [item for item, width in WIDTHS.items() if all(value in width for value in values)]
            if not values or not fitting:
                raise Unfit(f"{name} is empty, or has a number of more than 64 bits")
            self.program.constants[name] = t.Constant(name, t.Array(fitting[0], tuple(shape), True), values)
        return t.Fixed(name, self.program.constants[name].type)


class _Body(Expressions):
    """One function, being read."""

    def read(self, name: str) -> t.Function:
        while True:  # until the types of all variables are settled
            before, self.kept = dict(self.types), {}
            body = self.block(self.node.body)
            if before == self.types:
                break
        parameters = {p: self.types[p] for p in self.parameters}
        variables = {n: kind for n, kind in self.types.items() if n not in parameters} | self.kept
        made = t.Function(name, parameters, self.returned, body, variables)
        nodes = [part for statement in body for part in statement.walk()]
        made.size = len(nodes)
        made.writes = any(isinstance(part, t.Store | t.Copy) for part in nodes) or any(map(acts, body))
        return made

    def block(self, body: Iterable[ast.stmt]) -> list[t.Statement]:
        return [made for node in body for made in self.statement(node)]

    def statement(self, node: ast.stmt) -> list[t.Statement]:
        match node:
            case ast.Pass():
                return []
            case ast.Break():
                return [t.Break()]
            case ast.Continue():
                return [t.Continue()]
            case ast.Expr(value=ast.Constant()):
                return []  # a docstring
            case ast.Expr(value=value):
                call = self.call(value) if isinstance(value, ast.Call) else None
                if not isinstance(call, t.Call):
                    self.refuse(node, "an expression without effect")
                return [t.Do(call)]
            case ast.Return():
                return self.back(node)
            case ast.If():
                return [t.If(self.truth(node.test), self.block(node.body), self.block(node.orelse))]
            case ast.While(orelse=[]):
                return [t.While(self.truth(node.test), self.block(node.body))]
            case ast.For(orelse=[]):
                return [self.loop(node)]
            case ast.Assign(targets=[target]):
                return self.assign(node, target)
            case ast.AugAssign():
                return self.change(node)
        return self.refuse(node, type(node).__name__)

    def back(self, node: ast.Return) -> list[t.Statement]:
        if node.value is None or self.returned is None:
            if node.value is not None or self.returned is not None:
                self.refuse(node, "something is returned, or nothing, where the signature says otherwise")
            return [t.Return(())]
        if isinstance(self.returned, tuple):
            return self.back_with(node, node.value, self.returned)
        return [t.Return((self.fitting(node, self.value(node.value), self.returned),))]

    def back_with(self, node: ast.Return, value: ast.expr, results: tuple[Number, ...]) -> list[t.Statement]:
        """Several results: numbers, or all those of another function."""
        if isinstance(value, ast.Tuple) and len(value.elts) == len(results):
            values, first = self.ordered([self.value(part) for part in value.elts])
            made = [self.fitting(node, v, want) for v, want in zip(values, results, strict=True)]
            return [t.Return((after(first, made[0]), *made[1:]))]
        call = self.call(value) if isinstance(value, ast.Call) else None
        if not isinstance(call, t.Call) or call.function.result != results:
            self.refuse(node, f"not the {len(results)} results of the signature")
        assert isinstance(call, t.Call)
        names = tuple(self.fresh(kind) for kind in results)
        gets = tuple(t.Get(name, kind) for name, kind in zip(names, results, strict=True))
        return [t.Unpack(names, call), t.Return(gets)]

    def loop(self, node: ast.For) -> t.Statement:
        call, target = node.iter, node.target
        if not isinstance(call, ast.Call) or not isinstance(target, ast.Name) or not _is_range(call):
            return self.refuse(node, "for over something that is not range")
        values = [self.whole(argument) for argument in call.args]
        low, high = values[:2] if len(values) > 1 else (t.Literal(0, INT), values[0])
        step = values[2] if len(values) > 2 else t.Literal(1, INT)
        if not isinstance(step, t.Literal) or step.value == 0:
            self.refuse(node, "a step that is not known before")
        if self.note(node, target.id, INT) != INT:
            self.refuse(node, f"{target.id} counts, and is {self.types[target.id]} elsewhere")
        counter, end = self.fresh(INT), self.fresh(INT)
        assert isinstance(step, t.Literal)
        return t.For(target.id, counter, end, low, high, int(step.value), self.block(node.body))

    def note(self, node: ast.AST, name: str, kind: Any) -> Any:
        """Something of this type is put into a variable; the type it has now."""
        if (
            name in self.parameters
            and joined(kind, self.types[name], self.at(node, name)) != self.types[name]
        ):
            self.refuse(node, f"{name} is declared as {self.types[name]}, not as {kind}")
        self.types[name] = joined(kind, self.types.get(name), self.at(node, name))
        return self.types[name]

    def set(self, node: ast.AST, name: str, value: t.Expr) -> t.Statement:
        kind = self.note(node, name, value.type)
        return t.Set(name, cast(value, kind) if isinstance(kind, Number) else value)

    def assign(self, node: ast.Assign, target: ast.expr) -> list[t.Statement]:
        if isinstance(target, ast.Tuple):
            return self.unpack(node, target)
        if isinstance(target, ast.Name):
            return [self.set(node, target.id, self.value(node.value))]
        value, address = self.value(node.value), self.target(target)
        first: list[t.Statement] = []
        if (acts(value) and reads(address)) or (acts(address) and reads(value)):
            first = [t.Set(self.fresh(value.type), value)]  # Python looks for the place when it has the value
            value = t.Get(first[0].name, value.type)  # type: ignore[attr-defined]
        if isinstance(address.place, t.Cell):
            return [*first, self.store(node, address, value)]
        if not isinstance(address.place, t.RecordOf) or address.type != value.type:
            self.refuse(node, f"{value.type} is assigned to {address.place}")
        return [*first, t.Copy(address, value)]

    def target(self, node: ast.expr) -> t.Field | t.At:
        """The place of something that is about to change."""
        address = self.place(node)
        if isinstance(address, t.At) and isinstance(address.of.type, t.Array) and address.of.type.constant:
            self.refuse(node, "a constant is changed")
        return address

    def store(self, node: ast.stmt, address: t.Address, value: t.Expr) -> t.Statement:
        number = address.place.number  # type: ignore[union-attr]
        if not isinstance(value.type, Number) or (
            FLOAT in (number, value.type) and (number, value.type) not in ((FLOAT, FLOAT), (FLOAT, INT))
        ):
            self.refuse(node, f"{value.type} is assigned to {address.place}")
        return t.Store(address, cast(value, number), node.lineno)

    def unpack(self, node: ast.Assign, target: ast.Tuple) -> list[t.Statement]:
        call = self.call(node.value) if isinstance(node.value, ast.Call) else None
        results = call.function.result if isinstance(call, t.Call) else None
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        if not isinstance(results, tuple) or not len(results) == len(names) == len(target.elts):
            return self.refuse(node, "unpacking of something else than so many results into names")
        assert isinstance(call, t.Call)
        for name, kind in zip(names, results, strict=True):
            if self.note(node, name, kind) != kind:
                self.refuse(node, f"{name} is {kind} here and something else elsewhere")
        return [t.Unpack(tuple(names), call)]

    def change(self, node: ast.AugAssign) -> list[t.Statement]:
        op = OPERATORS.get(type(node.op)) or self.refuse(node, "an operator")
        if isinstance(node.target, ast.Name):
            old = self.variable(node.target)
            return [self.set(node, node.target.id, self.binary(node, op, old, self.value(node.value)))]
        address: t.Address = self.target(node.target)
        first: list[t.Statement] = []
        if not isinstance(address.place, t.Cell):
            self.refuse(node, f"{address.place} is changed like a number")
        if not _is_fixed(address):  # found once, and read and written there
            pointer = self.fresh(address.place)
            first = [t.Point(pointer, address)]  # type: ignore[arg-type]
            address = t.Pointed(pointer, address.place)
        old = t.Load(address, address.place.number)  # type: ignore[union-attr]
        return [*first, self.store(node, address, self.binary(node, op, old, self.value(node.value)))]


def _is_range(call: ast.Call) -> bool:
    named = isinstance(call.func, ast.Name) and call.func.id == "range"
    return named and 1 <= len(call.args) <= 3 and not call.keywords


def _is_fixed(address: t.Expr) -> bool:
    """Is finding it again no work?"""
    match address:
        case t.Get() | t.Pointed() | t.Fixed():
            return True
        case t.Field(of=of):
            return _is_fixed(of)
        case t.At(of=of, index=t.Literal()):
            return _is_fixed(of)
    return False
