"""Records and numbers in the memory of a machine: what its functions read and write, seen from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kosmoport.core import layout
from kosmoport.core.layout import Record

if TYPE_CHECKING:
    import numpy as np

R = TypeVar("R", bound=Record)

LETTERS: dict[str, Any] = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "bool": "?", "float32": "f"}


class Records(Generic[R]):
    """So many records of one kind side by side."""

    __slots__ = ("address", "bytes", "count", "kind", "size")

    def __init__(self, kind: type[R], count: int, address: int, memory: memoryview) -> None:
        self.kind, self.count, self.address = kind, count, address
        self.size = layout.size_of(kind)
        self.bytes = memory

    @property
    def parts(self) -> tuple[int, ...]:
        """As functions take them."""
        return self.address, self.count

    def read(self, index: int = 0) -> R:
        """One of them as a plain record."""
        return layout.unpack_from(self.kind, self.bytes, index * self.size)

    def write(self, index: int, record: R) -> None:
        """Put a plain record there."""
        layout.pack_into(self.bytes, index * self.size, record)

    def of(self, index: int) -> memoryview:
        """The bytes of one of them."""
        return self.bytes[index * self.size : (index + 1) * self.size]

    def field(self, name: str, index: int = 0) -> memoryview:
        """The numbers of one field of one of them, to be read and written."""
        offset = index * self.size + layout.layout_of(self.kind).offsets[name]
        one = next(one for one in self.kind.fields if one.name == name)
        width = layout.size_of(one.kind) * (one.shape[0] if one.shape else 1)
        return self.bytes[offset : offset + width].cast(LETTERS[one.kind])

    def inner(self, name: str, index: int = 0) -> Records[Any]:
        """The record in a field of one of them."""
        kind = next(one.kind for one in self.kind.fields if one.name == name)
        offset, size = index * self.size + layout.layout_of(self.kind).offsets[name], layout.size_of(kind)
        return Records(kind, 1, self.address + offset, self.bytes[offset : offset + size])

    @property
    def array(self) -> np.ndarray[Any, Any]:
        """The same memory as an array of NumPy's."""
        array: np.ndarray[Any, Any] = layout.numpy().frombuffer(
            self.bytes, layout.dtype_of(self.kind), self.count
        )
        return array


class Numbers:
    """So many numbers of one width, in one direction or in two."""

    __slots__ = ("_memory", "address", "item", "shape", "view")

    def __init__(self, item: str, shape: tuple[int, ...], address: int, memory: memoryview) -> None:
        self.item, self.shape, self.address = item, shape, address
        self._memory = memory
        self.view = memory.cast(LETTERS[item])

    @property
    def parts(self) -> tuple[int, ...]:
        return self.address, *self.shape

    @property
    def array(self) -> np.ndarray[Any, Any]:
        """The same memory as an array of NumPy's."""
        array: np.ndarray[Any, Any] = layout.numpy().frombuffer(self._memory, self.item)
        return array.reshape(self.shape)
