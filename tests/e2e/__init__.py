"""People at the table: a real Chromium against a real server."""
