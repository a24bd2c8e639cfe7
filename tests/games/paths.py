"""Values inside a record or component tables, by the path that messages name them by: `player[1].open[0]`."""

from __future__ import annotations

from typing import Any


def value_at(whole: Any, path: str) -> Any:
    for name in _names(path):
        whole = _part(whole, name)
    return whole


def put(whole: Any, path: str, value: Any) -> None:
    """Set it in place."""
    holder, name = holder_of(whole, path)
    if isinstance(holder, list):
        holder[int(name)] = value
    elif isinstance(holder, dict):
        holder[name] = value
    else:
        setattr(holder, name, value)


def holder_of(whole: Any, path: str) -> tuple[Any, str]:
    """What holds the value, and its name or number in there."""
    *way, last = _names(path)
    for name in way:
        whole = _part(whole, name)
    return whole, last


def _names(path: str) -> list[str]:
    return path.replace("]", "").replace("[", ".").split(".")


def _part(whole: Any, name: str) -> Any:
    if isinstance(whole, list):
        return whole[int(name)]
    return whole[name] if isinstance(whole, dict) else getattr(whole, name)
