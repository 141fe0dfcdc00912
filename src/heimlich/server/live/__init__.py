"""The tables of a running process: who follows them, what they do by themselves, and which process acts for them."""
