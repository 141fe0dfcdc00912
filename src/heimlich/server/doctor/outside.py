"""Look at the server as people reach it: over its public address, through the proxy, with TLS and WebSockets."""

import http.client
import ipaddress
import json
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect

from heimlich.server.doctor.findings import Finding, doubtful, fine, wrong
from heimlich.server.settings import Settings
from heimlich.server.web.operation import UNIX

PATIENCE_S = 10.0
SOON_S = 14 * 24 * 3600  # before which a certificate should have been renewed
INVENTED = "203.0.113.77"  # an address that nobody has; a proxy must not hand it on
NO_CERTIFICATE = "it has no certificate for this name yet"
FETCHING_S = 20.0  # in which a new proxy may still be fetching its certificate
ADVICE_PROXY = "see deploy/Caddyfile and deploy/nginx.conf"


class _Answer:
    """The answer to a request, or the reason why there is none."""

    data: Any

    def __init__(self, address: str, headers: dict[str, str] | None = None) -> None:
        self.status, self.data, self.reason = 0, None, ""
        request = urllib.request.Request(address, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                self.status, self.data = answer.status, _json(answer.read(10_000))
        except urllib.error.HTTPError as error:
            with error:
                self.status, self.data = error.code, _json(error.read(10_000))
        except urllib.error.URLError as error:
            self.reason = _say(error.reason)
        except (OSError, http.client.HTTPException) as error:
            self.reason = _say(error)

    @property
    def is_ours(self) -> bool:
        return self.status == 200 and isinstance(self.data, dict) and self.data.get("ok") is True


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def _say(error: Any) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return NO_CERTIFICATE if "ALERT" in (error.reason or "") else "it does not speak TLS"
    if isinstance(error, socket.gaierror):
        return "its name is not known"
    return str(getattr(error, "strerror", None) or error or type(error).__name__).lower()


def check_server(settings: Settings) -> Iterator[Finding]:
    """Ask the server itself, where it listens, and where it answers operators."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    answer = _Answer(f"http://{host}:{settings.port}/health")
    if answer.is_ours:
        yield fine("server", f"it answers on {settings.host}, port {settings.port}")
    elif answer.reason:
        yield wrong(
            "server",
            f"nothing answers on {settings.host}, port {settings.port} ({answer.reason})",
            "start it: systemctl start heimlich; if it does not start: journalctl -u heimlich -n 50",
        )
    else:
        yield wrong(
            "server", f"another program answers on port {settings.port}", "stop it, or give the server another port"
        )
    if not settings.operation:
        yield doubtful(
            "operation",
            "nobody can ask the server whether it is well",
            "set HEIMLICH_OPERATION=unix:/run/heimlich/operation, for /ready and /metrics",
        )
    elif answer.is_ours:
        yield from _check_ready(settings.operation)


def _check_ready(operation: str) -> Iterator[Finding]:
    try:
        status = _ask_operation(operation)
    except (OSError, ValueError) as error:
        yield wrong("operation", f"'{operation}' does not answer ({_say(error)})", "is it the address the server has?")
        return
    if status == 200:
        yield fine("operation", "tables are looked after, and something can be written")
    else:
        yield wrong(
            "operation",
            "the server runs, but cannot write or does not look after its tables",
            "its log says why: journalctl -u heimlich -n 50",
        )


def _ask_operation(operation: str) -> int:
    """Ask /ready; return its status."""
    if operation.startswith(UNIX):
        wire = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        wire.settimeout(PATIENCE_S)
        try:
            wire.connect(operation.removeprefix(UNIX))
        except OSError:
            wire.close()
            raise
    else:
        host, _, port = operation.rpartition(":")
        wire = socket.create_connection((host.strip("[]") or "127.0.0.1", int(port)), PATIENCE_S)
    with wire:
        wire.sendall(b"GET /ready HTTP/1.1\r\nHost: operation\r\n\r\n")
        return int(wire.recv(100).split(b" ")[1])


def check_public(settings: Settings) -> Iterator[Finding]:
    """Ask the server by the address that people type."""
    public = settings.public_address.rstrip("/")
    if not public:
        yield from _check_unnamed(settings)
        return
    answer = _ask_for_certificate(f"{public}/api/seen", {"X-Forwarded-For": INVENTED})
    if answer.status != 200 or not isinstance(answer.data, dict) or "scheme" not in answer.data:
        yield _judge_answer(settings, public, answer)
        return
    yield fine("public address", f"{public} answers")
    yield from _check_tls(settings, public)
    yield from _check_headers(public, answer.data)
    yield _check_socket(public)


def _ask_for_certificate(address: str, headers: dict[str, str]) -> _Answer:
    """Ask; if the proxy has no certificate yet, ask again for a while: a new one fetches it in some seconds."""
    until = time.monotonic() + FETCHING_S
    while (answer := _Answer(address, headers)).reason == NO_CERTIFICATE and time.monotonic() < until:
        time.sleep(1)
    return answer


def _check_unnamed(settings: Settings) -> Iterator[Finding]:
    if _is_loopback(settings.host):
        yield doubtful(
            "public address",
            "none is set: the server is for this machine, or guesses its address from requests",
            "set HEIMLICH_PUBLIC_ADDRESS=https://play.example.org if others play here",
        )
    else:
        yield doubtful(
            "public address",
            f"the server listens on {settings.host} without TLS: whoever is in between can read and play",
            "put Caddy or nginx before it, and set HEIMLICH_PUBLIC_ADDRESS",
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _leads_here(host: str) -> bool:
    """Tell whether a name leads to this machine's loopback, which is a trusted proxy's address, too."""
    try:
        return _is_loopback(str(socket.getaddrinfo(host, None)[0][4][0]))
    except OSError:
        return False


def _judge_answer(settings: Settings, public: str, answer: _Answer) -> Finding:
    """Say why the public address does not lead to our server."""
    if answer.reason:
        return wrong(
            "public address",
            f"{public} does not answer: {answer.reason}",
            "does the name lead to this machine, do ports 80 and 443 get through, and does the proxy run? "
            "(journalctl -u caddy -n 20)",
        )
    if answer.status in {502, 503, 504}:
        return wrong(
            "public address",
            f"the proxy at {public} does not reach the server (status {answer.status})",
            f"does the server run, and does the proxy name 127.0.0.1:{settings.port}?",
        )
    if (
        settings.base
        and answer.status == 404
        and isinstance(answer.data, dict)
        and "see " in answer.data.get("text", "")
    ):
        return wrong(
            "public address",
            f"the proxy takes the path {settings.base} off before it hands requests on",
            "hand the whole path on: no path after the address in nginx's proxy_pass, no handle_path in Caddy",
        )
    return wrong(
        "public address",
        f"another program answers at {public} (status {answer.status})",
        f"let the proxy hand {settings.base or '/'} on to 127.0.0.1:{settings.port}; {ADVICE_PROXY}",
    )


def _check_tls(settings: Settings, public: str) -> Iterator[Finding]:
    parts = urlsplit(public)
    if parts.scheme != "https":
        if settings.secure:
            yield wrong(
                "TLS",
                "cookies are set to go over https only, and the public address is http",
                "put TLS before the server",
            )
        elif not _is_loopback(parts.hostname or ""):
            yield wrong(
                "TLS",
                "the public address is http: whoever is in between can read and play, and phones show no notifications",
                f"put Caddy or nginx before it, and name the address with https; {ADVICE_PROXY}",
            )
        return
    host, port = parts.hostname or "", parts.port or 443
    try:
        with (
            socket.create_connection((host, port), PATIENCE_S) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as wire,
        ):
            certificate = wire.getpeercert() or {}
    except OSError as error:
        yield wrong("TLS", f"{public}: {_say(error)}", "renew the certificate")
        return
    left = ssl.cert_time_to_seconds(str(certificate["notAfter"])) - time.time()
    if left < SOON_S:
        yield doubtful("TLS", f"the certificate ends in {left / 86400:.0f} days", "see whether it is renewed by itself")
    else:
        yield fine("TLS", f"the certificate is valid for {left / 86400:.0f} more days")


def _check_headers(public: str, seen: dict[str, Any]) -> Iterator[Finding]:
    """Compare what the server saw of a request with what was sent, an invented X-Forwarded-For included."""
    parts = urlsplit(public)
    if seen["address"] == INVENTED:
        judge = (
            doubtful if _leads_here(parts.hostname or "") else wrong
        )  # from here, a proxy that appends looks the same
        yield judge(
            "proxy",
            "the proxy hands on addresses that clients invent (X-Forwarded-For), so limits by address do not hold",
            "set it anew: proxy_set_header X-Forwarded-For $remote_addr in nginx; Caddy does so by itself",
        )
    if seen["scheme"] != parts.scheme:
        yield wrong(
            "proxy",
            f"people speak {parts.scheme}, and the server sees {seen['scheme']}: the proxy is not trusted or silent",
            "name the proxy's address in HEIMLICH_PROXIES, and let it set X-Forwarded-Proto and X-Forwarded-For",
        )
    elif seen["host"] != parts.netloc.lower():
        yield wrong(
            "proxy",
            f"the proxy names the host '{str(seen['host'])[:80]}' instead of '{parts.netloc}'",
            "hand it on as the browser sent it: proxy_set_header Host $http_host",
        )
    elif seen["address"] != INVENTED:
        yield fine("proxy", "the proxy is trusted, and hands on who asks, by https or not, and for which host")


def _check_socket(public: str) -> Finding:
    """Open the socket over which tables are played, as a stranger: the server says so and hangs up."""
    address = f"ws{public.removeprefix('http')}/api/socket"
    try:
        with connect(address, open_timeout=PATIENCE_S, close_timeout=1, proxy=None) as wire:
            said = wire.recv(PATIENCE_S)
        if "guest" in str(said):
            return fine("websockets", "the proxy hands WebSockets on")
        reason = "something else answers"
    except InvalidStatus as error:
        reason = f"status {error.response.status_code}"
    except (WebSocketException, OSError, EOFError) as error:
        reason = _say(error)
    return wrong(
        "websockets",
        f"the proxy does not hand WebSockets on ({reason}): people see tables and cannot play",
        'in nginx: proxy_http_version 1.1, and the headers Upgrade $http_upgrade and Connection "upgrade"',
    )
