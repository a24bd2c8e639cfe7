"""Functions of the subset with a type on everything: what is read once and printed as C or as WebAssembly.

Evaluation goes from left to right, as in Python; where that matters, operands are kept in variables first
(`After`), so that a printer need not care. Whole numbers have 64 bits and wrap around in quick builds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import TypeAlias

from kosmoport.core.layout import Record

# ---------------------------------------------------------------- types


class Number(Enum):
    """What fits into a variable by itself."""

    INT = "int"
    BOOL = "bool"
    FLOAT = "float"


INT, BOOL, FLOAT = Number.INT, Number.BOOL, Number.FLOAT

Item: TypeAlias = "str | type[Record]"  # of an array: "int8" to "int64", "bool", "float32", or records


@dataclass(frozen=True)
class Cell:
    """A number in memory."""

    item: str

    @property
    def number(self) -> Number:
        return FLOAT if self.item == "float32" else BOOL if self.item == "bool" else INT


@dataclass(frozen=True)
class RecordOf:
    """A record in memory, by its address."""

    record: type[Record]


@dataclass(frozen=True)
class Array:
    """Numbers or records side by side, in a record or among the constants, by the address of the first."""

    item: Item
    shape: tuple[int, ...]
    constant: bool = False


@dataclass(frozen=True)
class Span:
    """The caller's numbers or records, in one or two directions; it knows how many."""

    item: Item
    directions: int = 1


Place: TypeAlias = Cell | RecordOf | Array | Span
Type: TypeAlias = Number | RecordOf | Array | Span
Result: TypeAlias = "Type | tuple[Number, ...] | None"  # one, several, or nothing


# ---------------------------------------------------------------- expressions


class Node:
    """Anything below a function."""

    def parts(self) -> Iterator[Node]:
        """What it is made of, in the order of evaluation."""
        for part in fields(self):  # type: ignore[arg-type] # all nodes are dataclasses
            yield from _nodes(getattr(self, part.name))

    def walk(self) -> Iterator[Node]:
        """Itself and everything below."""
        yield self
        for part in self.parts():
            yield from part.walk()


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _nodes(one)


class Expr(Node):
    """What has a value."""

    type: Type


@dataclass(frozen=True)
class Literal(Expr):
    value: int | bool | float
    type: Number


@dataclass(frozen=True)
class Get(Expr):
    """A variable."""

    name: str
    type: Type


@dataclass(frozen=True)
class Keep(Expr):
    """Puts a value into a variable, and is that value."""

    name: str
    value: Expr

    @property
    def type(self) -> Type:  # type: ignore[override]
        return self.value.type


@dataclass(frozen=True)
class After(Expr):
    """What is kept first, and then the value."""

    first: tuple[Keep, ...]
    value: Expr

    @property
    def type(self) -> Type:  # type: ignore[override]
        return self.value.type


@dataclass(frozen=True)
class Fixed(Expr):
    """A constant tuple, in memory."""

    name: str
    type: Array


@dataclass(frozen=True)
class Field(Expr):
    """A field of a record: an address, which `Load` and `Store` read and write where it is a number's."""

    of: Expr
    name: str
    place: Place

    @property
    def type(self) -> Type:  # type: ignore[override]
        assert not isinstance(self.place, Cell)
        return self.place


@dataclass(frozen=True)
class At(Expr):
    """An item of an array or a span: an address like that of a field."""

    of: Expr
    index: Expr
    place: Place
    line: int

    @property
    def type(self) -> Type:  # type: ignore[override]
        assert not isinstance(self.place, Cell)
        return self.place


@dataclass(frozen=True)
class Pointed(Expr):
    """A number whose address is in a variable."""

    name: str
    place: Cell


Address: TypeAlias = "Field | At | Pointed"


@dataclass(frozen=True)
class Load(Expr):
    """The number at an address."""

    address: Address
    type: Number


