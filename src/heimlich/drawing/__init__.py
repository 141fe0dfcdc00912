"""Pictures as SVG text: maps, and finished games to share. Nothing here knows a rule; each file draws one thing."""
