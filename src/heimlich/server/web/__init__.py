"""The interface for clients: routes, sockets, the page, and the limits on all of them."""
