"""What every game must do, checked by playing it; for `kosmoport check-game` and for our tests."""
