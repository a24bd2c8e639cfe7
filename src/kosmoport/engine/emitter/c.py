"""Functions with types as one C text, for any compiler and machine; it needs no library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import prod

from kosmoport.core.layout import Record
from kosmoport.engine.emitter import typed as t
from kosmoport.engine.emitter.typed import BOOL, FLOAT, INT, Number

NUMBERS = {INT: "i64", BOOL: "int", FLOAT: "double"}
ITEMS = {"int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "u8", "float32": "float"}
PRELUDE = """\
typedef signed char i8; typedef short i16; typedef int i32; typedef long long i64; typedef unsigned char u8;
#ifdef __wasm__
  #define EXPORT(name) __attribute__((export_name(#name)))
#elif defined(_WIN32)
  #define EXPORT(name) __declspec(dllexport)
#else
  #define EXPORT(name) __attribute__((visibility("default")))
#endif
#ifdef __wasm__ /* Clang finds the sum of a loop by a product of 128 bits, which would be in a library. */
typedef unsigned long long u64;
__attribute__((optnone, noinline)) __int128 __multi3(__int128 a, __int128 b) {
  u64 low = ~0u, x = a, y = b, p = (x & low) * (y & low);
  u64 q = (x >> 32) * (y & low) + (p >> 32), r = (x & low) * (y >> 32) + (q & low);
  u64 top = (x >> 32) * (y >> 32) + (q >> 32) + (r >> 32) + (u64)(a >> 64) * y + x * (u64)(b >> 64);
  return (unsigned __int128)top << 64 | (r << 32 | (p & low));
}
#endif
static i64 min_i64(i64 a, i64 b) { return b < a ? b : a; }
static i64 max_i64(i64 a, i64 b) { return b > a ? b : a; }
static i64 abs_i64(i64 a) { return a < 0 ? -a : a; }
static double min_double(double a, double b) { return b < a ? b : a; }
static double max_double(double a, double b) { return b > a ? b : a; }
static double abs_double(double a) { return __builtin_fabs(a); }
/* Python rounds down; by nothing nobody divides, as checked builds show, and here it gives nothing. */
static i64 floor_div(i64 a, i64 b) {
  if (b == 0) return 0;
  if (b == -1) return -a;
  i64 q = a / b, r = a % b;
  return q - (r != 0 && (r ^ b) < 0);
}
static i64 floor_mod(i64 a, i64 b) {
  if (b == 0 || b == -1) return 0;
  i64 r = a % b;
  return r != 0 && (r ^ b) < 0 ? r + b : r;
}
static i64 div_positive(i64 a, i64 b) { return a / b - (a % b < 0); }
static i64 mod_positive(i64 a, i64 b) { i64 r = a % b; return r < 0 ? r + b : r; }
"""


def c_text(program: t.Program) -> str:
    """The whole program; entries take whole numbers, of which addresses and lengths are some."""
    return "\n".join(_Printer(program).lines())


def _named(prefix: str, name: str) -> str:
    """A name that is no word of C, nor that of something else: with a dot in it, it is not from the text."""
    return f"{prefix * (1 + ('.' in name))}_{name.replace('.', '_')}"


class _Printer:
    def __init__(self, program: t.Program) -> None:
        self.program = program
        self.types: list[str] = []  # in the order in which they need each other
        self.made: dict[object, str] = {}

    def lines(self) -> Iterator[str]:
        functions = [_function(self, function) for function in self.program.functions]
        entries = [self.entry(function) for function in self.program.entries]
        constants = [self.constant(constant) for constant in self.program.constants.values()]
        yield from (PRELUDE, *self.types, *constants, *functions, *entries, "")

    def constant(self, constant: t.Constant) -> str:
        values = ", ".join(map(str, constant.values))
        item = self.item(constant.type.item)
        return f"static const {item} {_named('c', constant.name)}[{len(constant.values)}] = {{{values}}};"

    # ------------------------------------------------------------ types

    def item(self, item: t.Item) -> str:
        return ITEMS[item] if isinstance(item, str) else self.record(item)

    def record(self, record: type[Record]) -> str:
        if record not in self.made:
            fields = []
            for name, kind, shape in record.fields:
                sizes = "".join(f"[{size}]" for size in ([prod(shape)] if shape else []))
                fields.append(f"{self.item(kind)} {_named('m', name)}{sizes};")
            self.made[record] = f"{record.__name__}_{len(self.made)}"
            self.types.append(f"typedef struct {{ {' '.join(fields)} }} {self.made[record]};")
        return self.made[record]

    def type(self, kind: t.Type | t.Cell) -> str:
        match kind:
            case Number():
                return NUMBERS[kind]
            case t.Cell(item=item):
                return f"{ITEMS[item]} *"
            case t.RecordOf(record=record):
                return f"{self.record(record)} *"
            case t.Array(item=item, constant=constant):
                return f"{'const ' if constant else ''}{self.item(item)} *"
        return self.span(kind)

    def span(self, span: t.Span) -> str:
        if span not in self.made:
            item = self.item(span.item)
            self.made[span] = name = f"Span_{len(self.made)}"
            self.types.append(f"typedef struct {{ {item} *at; i64 n[{span.directions}]; }} {name};")
            if span.directions > 1:
                row = self.span(t.Span(span.item, span.directions - 1))
                assert span.directions == 2  # more than rows and columns nobody has needed
                body = f"{row} r; r.at = a.at + i * a.n[1]; r.n[0] = a.n[1]; return r;"
                self.types.append(f"static {row} row_{name}({name} a, i64 i) {{ {body} }}")
        return self.made[span]

    def result(self, result: t.Result) -> str:
        if not isinstance(result, tuple):
            return "void" if result is None else self.type(result)
        if result not in self.made:
            self.made[result] = name = f"Results_{len(self.made)}"
            parts = " ".join(f"{self.type(kind)} r{k};" for k, kind in enumerate(result))
            self.types.append(f"typedef struct {{ {parts} }} {name};")
        return self.made[result]

    # ------------------------------------------------------------ functions

    def head(self, function: t.Function) -> str:
        given = ", ".join(f"{self.type(t)} {_named('v', n)}" for n, t in function.parameters.items())
        return f"{self.result(function.result)} {_named('f', function.name)}({given or 'void'})"

    def entry(self, function: t.Function) -> str:
        """As it is called from outside: an address and lengths for every span."""
        taken, made, given = [], [], []
        for name, kind in function.parameters.items():
            variable = _named("v", name)
            given.append(variable)
            if isinstance(kind, t.Span):
                lengths = [f"{variable}_n{k}" for k in range(kind.directions)]
                taken += [f"{self.item(kind.item)} *{variable}_at", *(f"i64 {length}" for length in lengths)]
                made.append(
                    f"{self.type(kind)} {variable} = {{ {variable}_at, {{ {', '.join(lengths)} }} }};"
                )
            else:
                taken.append(f"{self.type(kind)} {variable}")
        back = "" if function.result is None else "return "
        result = "i64" if function.result == BOOL else self.result(function.result)  # of one width outside
        head = f"EXPORT({function.name}) {result} {function.name}({', '.join(taken)})"
        return f"{head} {{ {' '.join(made)} {back}{_named('f', function.name)}({', '.join(given)}); }}"


def _function(types: _Printer, function: t.Function) -> str:
    lines = [f"static {types.head(function)} {{"]
    for name, kind in function.variables.items():
        start = " = 0" if isinstance(kind, Number) else ""
        lines.append(f"  {types.type(kind)} {_named('v', name)}{start};")
    body = _Body(types, function)
    lines += body.block(function.body, "  ")
    return "\n".join([*lines, "}"])


class _Body:
    """The statements and expressions of one function."""

    def __init__(self, types: _Printer, function: t.Function) -> None:
        self.types, self.function = types, function

    def block(self, body: Iterable[t.Statement], pad: str) -> list[str]:
        return [line for statement in body for line in self.statement(statement, pad)]

    def statement(self, node: t.Statement, pad: str) -> list[str]:
        within = pad + "  "
        match node:
            case t.Set(name=name, value=value):
                return [f"{pad}{_named('v', name)} = {self.value(value)};"]
            case t.Unpack(names=names, call=call):
                results = self.types.result(call.function.result)
                parts = " ".join(f"{_named('v', name)} = r.r{k};" for k, name in enumerate(names))
                return [f"{pad}{{ {results} r = {self.value(call)}; {parts} }}"]
            case t.Point(name=name, address=address):
                return [f"{pad}{_named('v', name)} = &{self.address(address)};"]
            case t.Store(address=address, value=value):
                return [f"{pad}{self.address(address)} = {self.value(value)};"]
            case t.Copy(target=target, source=source):
                return [f"{pad}*{self.value(target)} = *{self.value(source)};"]
            case t.Do(call=call):
                return [f"{pad}{self.value(call)};"]
            case t.If(test=test, yes=yes, no=no):
                other = [f"{pad}}} else {{", *self.block(no, within)] if no else []
                return [f"{pad}if ({self.value(test)}) {{", *self.block(yes, within), *other, f"{pad}}}"]
            case t.While(test=test, body=body):
                return [f"{pad}while ({self.value(test)}) {{", *self.block(body, within), f"{pad}}}"]
            case t.For():
                return self.loop(node, pad)
            case t.Break():
                return [f"{pad}break;"]
            case t.Continue():
                return [f"{pad}continue;"]
            case t.Return(values=values):
                return [f"{pad}return {self.returned(values)};"]
        raise AssertionError(node)

    def returned(self, values: tuple[t.Expr, ...]) -> str:
        if not isinstance(self.function.result, tuple):
            return "".join(map(self.value, values))
        first: tuple[t.Keep, ...] = ()
        if isinstance(values[0], t.After):
            first, values = values[0].first, (values[0].value, *values[1:])
        made = f"({self.types.result(self.function.result)}){{ {', '.join(map(self.value, values))} }}"
        return f"({', '.join([*map(self.value, first), made])})" if first else made

    def loop(self, node: t.For, pad: str) -> list[str]:
        counter, end = _named("v", node.counter), _named("v", node.end)
        test = f"{counter} {'<' if node.step > 0 else '>'} {end}"
        lines = [f"{pad}{counter} = {self.value(node.low)};", f"{pad}{end} = {self.value(node.high)};"]
        lines += [f"{pad}for (; {test}; {_stepped(counter, end, node.step)}) {{"]
        lines += [f"{pad}  {_named('v', node.name)} = {counter};", *self.block(node.body, pad + "  ")]
        return [*lines, f"{pad}}}"]

    # ------------------------------------------------------------ places

    def address(self, node: t.Address) -> str:
        """The place itself, as C reads it and assigns to it; for records and arrays their address."""
        match node:
            case t.Pointed(name=name):
                return f"(*{_named('v', name)})"
            case t.Field(of=of, name=name, place=place):
                code = f"{self.value(of)}->{_named('m', name)}"
                return f"(&{code})" if isinstance(place, t.RecordOf) else code
            case t.At():
                return self.item(node)
        raise AssertionError(node)

    def item(self, node: t.At) -> str:
        if isinstance(node.of, t.After):  # C may find the index first
            first = ", ".join(map(self.value, node.of.first))
            code = self.item(replace(node, of=node.of.value))
            return f"(*({first}, &{code}))" if isinstance(node.place, t.Cell) else f"({first}, {code})"
        of, index, kind = self.value(node.of), self.value(node.index), node.of.type
        if isinstance(kind, t.Span):
            if kind.directions > 1:
                return f"row_{self.types.span(kind)}({of}, {index})"
            code = f"{of}.at[{index}]"
        else:
            assert isinstance(kind, t.Array)
            if len(kind.shape) > 1:
                return f"({of} + {index} * {prod(kind.shape[1:])})"
            code = f"{of}[{index}]"
        return f"(&{code})" if isinstance(node.place, t.RecordOf) else code

    # ------------------------------------------------------------ values

    def value(self, node: t.Expr) -> str:
        match node:
            case t.Literal(value=value, type=kind):
                return _literal(value, kind)
            case t.Get(name=name):
                return _named("v", name)
            case t.Keep(name=name, value=value):
                return f"({_named('v', name)} = {self.value(value)})"
            case t.After(first=first, value=value):
                return f"({', '.join(map(self.value, (*first, value)))})"
            case t.Fixed(name=name):
                return _named("c", name)
            case t.Field() | t.At():
                return self.address(node)
            case t.Load(address=address, type=kind):
                return f"({NUMBERS[kind]}){self.address(address)}"
            case t.Unary(op=op, value=value, type=kind):
                if op == "abs":
                    return f"abs_{NUMBERS[kind]}({self.value(value)})"
                return f"({'!' if op == 'not' else op}{self.value(value)})"
            case t.Binary():
                return self.binary(node)
            case t.Compare(op=op, left=left, right=right):
                return f"({self.value(left)} {op} {self.value(right)})"
            case t.Logic(op=op, left=left, right=right):
                return f"({self.value(left)} {'&&' if op == 'and' else '||'} {self.value(right)})"
            case t.Choose(test=test, yes=yes, no=no):
                return f"({self.value(test)} ? {self.value(yes)} : {self.value(no)})"
            case t.Cast(value=value, type=Number.BOOL):
                return f"({self.value(value)} != 0)"
            case t.Cast(value=value, type=kind):
                return f"({NUMBERS[kind]}){self.value(value)}"
            case t.Root(value=value):
                return f"__builtin_sqrt({self.value(value)})"
            case t.Length(of=of):
                return f"{self.value(of)}.n[0]"
            case t.Call():
                return self.call(node)
        raise AssertionError(node)

    def call(self, node: t.Call) -> str:
        first, arguments = "", node.arguments
        if arguments and isinstance(arguments[0], t.After):  # C may begin with any argument
            first = ", ".join(map(self.value, arguments[0].first))
            arguments = (arguments[0].value, *arguments[1:])
        code = f"{_named('f', node.function.name)}({', '.join(map(self.value, arguments))})"
        return f"({first}, {code})" if first else code

    def binary(self, node: t.Binary) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.op in ("min", "max"):
            return f"{node.op}_{NUMBERS[node.type]}({left}, {right})"
        if node.op in ("//", "%"):
            kind = "div" if node.op == "//" else "mod"
            known = isinstance(node.right, t.Literal) and node.right.value > 0
            return f"{kind}_positive({left}, {right})" if known else f"floor_{kind}({left}, {right})"
        if node.op == "<<":  # of a negative number C says nothing
            return f"((i64)((unsigned long long){left} << {right}))"
        return f"({left} {node.op} {right})"


def _stepped(counter: str, end: str, step: int) -> str:
    """A stride does not go beyond the end, as behind it may be nothing within 64 bits."""
    if abs(step) == 1:
        return f"{counter} += {step}"
    left = f"(unsigned long long){end} - {counter}" if step > 0 else f"(unsigned long long){counter} - {end}"
    return f"{counter} = {left} > {abs(step)}ULL ? {counter} + {_literal(step, INT)} : {end}"


def _literal(value: int | bool | float, kind: Number) -> str:
    if kind == FLOAT:
        return f"({float(value)!r})"
    if kind == BOOL:
        return str(int(value))
    if value == -(2**63):
        return "(-9223372036854775807LL - 1)"
    return f"({value}LL)" if value < 0 else f"{value}LL"
