"""Reference pages and types made from what the program itself says."""
