"""Pictures that are drawn on the server."""
