"""The shoot-out of Kosmiczna Eskadra alone, many times: compiled behind its rules for the benchmark."""


def entry_shootouts(states, work, comps, repeats):
    """Resolve every table so many times, each time from its fresh copy; the points keep the work honest."""
    total = 0
    for _ in range(repeats):
        for k in range(len(states)):
            work[0] = states[k]
            shoot_out(work[0], comps[0])
            count_points(work[0], comps[0])
            total += work[0].player[0].points
    return total
