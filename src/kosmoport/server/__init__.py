"""The server: sockets and databases."""
