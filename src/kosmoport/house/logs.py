"""What is said in the log: a constant text, and fields for what varies."""

from __future__ import annotations

import logging
from typing import Any


def say(log: logging.Logger, event: str, level: int = logging.INFO, /, **fields: Any) -> None:
    """Log one thing; whoever writes it down chooses which fields may be seen. `error` takes an exception."""
    log.log(level, event, extra={"fields": fields})
