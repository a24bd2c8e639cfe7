"""Records: one class with typed fields gives a plain object for people and a NumPy dtype for machine code.

    class Player(Record):
        hand: int16
        bid: list[int8] = array(MAX_CARDS)

A field is a whole number of so many bits, a record, or an array of either. `Player()` has zero everywhere; a
misspelt field is found by the type checker, and raises at its line.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from functools import cache
from math import prod
from struct import Struct
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from kosmoport.core.errors import BadInput, missing, short

if sys.version_info >= (3, 14):
    from annotationlib import Format, get_annotate_from_class_namespace

if TYPE_CHECKING:
    import numpy as np

int8 = Annotated[int, "int8"]
int16 = Annotated[int, "int16"]
int32 = Annotated[int, "int32"]
int64 = Annotated[int, "int64"]
float32 = Annotated[float, "float32"]  # never in records

LIMITS = {f"int{bits}": (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) for bits in (8, 16, 32, 64)}

Event = tuple[int, int, int, int, int]  # a code and four numbers


class Field(NamedTuple):
    """One field of a record."""

    name: str
    kind: Any  # "int8" to "int64", or a class of records
    shape: tuple[int, ...]  # how many there are in each direction; () for a single one


def array(*sizes: int) -> Any:
    """So many numbers or records in a field, in one direction or in several."""
    return sizes


class RecordType(type):
    """Turns the annotations of a class into slots and `fields`; those of the record it extends come first."""

    fields: tuple[Field, ...]

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> RecordType:
        own = () if "__slots__" in namespace else _annotated(namespace)
        shapes = {field: namespace.pop(field) for field in own if field in namespace}
        made = super().__new__(cls, name, bases, {"__slots__": own, **namespace})
        hints = get_type_hints(made, include_extras=True) if own else {}
        fields = {field.name: field for base in bases for field in getattr(base, "fields", ())}
        fields |= {field: _field(field, hints[field], shapes.get(field, ())) for field in own}
        made.fields = tuple(fields.values())
        return made


def _annotated(namespace: dict[str, Any]) -> tuple[str, ...]:
    """The names of a class body that have a type; since Python 3.14 it has a function that tells them."""
    if sys.version_info >= (3, 14):
        annotate = get_annotate_from_class_namespace(namespace)
        if annotate is not None:
            return tuple(annotate(Format.VALUE))
    return tuple(namespace.get("__annotations__", ()))


def _field(name: str, hint: Any, shape: tuple[int, ...]) -> Field:
    directions = 0
    while get_origin(hint) is list:
        hint, directions = get_args(hint)[0], directions + 1
    if directions != len(shape):
        raise TypeError(f"{name} is a list in {directions} directions, with the sizes {shape}")
    return Field(name, hint if isinstance(hint, type) else hint.__metadata__[0], shape)


class Record(metaclass=RecordType):
    """A record in a debugger: numbers, lists and nested records, under their names only."""

    __slots__ = ("happened",)
    fields: ClassVar[tuple[Field, ...]]
    happened: list[Event]  # what `emit` has told since the last look

    def __init__(self) -> None:
        self.happened = []
        for name, kind, shape in self.fields:
            setattr(self, name, _zero(kind, shape))

    def __repr__(self) -> str:
        return f"<{', '.join(f'{name}={getattr(self, name)!r}' for name, _, _ in self.fields)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and all(
            getattr(self, name) == getattr(other, name) for name, _, _ in self.fields
        )

    __hash__ = None  # type: ignore[assignment]


R = TypeVar("R", bound=Record)


def variant(kind: type[R], **changes: type[Record] | int) -> type[R]:
    """The same record with other records in some fields, or arrays of another size."""
    made = RecordType(kind.__name__, (kind,), {"__slots__": (), "__module__": kind.__module__})
    made.fields = tuple(_changed(field, changes.get(field.name)) for field in kind.fields)
    return made  # type: ignore[return-value] # it extends `kind`


def _changed(field: Field, change: type[Record] | int | None) -> Field:
    if change is None:
        return field
    return field._replace(shape=(change,)) if isinstance(change, int) else field._replace(kind=change)


def _zero(kind: Any, shape: tuple[int, ...]) -> Any:
    if not shape:
        return kind() if isinstance(kind, type) else 0
    if len(shape) == 1 and not isinstance(kind, type):
        return [0] * shape[0]
    return [_zero(kind, shape[1:]) for _ in range(shape[0])]


def _empty(kind: type[R]) -> R:
    """A record whose fields are still to be set."""
    record = kind.__new__(kind)
    record.happened = []
    return record


def clone(record: R) -> R:
    """A copy that shares nothing with the original and has nothing to tell yet."""
    twin = _empty(type(record))
    for name, _, _ in record.fields:
        value = getattr(record, name)
        setattr(twin, name, value if type(value) is int else _clone_value(value))  # most are numbers
    return twin


def _clone_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_clone_value(v) for v in value] if value and not isinstance(value[0], int) else value[:]
    return clone(value) if isinstance(value, Record) else value


def collect(record: Record) -> list[Event]:
    """What happened since the last call."""
    told = record.happened
    record.happened = []
    return told


class Layout(NamedTuple):
    """Where the fields of a record lie in memory, as C lays them out."""

    offsets: dict[str, int]
    size: int
    alignment: int


LETTERS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q"}
WIDTHS = {"int8": 1, "int16": 2, "int32": 4, "int64": 8, "bool": 1, "float32": 4}


@cache
def layout_of(kind: RecordType) -> Layout:
    """Each field at the next multiple of its own alignment, and the whole a multiple of the largest."""
    offsets, end, alignment = {}, 0, 1
    for name, inner, shape in kind.fields:
        own = layout_of(inner).alignment if isinstance(inner, type) else WIDTHS[inner]
        offsets[name] = -(-end // own) * own
        end = offsets[name] + size_of(inner) * prod(shape)
        alignment = max(alignment, own)
    return Layout(offsets, -(-end // alignment) * alignment, alignment)


def size_of(item: Any) -> int:
    """Bytes of a number or a record."""
    return layout_of(item).size if isinstance(item, type) else WIDTHS[item]


@cache
def _struct_of(kind: RecordType) -> Struct:
    """All numbers of a record in the order of its fields, with the gaps between them."""
    return Struct("<" + _letters(kind))


def _letters(kind: Any) -> str:
    laid, text, end = layout_of(kind), "", 0
    for name, inner, shape in kind.fields:
        text += "x" * (laid.offsets[name] - end)
        end = laid.offsets[name] + size_of(inner) * prod(shape)
        text += _letters(inner) * prod(shape) if isinstance(inner, type) else f"{prod(shape)}{LETTERS[inner]}"
    return text + "x" * (laid.size - end)


def pack_into(buffer: Any, offset: int, record: Record) -> None:
    """Write a plain record into memory; a number that does not fit is an error."""
    try:
        _struct_of(type(record)).pack_into(buffer, offset, *_numbers(record))
    except struct.error:
        _as_tuple(record)  # says which number it is
        raise


def unpack_from(kind: type[R], buffer: Any, offset: int = 0) -> R:
    """The plain record that lies in memory."""
    return _made_of(kind, iter(_struct_of(kind).unpack_from(buffer, offset)))


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, Record):
        for name, _, _ in value.fields:
            yield from _numbers(getattr(value, name))
    elif isinstance(value, list):
        for one in value:
            yield from _numbers(one)
    else:
        yield value


def _made_of(kind: type[R], numbers: Iterator[int]) -> R:
    record = _empty(kind)
    for name, inner, shape in kind.fields:
        setattr(record, name, _value_of(inner, shape, numbers))
    return record


def _value_of(kind: Any, shape: tuple[int, ...], numbers: Iterator[int]) -> Any:
    if shape:
        return [_value_of(kind, shape[1:], numbers) for _ in range(shape[0])]
    return _made_of(kind, numbers) if isinstance(kind, type) else next(numbers)


def numpy() -> Any:
    """NumPy, which only those need who want arrays."""
    try:
        import numpy
    except ImportError as error:
        raise missing("numpy", error) from None
    return numpy


def dtype_of(kind: type[Record]) -> np.dtype[Any]:
    """The NumPy dtype of a record, laid out as C would."""
    return _dtype_of(kind)


@cache
def _dtype_of(kind: RecordType) -> np.dtype[Any]:
    fields = [
        (name, dtype_of(kind) if isinstance(kind, type) else kind, shape) for name, kind, shape in kind.fields
    ]
    made: np.dtype[Any] = numpy().dtype([f if f[2] else f[:2] for f in fields], align=True)
    return made


def to_array(record: Record) -> np.ndarray[Any, Any]:
    """An array of one element, equal to the plain record; a number that does not fit is an error."""
    array: np.ndarray[Any, Any] = numpy().zeros(1, dtype_of(type(record)))
    write_into(array, 0, record)
    return array


def write_into(array: Any, index: int, record: Record) -> None:
    """Write a plain record into one element of an array."""
    array[index] = _as_tuple(record)


def _as_tuple(record: Any) -> tuple[Any, ...]:
    return tuple(_tuple_value(getattr(record, name), kind, name) for name, kind, _ in record.fields)


def _tuple_value(value: Any, kind: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_tuple_value(v, kind, name) for v in value]
    if isinstance(value, Record):
        return _as_tuple(value)
    low, high = LIMITS[kind]
    if not low <= value <= high:
        raise OverflowError(f"{name} = {value} does not fit {kind}")
    return int(value)


def from_array(array: Any, index: int, kind: type[R]) -> R:
    """The plain record equal to one element of an array."""
    return _from_element(array[index], kind)


def _from_element(element: Any, kind: type[R]) -> R:
    record = _empty(kind)
    for name, inner, shape in kind.fields:
        setattr(record, name, _from_value(element[name], inner, shape))
    return record


def _from_value(value: Any, kind: Any, shape: tuple[int, ...]) -> Any:
    if not isinstance(kind, type):
        return value.tolist()
    if shape:
        return [_from_value(v, kind, shape[1:]) for v in value]
    return _from_element(value, kind)


def to_data(record: Record) -> dict[str, Any]:
    """The record as maps, lists and numbers, ready to be written as JSON."""
    return {name: _data_value(getattr(record, name)) for name, _, _ in record.fields}


def _data_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_data_value(v) for v in value]
    return to_data(value) if isinstance(value, Record) else value


def from_data(kind: type[R], data: Any, path: str = "") -> R:
    """The record written as `data`; BadInput names the path of what is missing, too much or out of range."""
    if not isinstance(data, dict):
        raise BadInput(f"{path or 'the record'} must be a map of fields")
    names = [name for name, _, _ in kind.fields]
    for name in data:
        if name not in names:
            raise BadInput(f"{_join(path, short(str(name)))} is not a field (there are {', '.join(names)})")
    record = _empty(kind)
    for name, inner, shape in kind.fields:
        if name not in data:
            raise BadInput(f"{_join(path, name)} is missing")
        setattr(record, name, _read_value(inner, shape, data[name], _join(path, name)))
    return record


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _read_value(kind: Any, shape: tuple[int, ...], data: Any, path: str) -> Any:
    if shape:
        if not isinstance(data, list) or len(data) != shape[0]:
            raise BadInput(f"{path} must be a list of {shape[0]}")
        return [_read_value(kind, shape[1:], v, f"{path}[{i}]") for i, v in enumerate(data)]
    if isinstance(kind, type):
        return from_data(kind, data, path)
    low, high = LIMITS[kind]
    if type(data) is not int or not low <= data <= high:
        raise BadInput(f"{path} must be a whole number from {low} to {high}")
    return data


def leaves(record: Record, path: str = "") -> Iterator[tuple[str, int]]:
    """Every number of a record with its path, for comparing two records in words."""
    for name, _, _ in record.fields:
        yield from _leaves_value(getattr(record, name), _join(path, name))


def _leaves_value(value: Any, path: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, list):
        for i, v in enumerate(value):
            yield from _leaves_value(v, f"{path}[{i}]")
    elif isinstance(value, Record):
        yield from leaves(value, path)
    else:
        yield path, value
