"""Requests and answers over HTTP: guests, the page, maps, errors."""
