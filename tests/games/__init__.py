"""Each game by itself, beyond its rulebook: settings, texts, displays, random play; the same files for both."""
