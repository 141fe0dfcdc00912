"""A player like someone who plays now and then: it fetches what seems worth it, and brings it home.

It decides as a courier does (courier.py), by what is in view, and remembers nothing.
"""

from heimlich.bots.suitcases.courier import Courier


class Casual(Courier):
    """A courier with the usual style."""

    name = "casual"
