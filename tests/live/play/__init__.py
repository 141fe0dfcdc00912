"""People and bots play over real sockets: whole games, coming back, clocks, secrets."""
