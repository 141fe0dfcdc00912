"""Web Push: encrypted messages to guests' devices, sent through allowed push services and to no other address."""
