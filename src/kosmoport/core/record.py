"""Records: one schema gives a plain object for people and a NumPy dtype for machine code.

A schema is a tuple of fields `(name, type, shape)`; a type is an integer type by name or another
schema, so records nest: `s.player[p].place[card]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from kosmoport.core.errors import BadInput, short

if TYPE_CHECKING:
    import numpy as np

Schema = tuple[tuple[str, Any, tuple[int, ...]], ...]

LIMITS = {f"int{bits}": (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) for bits in (8, 16, 32, 64)}


class PlainRecord:
    """A record in a debugger: numbers, lists and nested records, under their names only."""

    __slots__ = ("happened",)
    schema: Schema = ()
    happened: list[tuple[int, int, int, int, int]]

    if TYPE_CHECKING:  # fields are those of the schema

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __repr__(self) -> str:
        return f"<{', '.join(f'{name}={getattr(self, name)!r}' for name, _, _ in self.schema)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlainRecord) and all(
            getattr(self, name) == getattr(other, name) for name, _, _ in self.schema
        )

    __hash__ = None  # type: ignore[assignment]


@cache
def plain_type(schema: Schema) -> type[PlainRecord]:
    """The class of plain records with this schema; a misspelt field raises at its line."""
    names = tuple(name for name, _, _ in schema)
    return type("Record", (PlainRecord,), {"__slots__": names, "schema": schema})


def plain(schema: Schema) -> Any:
    """A plain record with zero everywhere."""
    record = plain_type(schema)()
    record.happened = []
    for name, kind, shape in schema:
        setattr(record, name, _zero(kind, shape))
    return record


def _zero(kind: Any, shape: tuple[int, ...]) -> Any:
    if shape:
        return [_zero(kind, shape[1:]) for _ in range(shape[0])]
    return plain(kind) if isinstance(kind, tuple) else 0


def clone(record: Any) -> Any:
    """A copy that shares nothing with the original and has nothing to tell yet."""
    twin = type(record)()
    twin.happened = []
    for name, _, _ in record.schema:
        setattr(twin, name, _clone_value(getattr(record, name)))
    return twin


def _clone_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_clone_value(v) for v in value] if value and not isinstance(value[0], int) else value[:]
    return clone(value) if isinstance(value, PlainRecord) else value


def collect(record: Any) -> list[tuple[int, int, int, int, int]]:
    """What happened since the last call."""
    told: list[tuple[int, int, int, int, int]] = record.happened
    record.happened = []
    return told


@cache
def dtype_of(schema: Schema) -> np.dtype[Any]:
    """The NumPy dtype of a schema, laid out as C would."""
    import numpy as np

    fields = [
        (name, dtype_of(kind) if isinstance(kind, tuple) else kind, shape) for name, kind, shape in schema
    ]
    return np.dtype([f if f[2] else f[:2] for f in fields], align=True)


def to_array(record: Any) -> np.ndarray[Any, Any]:
    """An array of one element, equal to the plain record; a number that does not fit is an error."""
    import numpy as np

    array = np.zeros(1, dtype_of(record.schema))
    write_into(array, 0, record)
    return array


def write_into(array: Any, index: int, record: Any) -> None:
    """Write a plain record into one element of an array."""
    array[index] = _as_tuple(record)


def _as_tuple(record: Any) -> tuple[Any, ...]:
    return tuple(_tuple_value(getattr(record, name), kind, name) for name, kind, _ in record.schema)


def _tuple_value(value: Any, kind: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_tuple_value(v, kind, name) for v in value]
    if isinstance(value, PlainRecord):
        return _as_tuple(value)
    low, high = LIMITS[kind]
    if not low <= value <= high:
        raise OverflowError(f"{name} = {value} does not fit {kind}")
    return int(value)


def from_array(array: Any, index: int, schema: Schema) -> Any:
    """The plain record equal to one element of an array."""
    return _from_element(array[index], schema)


def _from_element(element: Any, schema: Schema) -> Any:
    record = plain_type(schema)()
    record.happened = []
    for name, kind, shape in schema:
        setattr(record, name, _from_value(element[name], kind, shape))
    return record


def _from_value(value: Any, kind: Any, shape: tuple[int, ...]) -> Any:
    if not isinstance(kind, tuple):
        return value.tolist()
    if shape:
        return [_from_value(v, kind, shape[1:]) for v in value]
    return _from_element(value, kind)


def to_data(record: Any) -> dict[str, Any]:
    """The record as maps, lists and numbers, ready to be written as JSON."""
    return {name: _data_value(getattr(record, name)) for name, _, _ in record.schema}


def _data_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_data_value(v) for v in value]
    return to_data(value) if isinstance(value, PlainRecord) else value


def from_data(schema: Schema, data: Any, path: str = "") -> Any:
    """The record written as `data`; BadInput names the path of what is missing, too much or out of range."""
    if not isinstance(data, dict):
        raise BadInput(f"{path or 'the record'} must be a map of fields")
    names = [name for name, _, _ in schema]
    for name in data:
        if name not in names:
            raise BadInput(f"{_join(path, short(str(name)))} is not a field (there are {', '.join(names)})")
    record = plain_type(schema)()
    record.happened = []
    for name, kind, shape in schema:
        if name not in data:
            raise BadInput(f"{_join(path, name)} is missing")
        setattr(record, name, _read_value(kind, shape, data[name], _join(path, name)))
    return record


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _read_value(kind: Any, shape: tuple[int, ...], data: Any, path: str) -> Any:
    if shape:
        if not isinstance(data, list) or len(data) != shape[0]:
            raise BadInput(f"{path} must be a list of {shape[0]}")
        return [_read_value(kind, shape[1:], v, f"{path}[{i}]") for i, v in enumerate(data)]
    if isinstance(kind, tuple):
        return from_data(kind, data, path)
    low, high = LIMITS[kind]
    if type(data) is not int or not low <= data <= high:
        raise BadInput(f"{path} must be a whole number from {low} to {high}")
    return data


def leaves(record: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Every number of a record with its path, for comparing two records in words."""
    for name, _, _ in record.schema:
        yield from _leaves_value(getattr(record, name), _join(path, name))


def _leaves_value(value: Any, path: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, list):
        for i, v in enumerate(value):
            yield from _leaves_value(v, f"{path}[{i}]")
    elif isinstance(value, PlainRecord):
        yield from leaves(value, path)
    else:
        yield path, value
