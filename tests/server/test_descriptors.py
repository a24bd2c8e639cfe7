"""Open files: as many as the system allows, and enough of them kept for what is no connection."""

from __future__ import annotations

import subprocess
import sys

from kosmoport.server.descriptors import MOST_CONNECTIONS, backlog, most_connections
from kosmoport.server.settings import ServerSettings

RAISED = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1500))
from kosmoport.server.descriptors import open_files, raise_limit
from kosmoport.server.settings import ServerSettings
raise_limit(ServerSettings())
print(resource.getrlimit(resource.RLIMIT_NOFILE), open_files())
"""


def test_a_server_takes_all_the_files_it_may_have() -> None:
    program = [sys.executable, "-c", RAISED]
    said = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout == "(1500, 1500) 1500\n"


def test_connections_leave_files_for_everything_else() -> None:
    settings = ServerSettings(bot_workers=4)
    for files in (1024, 4096, 20_000):
        left = files - most_connections(settings, files) - backlog(files)
        assert left >= 192, files
    assert most_connections(settings, 1024) > 600
    assert most_connections(settings, 1_000_000) == MOST_CONNECTIONS
    many = ServerSettings(bot_workers=64)
    assert most_connections(many, 4096) == most_connections(settings, 4096) - 60 * 8


def test_the_settings_may_ask_for_fewer_or_for_more_where_the_files_allow_it() -> None:
    assert most_connections(ServerSettings(max_connections=500), 20_000) == 500
    assert most_connections(ServerSettings(max_connections=50_000), 65_536) == 50_000
    assert most_connections(ServerSettings(max_connections=50_000), 1024) < 1024
