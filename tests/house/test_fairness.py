"""Tables take turns: what one asks for never keeps another waiting for more than its share."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kosmoport.house.fairness import FairQueue


def queue_of(*items: str) -> FairQueue[str]:
    """Items named by their table and a number: `a1`."""
    queue: FairQueue[str] = FairQueue()
    for item in items:
        queue.put(item[0], item)
    return queue


def taken(queue: FairQueue[str], count: int, *, done: bool) -> list[str]:
    """The next items, each done before the next is taken, or all running at once."""
    items = []
    for _ in range(count):
        if (pair := queue.take()) is not None:
            items.append(pair[1])
            if done:
                queue.done(pair[0])
    return items


def test_one_table_after_the_other_in_the_order_they_came() -> None:
    queue = queue_of("a1", "a2", "a3", "b1", "c1", "c2")
    assert taken(queue, 9, done=True) == ["a1", "b1", "c1", "a2", "c2", "a3"]


def test_a_table_that_asks_again_at_once_stands_behind_the_others() -> None:
    queue = queue_of("a1", "b1", "c1")
    assert taken(queue, 1, done=True) == ["a1"]
    queue.put("a", "a2")
    assert taken(queue, 9, done=True) == ["b1", "c1", "a2"]


def test_a_second_one_runs_only_when_nobody_waits_for_a_first() -> None:
    queue = queue_of("a1", "a2", "a3", "b1", "b2", "c1")
    assert taken(queue, 6, done=False) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_a_table_whose_decision_is_done_is_in_front_of_those_with_one_running() -> None:
    queue = queue_of("a1", "a2", "b1", "b2")
    assert taken(queue, 2, done=False) == ["a1", "b1"]
    queue.done("b")
    assert taken(queue, 1, done=False) == ["b2"]
    queue.done("a")
    assert taken(queue, 1, done=False) == ["a2"]


def test_what_is_discarded_is_never_taken() -> None:
    queue = queue_of("a1", "a2", "b1")
    queue.discard("a", "a1")
    queue.discard("b", "b1")
    queue.discard("b", "b1")
    queue.discard("z", "z1")
    assert len(queue) == 1
    assert taken(queue, 3, done=True) == ["a2"]


def test_everything_can_be_cleared_while_some_run() -> None:
    queue = queue_of("a1", "a2", "b1")
    assert taken(queue, 1, done=False) == ["a1"]
    assert sorted(queue.clear()) == ["a2", "b1"]
    queue.done("a")
    assert len(queue) == 0
    assert queue.take() is None


STEPS = st.lists(st.tuples(st.sampled_from(["put", "take", "done", "discard"]), st.sampled_from("abcd")))


@given(STEPS)
def test_nobody_overtakes_a_table_that_has_less(steps: list[tuple[str, str]]) -> None:
    """A model of lists: items of a table in their order, always of a table with the fewest running."""
    queue: FairQueue[str] = FairQueue()
    waiting: dict[str, list[str]] = {table: [] for table in "abcd"}
    running = dict.fromkeys("abcd", 0)
    for number, (what, table) in enumerate(steps):
        if what == "put":
            queue.put(table, f"{table}{number}")
            waiting[table].append(f"{table}{number}")
        elif what == "discard" and waiting[table]:
            queue.discard(table, waiting[table].pop())
        elif what == "done" and running[table]:
            queue.done(table)
            running[table] -= 1
        elif what == "take":
            pair = queue.take()
            assert (pair is None) == (not any(waiting.values()))
            if pair is not None:
                assert pair[1] == waiting[pair[0]].pop(0)
                assert running[pair[0]] <= min(running[t] for t in "abcd" if waiting[t] or t == pair[0])
                running[pair[0]] += 1
        assert len(queue) == sum(map(len, waiting.values()))


def test_nobody_has_more_running_than_may_be() -> None:
    queue: FairQueue[str] = FairQueue(2)
    for item in ("a1", "a2", "a3", "b1"):
        queue.put(item[0], item)
    assert (queue.waiting("a"), queue.waiting("z")) == (3, 0)
    assert taken(queue, 4, done=False) == ["a1", "b1", "a2"]
    assert len(queue) == 1
    queue.done("a")
    assert taken(queue, 4, done=False) == ["a3"]
