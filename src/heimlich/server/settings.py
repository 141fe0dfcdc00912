"""The settings of a server: from options, else from the environment (`HEIMLICH_PORT=9000`), else defaults.

Nothing here is secret but the database's address, which is why that is never shown with its password.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from heimlich.errors import HeimlichError

PREFIX = "HEIMLICH_"
SQLITE = "sqlite"
POSTGRESQL = "postgresql+asyncpg"


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be set. Names are those of the environment, in capitals and after HEIMLICH_."""

    host: str = "127.0.0.1"
    port: int = 8000
    operation: str = ""  # where operators ask: a port, an address and a port, or unix:FILE; none, nowhere
    database: str = "heimlich.sqlite3"  # a file, or postgresql://user:password@host/name
    origins: str = ""  # other origins whose pages may use this server, with commas between
    proxies: str = "127.0.0.1"  # whose X-Forwarded-… headers are believed
    secure: bool = False  # cookies always go over https only, even where no proxy says that the browser speaks https
    log_level: str = "info"
    bot_workers: int = 0  # processes in which bots think; 0: one for each core but one
    message_rate: float = 20.0  # messages a second on one socket, on the average …
    message_burst: int = 60  # … and at once
    request_rate: float = 10.0  # requests that change something, a second and address …
    request_burst: int = 100  # … and at once
    sockets_per_address: int = 100
    sockets_per_guest: int = 50
    connections_per_address: int = 200  # besides sockets, of an address that is no proxy of ours
    request_s: float = 15.0  # in which a request must have come …
    response_s: float = 120.0  # … and its answer must have been read
    tables_per_guest: int = 20  # that are not finished
    least_pace_ms: int = 1000  # of new tables: below, answers tell who had no choice, so only tests lower it
    bot_tables_per_guest: int = 10  # games with bots that are on
    row_rate: float = 2.0  # things that a guest may do at tables besides deciding and talking, a second …
    row_burst: int = 200  # … and at once
    table_rate: float = 0.1  # tables that are opened, a second and address …
    table_burst: int = 40  # … and at once
    queue_messages: int = 500  # messages that may wait for a slow reader before it is dropped …
    queue_bytes: int = 1_000_000  # … and bytes
    idle_s: float = 300.0  # after which a table that nobody looks at leaves the memory
    lease_s: float = 6.0  # after which a silent process is taken for dead
    tidy_days: int = 90  # tables untouched for longer are deleted; 0: never

    @property
    def url(self) -> str:
        """The database's address, as SQLAlchemy wants it."""
        return database_url(self.database)

    @property
    def is_sqlite(self) -> bool:
        """One file and one process, rather than a database server that several share."""
        return self.url.startswith(SQLITE)

    @property
    def file(self) -> Path:
        """The database's file."""
        return Path(self.url.removeprefix(f"{SQLITE}:///"))

    @property
    def frame_rate(self) -> float:
        """Frames of one socket a second, pings, pongs and parts of messages included."""
        return 4 * self.message_rate + 20

    @property
    def frame_burst(self) -> int:
        """Frames of one socket at once: room for all messages that are refused before the connection ends."""
        return 2 * self.message_burst + 300

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The other origins, one by one."""
        return frozenset(origin.strip().rstrip("/").lower() for origin in self.origins.split(",") if origin.strip())


def database_url(database: str) -> str:
    """A file's name or a URL as SQLAlchemy wants it."""
    scheme, colon, rest = database.partition("://")
    if not colon:
        return f"{SQLITE}:///{database}"
    if scheme in {"postgres", "postgresql", POSTGRESQL}:
        return f"{POSTGRESQL}://{rest}"
    if scheme == SQLITE:
        return database
    raise HeimlichError(f"'{scheme}' is no database that can be used here; name a file, or postgresql://…")


def read_settings(options: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; options that are None count as not given."""
    found: dict[str, Any] = {
        field: environment[PREFIX + field.upper()]
        for field in Settings.__struct_fields__
        if PREFIX + field.upper() in environment
    }
    found |= {name: value for name, value in (options or {}).items() if value is not None}
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise HeimlichError(f"a setting is wrong: {error}") from None
