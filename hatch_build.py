"""Builds the browser client into the package, so that a wheel or an sdist needs no Node to be used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface):
    """Runs before a wheel or an sdist is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; an sdist has it already, and in a clone `make` builds it."""
        root = Path(self.root)
        client = root / "src" / "kosmoport" / "server" / "client"
        if version == "editable":
            return
        if not (root / "PKG-INFO").is_file():
            subprocess.run([sys.executable, str(root / "tools" / "client"), "build"], check=True)
        if not (client / "index.html").is_file():
            raise RuntimeError("the client was not built: src/kosmoport/server/client has no index.html")
        build_data["artifacts"].append("src/kosmoport/server/client/**")
