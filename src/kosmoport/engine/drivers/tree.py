"""Information-set Monte Carlo tree search, once for every game; compiled with the rules in one namespace.

One tree holds what the searching seat `me` can tell apart. Every iteration draws a world that agrees with
what `me` knows, walks down the tree, plays on to the end and remembers how it went:

- An arm is one decision of one seat at a node. Two worlds offer the same arm when its `meaning` is the same
  (a tile, not the slot it lies in), and arms are compared by how often each of them was available.
- Arms of others that `me` cannot tell apart (a card laid face down) lead to the same node.
- Where several decide at once (a draft), the others do so first and quickly, by rules of thumb and some
  chance, and have no arms: they cannot answer what `me` does, nor `me` what they do, and two sides that
  mirror each other cannot fall into step.
- Every seat wants its own share of the win (max-n), so an arm counts what its own seat gained.

Worlds, nodes and arms live in arrays that the caller keeps; `tools` is the record of buffers and settings.
"""

from math import sqrt

from kosmoport.core.chance import Rng, below, seed_chance
from kosmoport.core.contract import CHANCE, WHOLE_WIN, Action, BaseState, Seat, Seats
from kosmoport.core.layout import Record, array, int8, int32, int64
from kosmoport.engine.arithmetic import exp, log
from kosmoport.engine.drivers.seats import first_seat
from kosmoport.engine.drivers.the_game import Components, rules, thumbs

ROOT = 0  # in the array of worlds: as the searching seat knows it ...
WORK = 1  # ... and the one being played

UCB = 0  # rules of selection: the textbook's, ...
PRIOR = 1  # ... or guided by the rules of thumb


class Node(Record):
    first: int32  # its first arm; 0: none


class Arm(Record):
    action: int64
    meaning: int32
    key: int32  # what the searching seat sees of it
    seat: int8
    node: int32  # where it leads; 0: nowhere yet
    next: int32  # the next arm of the same node; 0: none
    visits: int32
    available: int32  # how often it could have been chosen
    weight: int64  # how promising it looks by the rules of thumb
    gained: int64  # sixtieths of the win, for its seat


class Tools(Record):
    """Settings and buffers of one tree; the buffers are as wide as the game needs."""

    me: int64
    rule: int64
    explore: int64  # thousandths
    temper: int64
    width: int64
    places: int64
    depth: int64
    cheat: int64
    nodes: int64  # used ones
    arms: int64
    roots: int64
    offered: int64  # legal actions where the tree stands
    legal: list[int64] = array(1)
    act: list[int64] = array(1)
    meaning: list[int64] = array(1)
    open: list[int64] = array(1)
    share: list[int64] = array(1)
    path: list[int64] = array(1)
    mark: list[int64] = array(1)


MAX_PATH = 256  # decisions from the root in one walk
MOST_STEPS = 1000  # decisions and dice in one game that is played on
WEIGHT = 65536.0  # of an action that is worth nothing


def entry_begin_search(
    states: list[BaseState],
    comps: list[Components],
    rngs: list[Rng],
    nodes: list[Node],
    arms: list[Arm],
    tools: list[Tools],
    number: int,
) -> int:
    """Start a tree: the root gets an arm for everything the searching seat may consider."""
    t = tools[0]
    seed_chance(rngs[0], number)
    nodes[0].first = 0
    t.nodes = 1
    t.arms = 1
    t.roots = thumbs.candidate_actions(states[ROOT], comps[0], t.me, rngs[0], t.legal)
    for k in range(t.roots):
        weight = weight_of(states[ROOT], comps[0], t.me, t.legal[k], t)
        new_arm(arms[1 + k], t.legal[k], k, k, t.me, weight)
    t.arms = 1 + t.roots
    return t.roots


def entry_search(
    states: list[BaseState],
    comps: list[Components],
    rngs: list[Rng],
    nodes: list[Node],
    arms: list[Arm],
    tools: list[Tools],
    iterations: int,
) -> None:
    """So many more iterations of the tree."""
    t = tools[0]
    c = comps[0]
    rng = rngs[0]
    for _ in range(iterations):
        states[WORK] = states[ROOT]
        s = states[WORK]
        redeal_world(s, c, t, rng)
        steps = walk_down(s, c, rng, nodes, arms, t)
        play_out(s, c, rng, t)
        thumbs.value_of(s, c, t.share)
        if t.places > 0:
            value_places(s, c, t)
        for i in range(steps):
            arm = arms[t.path[i]]
            arm.visits += 1
            arm.gained += t.share[arm.seat]


