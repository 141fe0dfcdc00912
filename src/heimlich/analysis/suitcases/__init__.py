"""The analyst of the suitcase game: what lay where, when it was learnt, and the duels as a ledger.

Start at `telling.py`.
"""
