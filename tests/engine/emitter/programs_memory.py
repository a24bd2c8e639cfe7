"""Programs of records and arrays: by reference, copied, nested."""

from __future__ import annotations

from tests.engine.emitter.backends import Case, case

EXTREMES = (
    *(-(2**63), 2**63 - 1, -(2**31), 2**31 - 1, -(2**15), 2**15 - 1, -128, 127),
    *(-129, 128, 0, -1, 1, 2**31, -(2**31) - 1, 2**32),
)
NEAR = {bits: (-(2 ** (bits - 1)), -1, 0, 1, 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)}

MEMORY: dict[str, Case] = {
    "fields of a record": case(
        """
def main(rows: list[Whole], a: int) -> int:
    s = rows[0]
    s.kind = a
    s.count = a * 1000 + s.last
    s.last = s.kind - 1
    s.part.tiny = 2 - a
    s.part.wide = s.count * 1000000007
    return s.count + s.part.wide + s.part.tiny
""",
        *((1, a) for a in (0, 5, -100)),
    ),
    "a field takes the least and the greatest of its width": case(
        """
def main(rows: list[Whole], a: int, b: int, c: int, d: int) -> int:
    s = rows[1]
    s.kind = a
    s.part.row[1] = b
    s.count = c
    s.part.wide = d
    return s.kind + s.part.row[1] + s.count + s.part.wide // 2
""",
        *((2, *values) for values in zip(*NEAR.values(), strict=True)),
    ),
    "a record goes by reference": case(
        """
def main(rows: list[Whole], a: int) -> int:
    s = rows[0]
    p = s.part
    p.tiny = a
    fill(s.parts[1], a)
    fill(p, a + 1)
    q = chosen(s, a)
    q.wide = 77
    return s.part.tiny * 1000 + s.parts[1].row[2] + chosen(s, 1).tiny


def fill(part: Part, a: int) -> None:
    part.row[2] = a
    part.wide += part.tiny + a


def chosen(s: Whole, a: int) -> Part:
    if a > 2:
        return s.part
    return s.parts[a % 2]
""",
        *((1, a) for a in range(5)),
    ),
    "a name for one record, then for another": case(
        """
def main(rows: list[Whole], a: int) -> int:
    s = rows[0]
    p = s.part
    n = 0
    for i in range(a):
        p.wide += 1
        p = s.parts[i % 2]
        n = n * 3 + p.wide
    q = s.part if a > 2 else p
    q.tiny = 99
    return n
""",
        *((1, a) for a in range(5)),
    ),
    "a whole record is copied": case(
        """
def main(rows: list[Whole], a: int) -> int:
    rows[1] = rows[0]
    rows[0].count = a
    rows[0].part = rows[2].parts[1]
    rows[2].parts[0] = rows[2].part
    rows[2].part.tiny = 5
    rows[a] = rows[a]
    rows[2].boxes[1][0] = rows[a].boxes[0][1]
    return rows[1].count * 1000 + rows[0].part.tiny + rows[2].parts[0].tiny
""",
        *((3, a) for a in range(3)),
    ),
    "a record is copied out of a choice and out of a call": case(
        """
def main(rows: list[Whole], a: int) -> int:
    s = rows[0]
    s.part = s.parts[0] if a > 0 else s.parts[1]
    p = s.parts[0]
    s.parts[a] = pick(rows, 1)
    p.tiny = 1
    return s.part.row[0]


def pick(rows: list[Whole], k: int) -> Part:
    return rows[k].boxes[k][0]
""",
        (2, 0),
        (2, 1),
    ),
    "records in records in arrays": case(
        """
def main(rows: list[Whole], a: int) -> int:
    n = 0
    for r in range(len(rows)):
        s = rows[r]
        for i in range(2):
            for j in range(2):
                box = s.boxes[i][j]
                box.row[j] = n % 1000 + a
                n = n * 3 + s.boxes[j][i].row[i] + box.tiny
                line = s.boxes[i]
                line[j].wide = n
    return n
""",
        (2, 0),
        (2, 7),
    ),
    "arrays in one and two directions": case(
        """
def main(rows: list[Whole], a: int) -> int:
    s = rows[0]
    n = 0
    for i in range(2):
        for j in range(3):
            s.grid[i][j] += a + i * 3 + j
            n = n * 3 + s.grid[1 - i][2 - j]
    line = s.grid[a]
    line[2] = 100
    row = s.part.row
    row[a] = row[a + 1] - 300
    return n + s.grid[1][2] + s.grid[0][2] * 2 + len(s.grid) + len(line) * 10 + len(row) * 100
""",
        (1, 0),
        (1, 1),
    ),
    "an array and its row as arguments": case(
        """
def main(rows: list[Whole], a: int) -> int:
    s = rows[0]
    n = total(s.part.row) * 10000 + total(s.grid[a]) * 100
    double(s.grid[1 - a])
    double(s.parts[a].row)
    return n + tiny_of(s.parts, a) + tiny_of(s.boxes[a], 1)


def total(xs: list[int]) -> int:
    n = 0
    for i in range(len(xs)):
        n += xs[i]
    return n


def double(xs: list[int]) -> None:
    for i in range(len(xs)):
        xs[i] += xs[i]


def tiny_of(parts: list[Part], k: int) -> int:
    parts[k].tiny += 1
    return parts[k].tiny
""",
        (1, 0),
        (1, 1),
    ),
}
