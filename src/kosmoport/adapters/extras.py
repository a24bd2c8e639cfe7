"""What to say when a library that only an adapter needs is not installed."""

from __future__ import annotations

from kosmoport.core.errors import BadInput


def missing(extra: str, error: ImportError) -> BadInput:
    """One sentence that names the extra to install."""
    library = (error.name or extra).partition(".")[0]
    return BadInput(f"this needs {library}, which is not installed: pip install 'kosmoport[{extra}]'")
