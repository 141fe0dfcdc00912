"""One table as a plain object: it turns commands into rows of its log, and rows into updates for each audience.

Nothing here knows sockets, the database or the wall clock. Start reading at live_table.py.
"""
