"""What `kosmoport doctor` finds in a database."""
