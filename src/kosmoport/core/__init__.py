"""The contract: record types, chance, what a game is, records and replay, words. No clock, no game."""
