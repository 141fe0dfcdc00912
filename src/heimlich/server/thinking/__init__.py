"""The worker processes in which bots think, away from the event loop."""
