"""What clients talk to: routes, sockets, the page, and the limits on all of them."""
