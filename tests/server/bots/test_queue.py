"""The queue before the bots' processes: moves before hints, and nobody's many hints before anybody's move."""

from __future__ import annotations

from kosmoport.server.bots.queue import HINTS, HINTS_EACH, BotQueue


def queue_of(moves: str = "", hints: str = "") -> BotQueue[str]:
    """Items named by address, table and a number: `a1x`; hints are in capital letters."""
    queue: BotQueue[str] = BotQueue()
    for item in moves.split():
        queue.put_move(item[0], item[:2], item)
    for item in hints.split():
        assert queue.put_hint(item[0], item[:2], item)
    return queue


def taken(queue: BotQueue[str], count: int, *, done: bool) -> list[str]:
    """The next items, each done before the next is taken, or all running at once."""
    items = []
    for _ in range(count):
        if (item := queue.take_move() or queue.take_hint()) is not None:
            items.append(item)
            if done:
                ended(queue, item)
    return items


def ended(queue: BotQueue[str], item: str) -> None:
    queue.done(item[0], item[:2], item.isupper())


def test_hints_do_not_stand_in_the_way_of_moves() -> None:
    queue = queue_of(hints="A1X A2X B1X")
    assert (queue.take_move(), queue.take_hint()) == (None, "A1X")
    queue.put_move("c", "c1", "c1x")
    queue.put_move("a", "a1", "a1x")
    assert [queue.take_move(), queue.take_move(), queue.take_move()] == ["c1x", "a1x", None]
    assert [queue.take_hint(), queue.take_hint(), queue.take_hint()] == ["B1X", "A2X", None]


def test_addresses_take_turns_and_then_their_tables() -> None:
    queue = queue_of(moves="a1x a1y a2x a3x b1x b1y c1x")
    assert taken(queue, 9, done=True) == ["a1x", "b1x", "c1x", "a2x", "b1y", "a3x", "a1y"]


def test_an_address_with_many_running_waits_for_one_with_fewer() -> None:
    queue = queue_of(moves="a1x a2x a3x a4x b1x b2x")
    assert taken(queue, 4, done=False) == ["a1x", "b1x", "a2x", "b2x"]
    ended(queue, "b1x")
    queue.put_move("b", "b3", "b3x")
    assert taken(queue, 1, done=False) == ["b3x"]
    assert taken(queue, 9, done=False) == ["a3x", "a4x"]


def test_few_hints_wait_of_one_address_and_of_all() -> None:
    queue = queue_of(hints=" ".join(f"A{k}X" for k in range(HINTS_EACH)))
    assert not queue.put_hint("A", "A9", "A9X")
    assert queue.put_hint("B", "B1", "B1X")
    for letter in "CDEFGHIJKLMNOPQRST"[: HINTS - HINTS_EACH - 1]:
        assert queue.put_hint(letter, f"{letter}1", f"{letter}1X")
    assert not queue.put_hint("Z", "Z1", "Z1X")
    queue.put_move("z", "z1", "z1x")
    assert (len(queue), queue.moves) == (HINTS + 1, 1)
    assert taken(queue, 2, done=True) == ["z1x", "A0X"]
    assert queue.put_hint("Z", "Z1", "Z1X")


def test_what_is_discarded_is_never_taken_and_everything_can_be_cleared() -> None:
    queue = queue_of(moves="a1x a2x b1x", hints="A1X")
    queue.discard("a", "a1", "a1x")
    queue.discard("a", "a1", "a1x")
    queue.discard("z", "z1", "z1x")
    assert taken(queue, 1, done=False) == ["a2x"]
    queue.discard("a", "a2", "a2x")
    assert sorted(queue.clear()) == ["A1X", "b1x"]
    assert (len(queue), queue.take_move(), queue.take_hint()) == (0, None, None)
    ended(queue, "a2x")
    queue.put_move("a", "a1", "a1z")
    assert taken(queue, 2, done=True) == ["a1z"]
