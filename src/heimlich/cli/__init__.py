"""The command line; main.py chooses the command, and each has its own file."""
