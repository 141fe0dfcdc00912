"""Live tables. The pure part knows no socket, no database and no clock on the wall; start reading at table.py.

commands.py says what can be asked of a table, conduct.py what becomes of it (rows of the log), table_log.py what a row
is, fold.py what a row changes, audience.py what each seat and the spectators see of it.
"""
