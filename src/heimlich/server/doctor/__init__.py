"""Examine a set-up as an operator's `heimlich admin doctor` does: what is wrong, in words, and what to do about it.

`checkup.py` lists the checks and runs them. Nothing here changes anything: no file, no row, no guest.
"""
