"""Machine code from the rules: the subset checker, the assembler with its cache, batches of games."""
