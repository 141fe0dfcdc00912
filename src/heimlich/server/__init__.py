"""The server for live tables, in rooms. docs/architecture.md, "Live tables", follows one move through them.

Start reading at table/live_table.py (one table, without I/O), then live/hub.py (all tables of a process). storage/ is
the database, web/ is what clients talk to, thinking/ is where bots run; running.py starts everything.
"""
