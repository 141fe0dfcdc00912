"""All checks, in the order in which an operator would mend things."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from heimlich.errors import HeimlichError
from heimlich.server.doctor.databases import check_database
from heimlich.server.doctor.findings import Finding, wrong
from heimlich.server.doctor.machine import check_backups, check_files, check_page, check_user, check_workers
from heimlich.server.doctor.outside import check_public, check_server
from heimlich.server.settings import read_settings


def read_environment(file: Path) -> dict[str, str]:
    """Read a file of settings as systemd's EnvironmentFile= does: NAME=value lines, quotes and comments allowed."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise HeimlichError(f"cannot read '{file}': {getattr(error, 'strerror', None) or 'it is no text'}") from None
    found = {}
    for line in (line.strip() for line in lines):
        name, equals, value = line.partition("=")
        if equals and not line.startswith(("#", ";")):
            found[name.strip()] = value.strip().strip("\"'")
    return found


def examine(options: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Run all checks; yield what each finds as soon as it is known."""
    try:
        settings = read_settings(options, environment)
        _ = settings.url
    except HeimlichError as error:
        yield wrong("settings", str(error), "mend the setting; docs/operating.md lists them all")
        return
    yield from check_user()
    yield from check_page()
    yield from check_files()
    yield from check_database(settings)
    yield from check_workers(settings)
    yield from check_server(settings)
    yield from check_public(settings)
    yield from check_backups(settings)
