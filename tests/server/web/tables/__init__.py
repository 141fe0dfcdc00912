"""The games on offer, and the choice of tables that the lobby lists."""
