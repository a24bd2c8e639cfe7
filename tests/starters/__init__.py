"""New games: written, installed beside ours, checked and played."""
