"""Functions with types as one WebAssembly text; with `checked`, whatever Python would refuse is a trap.

WebAssembly evaluates from left to right and wraps around, as functions with types want it. Small functions
are printed in place of their calls, since neither browsers nor Cranelift do that by themselves. Whole
numbers are i64, truth values and addresses i32; a span is an address and a length for each direction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

from kosmoport.core.layout import layout_of, size_of
from kosmoport.engine.emitter import typed as t
from kosmoport.engine.emitter.checks import CHECKS
from kosmoport.engine.emitter.typed import BOOL, FLOAT, INT, Number

SMALL = 150  # nodes of a function that is printed in place of its calls; four times as many where it has one
PAGE = 65536
FIRST = 1024  # address of the first constant: 0 is nowhere
NUMBERS = {INT: "i64", BOOL: "i32", FLOAT: "f64"}
LOADS = {
    "int8": "i64.load8_s", "int16": "i64.load16_s", "int32": "i64.load32_s", "int64": "i64.load",
    "bool": "i32.load8_u", "float32": "f64.promote_f32 (f32.load",
}  # fmt: skip
STORES = {
    "int8": "i64.store8", "int16": "i64.store16", "int32": "i64.store32", "int64": "i64.store",
    "bool": "i32.store8", "float32": "f32.store",
}  # fmt: skip
WHOLE = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr_s"}
FRACTION = {"+": "add", "-": "sub", "*": "mul", "/": "div"}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
CHECKED = ("+", "-", "*", "<<", ">>")


def wasm_text(program: t.Program, *, checked: bool = False, small: int = SMALL) -> str:
    """The whole program, with its memory; what lies behind `__heap_base` is the caller's."""
    return "\n".join(_Printer(program, checked, small).lines())


class _Printer:
    def __init__(self, program: t.Program, checked: bool, small: int) -> None:
        self.program, self.checked = program, checked
        self.addresses: dict[str, int] = {}
        self.top = FIRST
        self.in_place = _in_place(program, small)

    def lines(self) -> Iterator[str]:
        data = [self._data(name) for name in self.program.constants]
        base = self.top + 63 & ~63
        yield f'(module (memory (export "memory") {-(-(base + PAGE) // PAGE)})'
        yield f'(global (export "__heap_base") i32 (i32.const {base}))'
        if self.checked:
            yield CHECKS
        yield from data
        entries = {function: function.name for function in self.program.entries}
        for function in self.program.functions:
            if function in entries or function not in self.in_place:
                export = f'(export "{entries[function]}")' if function in entries else ""
                yield _function(self, function, export)
        yield ")"

    def _data(self, name: str) -> str:
        constant = self.program.constants[name]
        width = size_of(constant.type.item)
        data = b"".join(value.to_bytes(width, "little", signed=True) for value in constant.values)
        at = self.addresses[name] = self.top + 7 & ~7
        self.top = at + len(data)
        return f'(data (i32.const {at}) "{_escaped(data)}")'


def _escaped(data: bytes) -> str:
    return "".join(f"\\{byte:02x}" for byte in data)


def _in_place(program: t.Program, small: int) -> set[t.Function]:
    """Functions that are printed in place of their calls; callees come first."""
    calls: Counter[t.Function] = Counter()
    called: dict[t.Function, list[t.Function]] = {}
    for function in program.functions:
        called[function] = [
            node.function for one in function.body for node in one.walk() if isinstance(node, t.Call)
        ]
        calls.update(called[function])
    chosen: set[t.Function] = set()
    sizes: dict[t.Function, int] = {}
    for function in program.functions:
        sizes[function] = function.size + sum(sizes[one] for one in called[function] if one in chosen)
        if sizes[function] <= small * (4 if calls[function] == 1 else 1):
            chosen.add(function)
    return chosen


def _wasm(kind: t.Type | t.Cell) -> str:
    return NUMBERS[kind] if isinstance(kind, Number) else "i32"


def _parts(name: str, kind: t.Type | t.Cell) -> list[tuple[str, str]]:
    """A variable as WebAssembly has it: a span is several."""
    lengths = kind.directions if isinstance(kind, t.Span) else 0
    return [(name, _wasm(kind)), *((f"{name}.n{k}", "i64") for k in range(lengths))]


def _results(result: t.Result) -> str:
    kinds = () if result is None else result if isinstance(result, tuple) else (result,)
    return f"(result {' '.join(map(_wasm, kinds))})" if kinds else ""


