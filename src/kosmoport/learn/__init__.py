"""Learning a game: its rules page, the rule behind a refusal, its lesson, and how sure its components are."""
