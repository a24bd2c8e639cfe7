"""Small games to begin with: `kosmoport new-game` copies the one that is most like what is wanted."""