def _function(printer: _Printer, function: t.Function, export: str) -> str:
    body = _Body(printer)
    given = [part for name, kind in function.parameters.items() for part in _parts(name, kind)]
    body.declare(function.variables, "")
    code = body.whole(function, "", None)
    takes = " ".join(f"(param ${name} {kind})" for name, kind in given)
    own = " ".join(f"(local ${name} {kind})" for name, kind in body.locals)
    return f"(func ${function.name} {export} {takes} {_results(function.result)} {own}\n{code})"


@dataclass(frozen=True)
class _Frame:
    """Where the function stands that is being printed: in itself, or in another one."""

    prefix: str  # of its variables
    label: str | None  # behind its last statement, where it stands in another one
    function: t.Function


class _Body:
    """The code of one function, with those that are printed in it."""

    def __init__(self, printer: _Printer) -> None:
        self.printer = printer
        self.locals: list[tuple[str, str]] = []
        self.frame: _Frame
        self.loops: list[tuple[str, str]] = []  # labels for break and continue
        self.count = 0

    def fresh(self, kind: str) -> str:
        self.locals.append((f".t{len(self.locals)}", kind))
        return self.locals[-1][0]

    def declare(self, variables: dict[str, t.Type | t.Cell], prefix: str) -> None:
        for name, kind in variables.items():
            self.locals += _parts(prefix + name, kind)

    def whole(self, function: t.Function, prefix: str, label: str | None) -> str:
        """A function's statements; their result is left on the stack."""
        outer, self.frame = getattr(self, "frame", None), _Frame(prefix, label, function)
        lines = [self.statement(one) for one in function.body[:-1]]
        last = function.body[-1] if function.body else None
        if isinstance(last, t.Return):
            lines += [self.value(value) for value in last.values]
        else:
            lines += [self.statement(last)] if last is not None else []
            lines += ["(unreachable)"] if function.result is not None else []
        if outer is not None:
            self.frame = outer
        return "\n".join(lines)

    def name(self, name: str) -> str:
        return f"${self.frame.prefix}{name}"

    def get(self, name: str) -> str:
        return f"(local.get {self.name(name)})"

    # ------------------------------------------------------------ statements

    def block(self, body: Iterable[t.Statement]) -> str:
        return "\n".join(map(self.statement, body))

    def statement(self, node: t.Statement) -> str:
        match node:
            case t.Set(name=name, value=value):
                return self.set(name, value)
            case t.Unpack(names=names, call=call):
                last = {name: k for k, name in enumerate(names)}  # of two with the same name
                sets = [
                    f"(local.set {self.name(n)})" if last[n] == k else "(drop)" for k, n in enumerate(names)
                ]
                return f"{self.value(call)} {' '.join(reversed(sets))}"
            case t.Point(name=name, address=address):
                return f"(local.set {self.name(name)} {_sum(self.address(address))})"
            case t.Store(address=address, value=value):
                return self.store(node, address, value)
            case t.Copy(target=target, source=source):
                assert isinstance(target.type, t.RecordOf)
                size = layout_of(target.type.record).size
                return f"(memory.copy {self.value(target)} {self.value(source)} (i32.const {size}))"
            case t.Do(call=call):
                results = call.function.result
                count = 0 if results is None else len(results) if isinstance(results, tuple) else 1
                return self.value(call) + " (drop)" * count
            case t.If(test=test, yes=yes, no=no):
                other = f" (else {self.block(no)})" if no else ""
                return f"(if {self.value(test)} (then {self.block(yes)}){other})"
            case t.While(test=test, body=body):
                return self.loop(f"(br_if $out{{0}} (i32.eqz {self.value(test)}))", body, "")
            case t.For():
                return self.counted(node)
            case t.Break():
                return f"(br ${self.loops[-1][0]})"
            case t.Continue():
                return f"(br ${self.loops[-1][1]})"
            case t.Return(values=values):
                where = "return" if self.frame.label is None else f"br ${self.frame.label}"
                return f"({where} {' '.join(map(self.value, values))})"
        raise AssertionError(node)

    def set(self, name: str, value: t.Expr) -> str:
        if isinstance(value.type, t.Span):
            codes = self.span(value)
            parts = [part for part, _ in _parts(name, value.type)]
            sets = [f"(local.set {self.name(part)})" for part in reversed(parts)]
            return f"{' '.join(codes)} {' '.join(sets)}"
        return f"(local.set {self.name(name)} {self.value(value)})"

    def store(self, node: t.Store, address: t.Address, value: t.Expr) -> str:
        base, offset = self.address(address)
        cell = address.place
        assert isinstance(cell, t.Cell)
        code = self.value(value)
        if cell.item == "float32":
            code = f"(f32.demote_f64 {code})"
        elif self.printer.checked and cell.number == INT:
            code = f"(call $.fit {code} (i64.const {8 * size_of(cell.item)}) (i32.const {node.line}))"
        return f"({STORES[cell.item]} offset={offset} {base} {code})"

    def loop(self, test: str, body: Iterable[t.Statement], step: str, before: str = "") -> str:
        self.count += 1
        k = self.count
        self.loops.append((f"out{k}", f"next{k}"))
        code = self.block(body)
        self.loops.pop()
        if f"(br $next{k})" in code:
            code = f"(block $next{k}\n{code})"
        start = test.format(k)
        return f"(block $out{k} (loop $top{k} {start} {before}\n{code}\n{step} (br $top{k})))"

    def counted(self, node: t.For) -> str:
        counter, end = self.name(node.counter), self.name(node.end)
        here, there = f"(local.get {counter})", f"(local.get {end})"
        test = f"(br_if $out{{0}} (i64.{'ge_s' if node.step > 0 else 'le_s'} {here} {there}))"
        step = f"(i64.add {here} (i64.const {node.step}))"
        if abs(node.step) > 1:  # not beyond the end, as behind it may be nothing within 64 bits
            left = f"(i64.sub {there} {here})" if node.step > 0 else f"(i64.sub {here} {there})"
            step = f"(select {step} {there} (i64.gt_u {left} (i64.const {abs(node.step)})))"
        begin = f"(local.set {counter} {self.value(node.low)}) (local.set {end} {self.value(node.high)})"
        now = f"(local.set {self.name(node.name)} {here})"
        return f"{begin} {self.loop(test, node.body, f'(local.set {counter} {step})', now)}"

    # ------------------------------------------------------------ places

    def address(self, node: t.Expr) -> tuple[str, int]:
        """An address as code and a constant that is added to it."""
        match node:
            case t.Pointed(name=name):
                return self.get(name), 0
            case t.Fixed(name=name):
                return "(i32.const 0)", self.printer.addresses[name]
            case t.Field(of=of, name=name):
                assert isinstance(of.type, t.RecordOf)
                base, offset = self.address(of)
                return base, offset + layout_of(of.type.record).offsets[name]
            case t.At():
                return self.item(node)
        return self.value(node), 0

    def item(self, node: t.At) -> tuple[str, int]:
        kind = node.of.type
        assert isinstance(kind, t.Array | t.Span)
        base, offset = self.address(node.of)
        width = size_of(kind.item)
        if isinstance(kind, t.Span) and kind.directions > 1:
            length = self.span(node.of)[1]
            index = self.index(node, length)
            columns = self.span(node.of)[2]
            code = f"(i32.wrap_i64 (i64.mul {index} (i64.mul {columns} (i64.const {width}))))"
            return f"(i32.add {base} {code})", offset
        if isinstance(kind, t.Array):
            width *= prod(kind.shape[1:])
            if isinstance(node.index, t.Literal) and 0 <= node.index.value < kind.shape[0]:
                return base, offset + width * int(node.index.value)
            length = f"(i64.const {kind.shape[0]})"
        else:
            length = self.span(node.of)[1]
        code = f"(i32.wrap_i64 {self.index(node, length)})"
        if width & (width - 1):
            code = f"(i32.mul {code} (i32.const {width}))"
        elif width > 1:
            code = f"(i32.shl {code} (i32.const {width.bit_length() - 1}))"
        return (code, offset) if base == "(i32.const 0)" else (f"(i32.add {base} {code})", offset)

    def index(self, node: t.At, length: str) -> str:
        code = self.value(node.index)
        return f"(call $.index {code} {length} (i32.const {node.line}))" if self.printer.checked else code

    def span(self, node: t.Expr) -> list[str]:
        """Address and lengths."""
        kind = node.type
        assert isinstance(kind, t.Span)
        if isinstance(node, t.Get):
            return [self.get(part) for part, _ in _parts(node.name, kind)]
        if isinstance(node, t.After):
            first, *others = self.span(node.value)
            return [f"{' '.join(self.set(kept.name, kept.value) for kept in node.first)} {first}", *others]
        assert isinstance(node, t.At)
        return [_sum(self.item(node)), *self.span(node.of)[2:]]

    # ------------------------------------------------------------ values

    def value(self, node: t.Expr) -> str:
        match node:
            case t.Literal(value=value, type=kind):
                number = repr(float(value)) if kind == FLOAT else int(value)
                return f"({NUMBERS[kind]}.const {number})"
            case t.Get(name=name):
                return self.get(name)
            case t.Keep(name=name, value=value):
                return f"(local.tee {self.name(name)} {self.value(value)})"
            case t.After(first=first, value=value):
                return " ".join([*(self.set(kept.name, kept.value) for kept in first), self.value(value)])
            case t.Fixed() | t.Field() | t.At():
                return _sum(self.address(node))
            case t.Load(address=address):
                return self.load(address)
            case t.Unary():
                return self.unary(node)
            case t.Binary():
                return self.binary(node)
            case t.Compare(op=op, left=left, right=right):
                kind = left.type
                sign = "_s" if kind == INT and op not in ("==", "!=") else ""
                return f"({_wasm(kind)}.{COMPARISONS[op]}{sign} {self.value(left)} {self.value(right)})"
            case t.Logic(op="and", left=left, right=right):
                return self.either(left, self.value(right), "(i32.const 0)", "i32")
            case t.Logic(left=left, right=right):
                return self.either(left, "(i32.const 1)", self.value(right), "i32")
            case t.Choose(test=test, yes=yes, no=no, type=kind):
                simple = isinstance(yes, t.Literal | t.Get) and isinstance(no, t.Literal | t.Get)
                if simple and not any(isinstance(part, t.Keep) for part in test.walk()):  # it comes last here
                    return f"(select {self.value(yes)} {self.value(no)} {self.value(test)})"
                return self.either(test, self.value(yes), self.value(no), _wasm(kind))
            case t.Cast(value=value, type=kind, line=line):
                return self.cast(value, kind, line)
            case t.Root(value=value, line=line):
                return f"(f64.sqrt {self.checks('rooted', self.value(value), line)})"
            case t.Length(of=of):
                return self.span(of)[1]
            case t.Call(function=function, arguments=arguments):
                return self.call(function, arguments)
        raise AssertionError(node)

    def load(self, address: t.Address) -> str:
        base, offset = self.address(address)
        assert isinstance(address.place, t.Cell)
        load = LOADS[address.place.item]
        return f"({load} offset={offset} {base}){')' if load.count('(') else ''}"

    def either(self, test: t.Expr, yes: str, no: str, kind: str) -> str:
        return f"(if (result {kind}) {self.value(test)} (then {yes}) (else {no}))"

    def unary(self, node: t.Unary) -> str:
        code = self.value(node.value)
        match node.op, node.type:
            case "not", _:
                return f"(i32.eqz {code})"
            case "~", _:
                return f"(i64.xor {code} (i64.const -1))"
            case "-", Number.FLOAT:
                return f"(f64.neg {code})"
            case "-", _:
                return self.two("-", "(i64.const 0)", code, node.line)
            case "abs", Number.FLOAT:
                return f"(f64.abs {code})"
        kept = self.fresh("i64")
        negative = self.two("-", "(i64.const 0)", f"(local.get ${kept})", node.line)
        tested = f"(i64.ge_s (local.get ${kept}) (i64.const 0))"
        return f"(select (local.tee ${kept} {code}) {negative} {tested})"

    def binary(self, node: t.Binary) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.op in ("min", "max"):  # as Python does: the second one if it is better
            kind = _wasm(node.type)
            a, b = self.fresh(kind), self.fresh(kind)
            better = f"{kind}.{'lt' if node.op == 'min' else 'gt'}{'_s' if node.type == INT else ''}"
            chosen = f"({better} (local.get ${b}) (local.get ${a}))"
            values = f"(local.set ${a} {left}) (local.tee ${b} {right}) (local.get ${a})"
            return f"(select {values} {chosen})"
        if node.op == "/":
            right = self.checks("fraction", right, node.line)
        if node.type == FLOAT:
            return f"(f64.{FRACTION[node.op]} {left} {right})"
        if node.op in ("//", "%"):
            return self.divided(node, left, right)
        return self.two(node.op, left, right, node.line)

    def two(self, op: str, left: str, right: str, line: int) -> str:
        if self.printer.checked and op in CHECKED:
            return f"(call $.{WHOLE[op]} {left} {right} (i32.const {line}))"
        return f"(i64.{WHOLE[op]} {left} {right})"

    def checks(self, what: str, code: str, line: int) -> str:
        """The same value, looked at in checked builds."""
        return f"(call $.{what} {code} (i32.const {line}))" if self.printer.checked else code

    def divided(self, node: t.Binary, left: str, right: str) -> str:
        """Python rounds down, WebAssembly towards nothing."""
        by = int(node.right.value) if isinstance(node.right, t.Literal) else 0
        if by > 0 and by & (by - 1) == 0:
            if node.op == "%":
                return f"(i64.and {left} (i64.const {by - 1}))"
            return f"(i64.shr_s {left} (i64.const {by.bit_length() - 1}))"
        if by > 0 and node.op == "//":
            kept = self.fresh("i64")  # ~(~a / b) of a negative one
            sign = f"(i64.shr_s (local.get ${kept}) (i64.const 63))"
            return f"(i64.xor (i64.div_s (i64.xor (local.tee ${kept} {left}) {sign}) {right}) {sign})"
        if by > 0:
            kept = self.fresh("i64")
            up = f"(i64.and (i64.shr_s (local.get ${kept}) (i64.const 63)) (i64.const {by}))"
            return f"(i64.add (local.tee ${kept} (i64.rem_s {left} {right})) {up})"
        right = self.checks("divisor", right, node.line)
        a, b, r = self.fresh("i64"), self.fresh("i64"), self.fresh("i64")
        wrong = (
            f"(i64.extend_i32_u (i32.and (i64.ne (local.get ${r}) (i64.const 0))"
            f" (i64.lt_s (i64.xor (local.get ${r}) (local.get ${b})) (i64.const 0))))"
        )
        kept = f"(local.set ${a} {left}) (local.set ${b} {right})"
        if self.printer.checked and node.op == "//":
            kept += f" (call $.quotient (local.get ${a}) (local.get ${b}) (i32.const {node.line}))"
        rest = f"(local.set ${r} (i64.rem_s (local.get ${a}) (local.get ${b})))"
        if node.op == "%":
            value = f"(i64.add (local.get ${r}) (i64.mul (local.get ${b}) {wrong}))"
        else:
            value = f"(i64.sub (i64.div_s (local.get ${a}) (local.get ${b})) {wrong})"
        return f"(block (result i64) {kept} {rest} {value})"

    def cast(self, value: t.Expr, kind: Number, line: int) -> str:
        code = self.value(value)
        match value.type, kind:
            case Number.BOOL, Number.INT:
                return f"(i64.extend_i32_u {code})"
            case Number.BOOL, Number.FLOAT:
                return f"(f64.convert_i32_u {code})"
            case Number.INT, Number.FLOAT:
                return f"(f64.convert_i64_s {code})"
            case Number.FLOAT, Number.INT:
                return f"(i64.trunc_f64_s {self.checks('cut', code, line)})"
            case Number.INT, Number.BOOL:
                return f"(i64.ne {code} (i64.const 0))"
        raise AssertionError((value.type, kind))

    def call(self, function: t.Function, arguments: tuple[t.Expr, ...]) -> str:
        codes = [part for one in arguments for part in self.argument(one)]
        if function not in self.printer.in_place:
            return f"(call ${function.name} {' '.join(codes)})"
        self.count += 1
        prefix = f"{self.count}."
        kinds = {**function.parameters, **function.variables}
        self.declare(kinds, prefix)
        names = [part for name, kind in function.parameters.items() for part, _ in _parts(name, kind)]
        pairs = zip(names, codes, strict=True)
        given = " ".join(f"(local.set ${prefix}{name} {code})" for name, code in pairs)
        label = f"end{self.count}"
        code = self.whole(function, prefix, label)
        return f"(block ${label} {_results(function.result)} {given}\n{code})"

    def argument(self, node: t.Expr) -> list[str]:
        return self.span(node) if isinstance(node.type, t.Span) else [self.value(node)]


def _sum(address: tuple[str, int]) -> str:
    base, offset = address
    if base == "(i32.const 0)":
        return f"(i32.const {offset})"
    return f"(i32.add {base} (i32.const {offset}))" if offset else base
