"""The server: the only folder that opens sockets and databases."""
