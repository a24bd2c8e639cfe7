"""What two lines of the lobby say differently, one of which an older program may have written."""

from __future__ import annotations

from typing import Any


def differences(stored: Any, made: dict[str, Any]) -> list[str]:
    """Which parts of a line in the lobby differ; a part that an older program did not write does not."""
    if not isinstance(stored, dict):
        return ["all of it"]
    return [name for name, value in made.items() if name in stored and not says_the_same(stored[name], value)]


def says_the_same(stored: Any, made: Any) -> bool:
    """The same, as far as an older program wrote it."""
    if isinstance(stored, dict) and isinstance(made, dict):
        return all(name in made and says_the_same(value, made[name]) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(made, list):
        return len(stored) == len(made) and all(map(says_the_same, stored, made))
    return bool(stored == made)
