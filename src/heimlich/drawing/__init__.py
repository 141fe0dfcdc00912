"""Pictures as SVG text: maps, finished games to share, and sheets to print, which are PDF files, too.

Nothing here knows a rule; each file draws one thing.
"""
