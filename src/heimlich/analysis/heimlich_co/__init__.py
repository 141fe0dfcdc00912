"""The analyst of Heimlich & Co.: what observers believed, what moved them, whose cover was blown, and awards.

Start at `telling.py`.
"""
