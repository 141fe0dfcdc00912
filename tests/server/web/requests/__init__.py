"""Failures of a request, as the log has them."""
