"""A package that ends the program when it is imported."""

raise SystemExit("I leave")
