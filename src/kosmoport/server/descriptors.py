"""How many files this process may have open, and how many of them may be connections."""

from __future__ import annotations

import sys

from kosmoport.server.settings import ServerSettings

ENOUGH = 65_536  # files; where the system sets no bound, more would serve nobody
OTHER_SYSTEMS = 512  # files of which a system allows that cannot be asked
RESERVED = 160  # for the database, its backups, webhooks, logs, compiled code and what is being refused
RESERVED_PER_WORKER = 8  # pipes to a process of bots
MOST_WORKERS = 16  # that are reckoned with where the settings leave their number to the machine
MOST_CONNECTIONS = 10_000  # unless the settings ask for more: each takes some kilobytes
LONGEST_BACKLOG = 1024
LEAST = 32


def raise_limit(settings: ServerSettings) -> None:
    """Allow this process as many open files as the system lets it have."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(ENOUGH, settings.max_connections + _reserved(settings) + LONGEST_BACKLOG)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def open_files() -> int:
    """How many files this process may have open."""
    if sys.platform == "win32":
        return OTHER_SYSTEMS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if soft == resource.RLIM_INFINITY else soft


def backlog(files: int) -> int:
    """How many may stand before the door: all of them may come in at once, before any is looked at."""
    return max(LEAST, min(LONGEST_BACKLOG, files // 8))


def most_connections(settings: ServerSettings, files: int) -> int:
    """How many connections leave enough files for everything else."""
    left = files - backlog(files) - _reserved(settings)
    return max(LEAST, min(settings.max_connections or MOST_CONNECTIONS, left))


def _reserved(settings: ServerSettings) -> int:
    return RESERVED + RESERVED_PER_WORKER * (settings.bot_workers or MOST_WORKERS)
