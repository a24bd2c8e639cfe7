"""Sets of seats as bits, in the subset of the rules."""


def first_seat(seats):
    """The lowest seat of a set of bits that is not empty; counted without branches, which is faster."""
    lowest = seats & -seats
    return int(lowest > 1) + int(lowest > 2) + int(lowest > 4) + int(lowest > 8)
