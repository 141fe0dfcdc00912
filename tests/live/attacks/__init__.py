"""Attackers with several browsers: floods, forged messages, stolen tokens, broken rows."""