@dataclass(frozen=True)
class Unary(Expr):
    op: str  # "-", "~", "not", "abs"
    value: Expr
    type: Number
    line: int


@dataclass(frozen=True)
class Binary(Expr):
    op: str  # + - * / // % << >> & | ^ min max
    left: Expr
    right: Expr
    type: Number
    line: int


@dataclass(frozen=True)
class Compare(Expr):
    op: str  # == != < <= > >=
    left: Expr
    right: Expr
    type: Number = BOOL


@dataclass(frozen=True)
class Logic(Expr):
    op: str  # and or; of truth values
    left: Expr
    right: Expr
    type: Number = BOOL


@dataclass(frozen=True)
class Choose(Expr):
    """`yes if test else no`; only one of them is evaluated."""

    test: Expr
    yes: Expr
    no: Expr
    type: Type


@dataclass(frozen=True)
class Cast(Expr):
    """A number as another kind of number."""

    value: Expr
    type: Number
    line: int = 0  # where a fraction may be too large to be cut off


@dataclass(frozen=True)
class Root(Expr):
    """A square root."""

    value: Expr
    line: int
    type: Number = FLOAT


@dataclass(frozen=True)
class Length(Expr):
    """How many items a span has."""

    of: Expr
    type: Number = INT


@dataclass(frozen=True, eq=False)
class Call(Expr):
    function: Function
    arguments: tuple[Expr, ...]

    @property
    def type(self) -> Type:  # type: ignore[override]
        assert self.function.result is not None
        assert not isinstance(self.function.result, tuple)
        return self.function.result

    def parts(self) -> Iterator[Node]:
        yield from self.arguments


# ---------------------------------------------------------------- statements


class Statement(Node):
    """What is done."""


@dataclass(frozen=True)
class Set(Statement):
    name: str
    value: Expr


@dataclass(frozen=True)
class Unpack(Statement):
    """Several results into as many variables."""

    names: tuple[str, ...]
    call: Call


@dataclass(frozen=True)
class Point(Statement):
    """Remember the address of a number."""

    name: str
    address: Field | At


@dataclass(frozen=True)
class Store(Statement):
    address: Address
    value: Expr
    line: int


@dataclass(frozen=True)
class Copy(Statement):
    """A whole record onto another."""

    target: Expr
    source: Expr


@dataclass(frozen=True)
class Do(Statement):
    """A call whose result, if there is one, nobody needs."""

    call: Call


@dataclass(frozen=True)
class If(Statement):
    test: Expr
    yes: Sequence[Statement]
    no: Sequence[Statement]


@dataclass(frozen=True)
class While(Statement):
    test: Expr
    body: Sequence[Statement]


@dataclass(frozen=True)
class For(Statement):
    """Python's range: the bounds are read once, and the variable may be changed without harm."""

    name: str
    counter: str  # a variable of its own
    end: str
    low: Expr
    high: Expr
    step: int
    body: Sequence[Statement]


@dataclass(frozen=True)
class Break(Statement):
    pass


@dataclass(frozen=True)
class Continue(Statement):
    pass


@dataclass(frozen=True)
class Return(Statement):
    values: tuple[Expr, ...]


# ---------------------------------------------------------------- functions


@dataclass(eq=False)
class Function:
    """One function for arguments of these types."""

    name: str
    parameters: dict[str, Type]
    result: Result = None
    body: list[Statement] = field(default_factory=list)
    variables: dict[str, Type | Cell] = field(default_factory=dict)  # its own; a Cell: the address of one
    writes: bool = False  # into memory, itself or by what it calls
    size: int = 0  # nodes


@dataclass(frozen=True)
class Constant:
    """A tuple of whole numbers, flat."""

    name: str
    type: Array
    values: tuple[int, ...]


@dataclass
class Program:
    """Functions, callees first, and the constants they read."""

    functions: list[Function] = field(default_factory=list)
    entries: list[Function] = field(default_factory=list)  # those that are called from outside
    constants: dict[str, Constant] = field(default_factory=dict)
