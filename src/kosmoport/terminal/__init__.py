"""Games in a terminal: plain lines of text, good for a screen reader, the same for every game."""
