"""The records that the programs of these tests use: every width, nested, in one and two directions."""

from __future__ import annotations

from kosmoport.core.layout import Record, array, int8, int16, int32, int64


class Part(Record):
    tiny: int8
    wide: int64
    row: list[int16] = array(3)


class Whole(Record):
    """It has gaps: one byte before `count`, and more behind the last field."""

    kind: int8
    count: int32
    part: Part
    parts: list[Part] = array(2)
    grid: list[list[int8]] = array(2, 3)
    boxes: list[list[Part]] = array(2, 2)
    last: int8


class Pair(Record):
    a: int16
    b: int16
    row: list[int8] = array(2)


class Kit(Record):
    blank: Pair
    size: int32
