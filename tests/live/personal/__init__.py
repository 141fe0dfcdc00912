"""What the server has of a guest: in one file, and deleted in one press."""
