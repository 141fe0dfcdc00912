"""Pictures of a game as SVG text. Nothing here knows a rule; each file draws one game."""
