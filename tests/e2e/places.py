"""Where things are in a window, for mice and fingers."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Locator

Point = tuple[float, float]


def box_of(thing: Locator) -> FloatRect:
    box = thing.bounding_box()
    assert box is not None
    return box


def middle(thing: Locator) -> Point:
    box = box_of(thing)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
