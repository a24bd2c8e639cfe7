"""Examples that the tests run: a game from outside the package, written like a shipped one."""
