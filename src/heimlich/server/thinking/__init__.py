"""Where bots think: worker processes, away from the event loop."""