def redeal_world(s: BaseState, c: Components, t: Tools, rng: Rng) -> None:
    """A world that agrees with what the searching seat knows; the cheating search keeps the true one."""
    if t.cheat == 0:
        rules.redeal_unseen(s, c, t.me, rng)


def value_places(s: BaseState, c: Components, t: Tools) -> None:
    """Mix the share of the win with the place among the others: a near miss is better than a rout."""
    players = s.opt.players
    rules.scores(s, c, t.act)
    for p in range(players):
        half_steps = 0
        for q in range(players):
            half_steps += int(t.act[p] > t.act[q]) + int(t.act[p] >= t.act[q])
        by_place = 2 * WHOLE_WIN * (half_steps - 1) // (2 * (players - 1) * players)
        t.share[p] = ((100 - t.places) * t.share[p] + t.places * by_place) // 100


def walk_down(s: BaseState, c: Components, rng: Rng, nodes: list[Node], arms: list[Arm], t: Tools) -> int:
    """From the root to an arm that was never taken, or to the end; returns how many arms are on the path."""
    node = 0
    steps = 0
    while steps < t.depth and not thumbs.settled(s):
        if rules.chance_due(s):
            rules.apply(s, c, CHANCE, rules.roll(s, c, rng))
        else:
            seat = seat_in_tree(rules.to_act(s), t)
            if seat != t.me and at_once(rules.to_act(s)):
                decide_quickly(s, c, seat, t, rng)
            else:
                n = open_arms(s, c, rng, nodes, arms, t, node, seat)
                if n == 0:  # no room for more arms
                    return steps
                k = pick_arm(arms, t, n, rng) if n > 1 else 0
                choice = t.offered > 1
                if choice:
                    t.path[steps] = t.open[k]
                    steps += 1
                arm = arms[t.open[k]]
                rules.apply(s, c, seat, t.act[k])
                if choice and arm.visits == 0:
                    return steps
                if arm.node == 0:
                    arm.node = node_behind(nodes, arms, t, node, t.open[k])
                node = arm.node
    return steps


def at_once(seats: Seats) -> bool:
    """Do several seats decide at the same time?"""
    return seats & (seats - 1) != 0


def seat_in_tree(seats: Seats, t: Tools) -> int:
    """Whose decision is next: where several decide at once, `me` is last, so nobody knows what `me` does."""
    others = seats & ~(1 << t.me)
    if others == 0 or t.depth == 1:
        return int(t.me)
    return first_seat(others)


def open_arms(
    s: BaseState, c: Components, rng: Rng, nodes: list[Node], arms: list[Arm], t: Tools, node: int, seat: Seat
) -> int:
    """List the arms to choose from, and what each of them is in this world; returns how many.

    The textbook's search tries what it never tried before it compares, so then that is the only one.
    """
    if node == 0 and seat == t.me:  # what a seat may do never depends on what it cannot know
        return open_root(arms, t)
    n = rules.legal_actions(s, c, seat, t.legal)
    t.offered = n
    if t.arms + n > len(arms):
        return 0
    for k in range(n):
        t.meaning[k] = thumbs.meaning(s, c, seat, t.legal[k])
        t.mark[t.meaning[k]] = k + 1
    found = known_arms(nodes, arms, t, node, seat, n)
    if found == n:
        return n
    only = below(rng, n - found) if t.rule == UCB else -1
    missing = 0
    for k in range(n):
        if t.mark[t.meaning[k]] != 0:
            t.mark[t.meaning[k]] = 0
            if only < 0 or missing == only:
                place = found if only < 0 else 0
                t.open[place] = add_arm(s, c, nodes, arms, t, node, seat, k)
                t.act[place] = t.legal[k]
                found += 1
            missing += 1
    return n if only < 0 else 1


def open_root(arms: list[Arm], t: Tools) -> int:
    """Everything the searching seat considers is there in every world."""
    for k in range(t.roots):
        t.open[k] = 1 + k
        t.act[k] = arms[1 + k].action
        arms[1 + k].available += 1
    t.offered = t.roots
    return int(t.roots)


def known_arms(nodes: list[Node], arms: list[Arm], t: Tools, node: int, seat: Seat, n: int) -> int:
    """List the arms of the node that are marked, and take their marks away; returns how many."""
    found = 0
    a = nodes[node].first
    while a != 0 and found < n:
        arm = arms[a]
        if arm.seat == seat and t.mark[arm.meaning] != 0:
            t.open[found] = a
            t.act[found] = t.legal[t.mark[arm.meaning] - 1]
            t.mark[arm.meaning] = 0
            arm.available += 1
            found += 1
        a = arm.next
    return found


