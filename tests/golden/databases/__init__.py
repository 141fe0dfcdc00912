"""Databases and backups made by earlier versions of the server, and what they hold (README.md)."""
