"""What every game must do, run over all of them at once."""
