"""The settings of a server: from options, else from the environment (`HEIMLICH_PORT=9000`), else defaults.

Nothing here is secret but the database's address, which is why that is never shown with its password.
"""

import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from heimlich.errors import HeimlichError

PREFIX = "HEIMLICH_"
SQLITE = "sqlite"
POSTGRESQL = "postgresql+asyncpg"
# Google (Chrome and others), Mozilla, Apple, Microsoft
PUSH_SERVICES = "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com"


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be set. Names are those of the environment, in capitals and after HEIMLICH_."""

    host: str = "127.0.0.1"
    port: int = 8000
    operation: str = ""  # where operators ask: a port, an address and a port, or unix:FILE; none, nowhere
    database: str = "heimlich.sqlite3"  # a file, or postgresql://user:password@host/name
    public_address: str = ""  # as people type it, https://play.example.org or https://example.org/heimlich
    base_path: str = ""  # the path of a site under which everything is, /heimlich for example
    origins: str = ""  # other origins whose pages may use this server, with commas between
    proxies: str = "127.0.0.1"  # whose X-Forwarded-… headers are believed
    secure: bool = False  # cookies always go over https only, even where no proxy says that the browser speaks https
    backups: str = ""  # the folder for nightly backups
    log_level: str = "info"
    bot_workers: int = 0  # processes in which bots think; 0: one for each core but one
    message_rate: float = 20.0  # messages a second on one socket, on the average …
    message_burst: int = 60  # … and at once
    request_rate: float = 10.0  # requests that change something, a second and address …
    request_burst: int = 100  # … and at once
    sign_in_rate: float = 0.2  # steps of adding and using passkeys, a second and address …
    sign_in_burst: int = 40  # … and at once; of recovery codes a quarter
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
    push_services: str = (
        PUSH_SERVICES  # hosts that may be called for guests' devices, with commas between; none: no calls
    )
    push_contact: str = ""  # who runs this server, for push services: mailto:… or https://…; else the public address
    push_grace_s: float = 60.0  # until a guest is called who has days for a decision …
    push_wait_s: float = 180.0  # … and one for whom others wait
    push_per_hour: int = 6  # calls of one guest
    push_look_s: float = 5.0  # between two looks at who is to be called
    push_retry_s: float = 15.0  # until the second try to reach a push service
    push_timeout_s: float = 10.0  # of one try
    push_loopback: bool = False  # whether devices may name this machine as their service: for tests alone

    @property
    def base(self) -> str:
        """The path under which everything is: "", or one that begins with a slash and ends without."""
        return self.base_path.rstrip("/") or urlsplit(self.public_address).path.rstrip("/")

    @property
    def allowed_push_services(self) -> tuple[str, ...]:
        """The push services, one by one."""
        return tuple(service.strip().lower() for service in self.push_services.split(",") if service.strip())

    @property
    def public_origin(self) -> str:
        """Scheme, host and port of the public address; "" if none is set."""
        scheme, host = urlsplit(self.public_address)[:2]
        return f"{scheme}://{host}".lower() if host else ""

    @property
    def always_secure(self) -> bool:
        """True if cookies go over https only, whatever is known of a request."""
        return self.secure or self.public_origin.startswith("https:")

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
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise HeimlichError(f"a setting is wrong: {error}") from None
    _check_address(settings)
    _check_proxies(settings.proxies)
    return settings


_PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
_ORIGIN = re.compile(r"https?://([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?")


def _check_address(settings: Settings) -> None:
    """Refuse a public address or a base path that links could not be made with."""
    address, path = settings.public_address, settings.base_path.rstrip("/")
    if address and (not _ORIGIN.fullmatch(address.removesuffix(urlsplit(address).path)) or "?" in address):
        raise HeimlichError(f"'{address}' is no address for people to type; name one like https://play.example.org")
    if settings.base and not _PATH.fullmatch(settings.base):
        raise HeimlichError(f"'{settings.base}' is no path that links can have; name one like /heimlich")
    if address and path and urlsplit(address).path.rstrip("/") != path:
        raise HeimlichError(f"the public address '{address}' does not end in the base path '{path}'")


def _check_proxies(proxies: str) -> None:
    """Refuse proxies that are not named one by one: whoever is believed can pretend to be any address."""
    for name in filter(None, (one.strip() for one in proxies.split(","))):
        try:
            network = ipaddress.ip_network(name, strict=False)
        except ValueError:
            raise HeimlichError(f"'{name}' is no proxy's address; name addresses or networks like 10.0.0.10") from None
        if not network.prefixlen:
            raise HeimlichError(f"'{name}' trusts everyone's X-Forwarded-For; name the proxies' own addresses")
