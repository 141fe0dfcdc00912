"""The bots of Heimlich & Co.: players people meet, yardsticks that never change, and what both decide by."""
