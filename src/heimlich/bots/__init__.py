"""Bot players, by name in registry.py."""
