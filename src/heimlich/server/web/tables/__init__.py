"""Routes and sockets for tables that are played, and what a client needs to open and draw one."""
