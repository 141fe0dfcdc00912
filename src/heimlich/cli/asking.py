"""Asking a server something over HTTP, for commands that measure one."""

import json
import urllib.request
from typing import Any


def request(port: int, path: str, body: Any, token: str = "") -> Any:
    """Ask the server something over HTTP."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), method="POST")
    asked.add_header("Content-Type", "application/json")
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


def fetch(port: int, path: str) -> str:
    """A text from the server."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        return str(answer.read().decode())
