"""What can be said about the browser client without a browser: its words, its size, its files."""
