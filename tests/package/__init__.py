"""Tests of what people install: the wheel, in an environment of its own."""
