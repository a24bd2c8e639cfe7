"""Golden games: one text is the input and the expected output."""