def add_arm(
    s: BaseState, c: Components, nodes: list[Node], arms: list[Arm], t: Tools, node: int, seat: Seat, k: int
) -> int:
    """A new arm of the node for the k-th legal action."""
    a = int(t.arms)
    t.arms += 1
    action = t.legal[k]
    key = t.meaning[k] if seat == t.me else thumbs.seen(s, c, t.me, seat, action)
    new_arm(arms[a], action, t.meaning[k], key, seat, weight_of(s, c, seat, action, t))
    arms[a].next = nodes[node].first
    nodes[node].first = a
    return a


def new_arm(arm: Arm, action: Action, its_meaning: int, key: int, seat: Seat, weight: int) -> None:
    arm.action = action
    arm.meaning = its_meaning
    arm.key = key
    arm.seat = seat
    arm.node = 0
    arm.next = 0
    arm.visits = 0
    arm.available = 1
    arm.weight = weight
    arm.gained = 0


def weight_of(s: BaseState, c: Components, seat: Seat, action: Action, t: Tools) -> int:
    """How much of the attention an action deserves before it is tried: e to the worth over the temper."""
    if t.rule == UCB:
        return 1
    return int(WEIGHT * exp(max(-10.0, min(10.0, thumbs.worth(s, c, seat, action) / t.temper)))) + 1


def node_behind(nodes: list[Node], arms: list[Arm], t: Tools, node: int, a: int) -> int:
    """The node an arm leads to: shared with arms that look the same to the searching seat."""
    arm = arms[a]
    if arm.seat != t.me:
        b = nodes[node].first
        while b != 0:
            if arms[b].seat == arm.seat and arms[b].key == arm.key and arms[b].node != 0:
                return int(arms[b].node)
            b = arms[b].next
    new = int(t.nodes)
    t.nodes += 1
    nodes[new].first = 0
    return new


def pick_arm(arms: list[Arm], t: Tools, n: int, rng: Rng) -> int:
    """The place in the list of open arms of the one to take."""
    return pick_by_bound(arms, t, n, rng) if t.rule == UCB else pick_by_prior(arms, t, n, rng)


def pick_by_bound(arms: list[Arm], t: Tools, n: int, rng: Rng) -> int:
    """UCB1 with availability: an arm never tried, at random, else the highest bound."""
    fresh = 0
    chosen = 0
    best = -1.0
    available = 0
    growth = 0.0
    for k in range(n):
        arm = arms[t.open[k]]
        if arm.visits == 0:
            fresh += 1
            if below(rng, fresh) == 0:
                chosen = k
        elif fresh == 0:
            if arm.available != available:  # often the same for all, and a logarithm takes its time
                available = arm.available
                growth = log(float(available))
            spread = sqrt(growth / arm.visits)
            bound = arm.gained / (float(WHOLE_WIN) * arm.visits) + t.explore / 1000.0 * spread
            if bound > best:
                best = bound
                chosen = k
    return chosen


def pick_by_prior(arms: list[Arm], t: Tools, n: int, rng: Rng) -> int:
    """Gain so far, and attention by the rules of thumb that wanes with every visit; ties at random."""
    weights = 0
    gained = 0
    visits = 0
    for k in range(n):
        arm = arms[t.open[k]]
        weights += arm.weight
        gained += arm.gained
        visits += arm.visits
    mean = gained / (float(WHOLE_WIN) * visits) if visits > 0 else 0.0
    first = below(rng, n)
    chosen = first
    best = -1.0
    for i in range(n):
        k = first + i if first + i < n else first + i - n
        arm = arms[t.open[k]]
        value = arm.gained / (float(WHOLE_WIN) * arm.visits) if arm.visits > 0 else mean
        bound = value + t.explore / 1000.0 * arm.weight / weights * sqrt(float(arm.available)) / (
            1 + arm.visits
        )
        if bound > best:
            best = bound
            chosen = k
    return chosen


def play_out(s: BaseState, c: Components, rng: Rng, t: Tools) -> None:
    """Play on by the rules of thumb, with chance enough to see different games.

    A race may have nothing left but to wait for its clock, which does not strike here: hence a limit.
    """
    steps = 0
    while steps < MOST_STEPS and not thumbs.settled(s):
        steps += 1
        if rules.chance_due(s):
            rules.apply(s, c, CHANCE, rules.roll(s, c, rng))
        else:
            decide_quickly(s, c, rules.seat_to_play(s, rng), t, rng)


def decide_quickly(s: BaseState, c: Components, seat: Seat, t: Tools, rng: Rng) -> None:
    n = rules.legal_actions(s, c, seat, t.legal)
    rules.apply(s, c, seat, thumbs.playout_action(s, c, seat, t.legal, n, t.width, rng))
