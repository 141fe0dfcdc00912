"""Decide which addresses the server may call: push services by name, over https, and never an inner network.

Devices name the address to which their messages go, so it is a stranger's word. It must name an allowed service; that
name is resolved once, every address found must be a public one, and the connection goes to an address that was checked.
"""

import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from heimlich.server.table.refusals import Refused

LONGEST = 1000  # characters
PRINTABLE = re.compile(r"[!-~]+")
HTTPS_PORT = 443
LOOPBACK = frozenset({"127.0.0.1", "localhost"})  # for tests only


class Endpoint(NamedTuple):
    """The address to which a device's messages go, in parts."""

    host: str
    port: int
    path: str
    secure: bool

    @property
    def origin(self) -> str:
        """Scheme, host and port, as VAPID names a service."""
        scheme, usual = ("https", HTTPS_PORT) if self.secure else ("http", 80)
        return f"{scheme}://{self.host}" + ("" if self.port == usual else f":{self.port}")


def read_endpoint(address: str, services: Iterable[str], *, loopback: bool = False) -> Endpoint:
    """Read a device's address; refuse one that is not a path of an allowed service. `loopback` is for tests."""
    if len(address) > LONGEST or not PRINTABLE.fullmatch(address) or "\\" in address:
        raise Refused("push", f"the endpoint is no address: it takes up to {LONGEST} printable characters")
    try:
        found = urlsplit(address)
        host, port = (found.hostname or "").lower(), found.port
    except ValueError:
        raise Refused("push", "the endpoint is no address") from None
    if found.username is not None or found.password is not None or found.fragment:
        raise Refused("push", "the endpoint must name no user and no place within a page")
    path = (found.path or "/") + (f"?{found.query}" if found.query else "")
    if loopback and host in LOOPBACK and found.scheme in {"http", "https"}:
        return Endpoint(host, port or HTTPS_PORT, path, found.scheme == "https")
    if found.scheme != "https" or port not in {None, HTTPS_PORT}:
        raise Refused("push", "the endpoint must be an address of https, at its usual port")
    if not any(_is_at(host, service) for service in services):
        raise Refused("push", f"'{host[:100]}' is no push service that this server may call")
    return Endpoint(host, HTTPS_PORT, path, secure=True)


def _is_at(host: str, service: str) -> bool:
    """Tell whether a host is this service: its name, or, for *.example.org, a name under it."""
    service = service.strip().lower()
    return host.endswith(service[1:]) if service.startswith("*.") else host == service != ""


def is_public(address: str) -> bool:
    """Tell whether an address is one of the public Internet; those that carry another address inside are not."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if found.is_multicast or not found.is_global:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        return not (found.ipv4_mapped or found.sixtofour or found.teredo or found in _TRANSLATED)
    return True


_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
