"""Kosmiczna Eskadra: exact plane geometry in whole numbers (KE-9, KE-13, KE-16, KE-37).

A pose is x, y in tenths of a millimetre and whole degrees. Points and directions are kept at the
scale of the sine table, 2^16, and never rounded: turning by the table is an exact similarity, so a
card stays an exact rectangle. With poses up to 2 m from the centre, shapes with sides up to 200 mm
and directions up to 1000 in each coordinate, points stay below 2^31, directions below 2^27, and
every product here below 2^61. Distances are fractions; comparing two of them by cross-multiplication
would not fit, so it is done by the steps of Euclid's algorithm. All shapes are closed sets.
"""

from kosmoport.games.kosmiczna_eskadra.schema import SCALE, Components, Shape, Shield


def turned(c: Components, rot: int, x: int, y: int) -> tuple[int, int]:
    """A vector of the card's frame as a vector of the table, times SCALE."""
    sine = c.sine[rot]
    cosine = c.sine[rot + 90]
    return cosine * x - sine * y, sine * x + cosine * y


def on_table(c: Components, x: int, y: int, rot: int, u: int, v: int) -> tuple[int, int]:
    """The point u, v of a card that lies at x, y, rot as a point of the table, times SCALE."""
    sine = c.sine[rot]
    cosine = c.sine[rot + 90]
    return x * SCALE + cosine * u - sine * v, y * SCALE + sine * u + cosine * v


def compare(n1: int, d1: int, n2: int, d2: int) -> int:
    """The sign of n1/d1 - n2/d2 for n >= 0 and d > 0, by continued fractions."""
    sign = 1
    while n1 != n2 or d1 != d2:
        q1 = n1 // d1
        q2 = n2 // d2
        if q1 != q2:
            return sign if q1 > q2 else 0 - sign
        r1 = n1 - q1 * d1
        r2 = n2 - q2 * d2
        if r1 == 0 or r2 == 0:
            if r1 == r2:
                return 0
            return sign if r2 == 0 else 0 - sign
        n1 = d1  # r1/d1 < r2/d2 just when d1/r1 > d2/r2
        d1 = r1
        n2 = d2
        d2 = r2
        sign = 0 - sign
    return 0


def may_meet(x: int, y: int, px: int, py: int, dx: int, dy: int, near: int, far: int) -> bool:
    """False only if a circle around x, y lies beside the ray, behind it, or farther along it than `far`.

    `near` is the radius of the circle times the length of d, `far` a distance times that length, -1: none.
    """
    ex = x * SCALE - px
    ey = y * SCALE - py
    if abs(dx * ey - dy * ex) > near:  # one test instead of two, or the processor guesses wrong half the time
        return False
    along = dx * ex + dy * ey
    return along >= 0 - near and (far < 0 or along <= far + near)


def meeting(
    c: Components, shape: Shape, x: int, y: int, rot: int, px: int, py: int, dx: int, dy: int
) -> tuple[int, int]:
    """Where the ray from p along d first meets the polygon: n/d lengths of d away; 0/0 if it never does.

    Seen along the ray, each corner lies to the left (positive) or to the right. The line enters
    through an edge that leads from left to right and leaves through one from right to left.
    """
    last = shape.corners - 1
    ax, ay = on_table(c, x, y, rot, shape.x[last], shape.y[last])
    ax -= px
    ay -= py
    a_left = dx * ay - dy * ax
    in_n = 0
    in_d = 0
    out_n = 0
    for k in range(shape.corners):
        bx, by = on_table(c, x, y, rot, shape.x[k], shape.y[k])
        bx -= px
        by -= py
        b_left = dx * by - dy * bx
        if a_left >= 0 and b_left <= 0 and a_left > b_left:
            in_n = ay * (bx - ax) - ax * (by - ay)
            in_d = a_left - b_left
        elif a_left <= 0 and b_left >= 0 and a_left < b_left:
            out_n = ax * (by - ay) - ay * (bx - ax)
        ax = bx
        ay = by
        a_left = b_left
    if in_d == 0 or out_n < 0:  # beside the ray, or behind its beginning
        return 0, 0
    if in_n < 0:  # the ray begins inside
        return 0, 1
    return in_n, in_d


def lies_between(
    c: Components,
    shield: Shield,
    x: int,
    y: int,
    rot: int,
    px: int,
    py: int,
    dx: int,
    dy: int,
    n: int,
    d: int,
) -> bool:
    """KE-B8: is the point n/d along the ray on this interval of the card's edge? Its ends belong to it."""
    ax, ay = on_table(c, x, y, rot, shield.x1, shield.y1)
    bx, by = on_table(c, x, y, rot, shield.x2, shield.y2)
    ax -= px
    ay -= py
    bx -= px
    by -= py
    a_left = dx * ay - dy * ax
    b_left = dx * by - dy * bx
    if (a_left > 0 and b_left > 0) or (a_left < 0 and b_left < 0):
        return False
    if a_left == b_left:  # the ray runs along the edge: compare places on the ray
        square = dx * dx + dy * dy
        a_along = dx * ax + dy * ay
        b_along = dx * bx + dy * by
        begin = max(0, min(a_along, b_along))
        end = max(a_along, b_along)
        return end >= 0 and compare(begin, square, n, d) <= 0 and compare(end, square, n, d) >= 0
    cross_n = ay * (bx - ax) - ax * (by - ay)
    cross_d = a_left - b_left
    if cross_d < 0:
        cross_n = 0 - cross_n
        cross_d = 0 - cross_d
    return cross_n >= 0 and compare(cross_n, cross_d, n, d) == 0


def is_apart(
    c: Components,
    shape: Shape,
    x: int,
    y: int,
    rot: int,
    shape2: Shape,
    x2: int,
    y2: int,
    rot2: int,
    touching: int,
) -> bool:
    """Is the second polygon wholly beyond an edge of the first? On the edge counts where touching may."""
    last = shape.corners - 1
    ax, ay = on_table(c, x, y, rot, shape.x[last], shape.y[last])
    for k in range(shape.corners):
        bx, by = on_table(c, x, y, rot, shape.x[k], shape.y[k])
        beyond = True
        for j in range(shape2.corners):
            qx, qy = on_table(c, x2, y2, rot2, shape2.x[j], shape2.y[j])
            inside = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
            if inside > 0 or (inside == 0 and not touching):
                beyond = False
                break
        if beyond:
            return True
        ax = bx
        ay = by
    return False


def overlaps(
    c: Components,
    shape: Shape,
    x: int,
    y: int,
    rot: int,
    shape2: Shape,
    x2: int,
    y2: int,
    rot2: int,
    touching: int,
) -> bool:
    """KE-9: have two convex shapes a point in common, or, where they may touch, an inner point?"""
    ex = x - x2
    ey = y - y2
    reach = shape.radius + shape2.radius
    if ex * ex + ey * ey > reach * reach:
        return False
    if is_apart(c, shape, x, y, rot, shape2, x2, y2, rot2, touching):
        return False
    return not is_apart(c, shape2, x2, y2, rot2, shape, x, y, rot, touching)
