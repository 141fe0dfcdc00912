"""What is made of a game when it is over."""
