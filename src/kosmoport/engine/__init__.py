"""Machine code from the rules: the subset checker, the emitter, what runs it, batches of games."""
