"""`python -m kosmoport` is the command line."""

from kosmoport.cli import main

main()
