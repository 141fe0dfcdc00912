"""What operators do and what happens to a server: start, stop, kill, tidy, several processes, its files."""
