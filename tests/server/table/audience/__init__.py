"""What each audience is sent, and in how few bytes."""
