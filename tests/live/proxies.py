"""Caddy and nginx from Debian before our servers, with the example configurations of deploy/, over TLS."""

import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.live.servers import PATIENCE, LiveServer, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NAMES = ("caddy", "nginx")
NGINX = """
{user}
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site;
}}
"""
CADDY = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"


def need_proxy(name: str) -> str:
    """Find a proxy's program; skip where it is not installed, but not where everything must be."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(f"{name} is not installed")
    pytest.skip(f"{name} is not installed")


def make_certificate(folder: Path) -> Path:
    """Make a certificate for localhost, with its key beside it."""
    certificate = folder / "localhost.pem"
    subprocess.run(
        (
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
            *("-keyout", str(certificate.with_suffix(".key")), "-out", str(certificate)),
        ),
        check=True,
        capture_output=True,
    )
    return certificate


class Proxy:
    """A proxy process before some servers; it can be cut off and started again at the same port."""

    def __init__(self, name: str, folder: Path, ports: Sequence[int], *, path: bool = False, port: int = 0) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name, self._folder = name, folder
        self._program = need_proxy(name)
        self.port = port or free_port()
        self.certificate = make_certificate(folder)
        self.url = f"https://localhost:{self.port}" + ("/heimlich" if path else "")
        self._write(ports, path=path)
        self._process: subprocess.Popen[bytes] | None = None

    def _write(self, ports: Sequence[int], *, path: bool) -> None:
        """Take the example configuration, with this machine's ports and certificate instead of the real ones."""
        key = self.certificate.with_suffix(".key")
        kind = "path" if path else "processes" if len(ports) > 1 else ""
        if self.name == "caddy":
            text = (DEPLOY / (f"Caddyfile.{kind}" if kind else "Caddyfile")).read_text("utf-8")
            text = re.sub(
                r"^(play\.)?example\.org \{",
                f"https://localhost:{self.port} {{\n\ttls {self.certificate} {key}",
                text,
                flags=re.M,
            )
            servers = " ".join(f"127.0.0.1:{port}" for port in ports)
            text = re.sub(
                r"(10\.0\.0\.1\d:8000 ?)+|127\.0\.0\.1:8000", f"{servers} " if kind == "processes" else servers, text
            )
            (self._folder / "Caddyfile").write_text(CADDY + text)
            return
        text = (DEPLOY / (f"nginx-{kind}.conf" if kind else "nginx.conf")).read_text("utf-8")
        text = re.sub(r"listen \[::\]:443.*\n", "", text).replace("listen 443", f"listen 127.0.0.1:{self.port}")
        text = re.sub(r"server_name .*;", "server_name localhost;", text)
        text = re.sub(r"/etc/letsencrypt/\S*fullchain.pem", str(self.certificate), text)
        text = re.sub(r"/etc/letsencrypt/\S*privkey.pem", str(key), text)
        if kind == "processes":
            line = re.search(r" *server 10\.0\.0\.11:8000(.*;\n)", text)
            assert line is not None
            servers = "".join(f"server 127.0.0.1:{port}{line[1]}" for port in ports)
            text = re.sub(r"( *server 10\.0\.0\.1\d:8000.*\n)+", servers, text)
        else:
            text = text.replace("127.0.0.1:8000", f"127.0.0.1:{ports[0]}")
        (self._folder / "site").write_text(text)
        user = "user root;" if os.geteuid() == 0 else ""
        (self._folder / "nginx.conf").write_text(NGINX.format(folder=self._folder, user=user))

    @property
    def trust(self) -> ssl.SSLContext:
        """What a client needs to believe the certificate."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def start(self) -> "Proxy":
        """Start it, and wait until it listens."""
        words = {
            "caddy": ("run", "--adapter", "caddyfile", "--config", str(self._folder / "Caddyfile")),
            "nginx": ("-p", str(self._folder), "-c", str(self._folder / "nginx.conf")),
        }[self.name]
        with (self._folder / "said").open("ab") as said:
            self._process = subprocess.Popen(
                (self._program, *words),
                stdout=said,
                stderr=said,
                env={**os.environ, "HOME": str(self._folder), "XDG_DATA_HOME": str(self._folder)},
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return self
            assert self._process.poll() is None, (self._folder / "said").read_text()
            time.sleep(0.05)
        raise AssertionError(f"{self.name} does not listen: {(self._folder / 'said').read_text()}")

    def cut(self) -> None:
        """End it at once with all its connections, as a broken cable would."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, 9)  # nginx has workers in its group
        self._process.wait(PATIENCE)
        self._process = None

    @property
    def running(self) -> bool:
        return self._process is not None


class Door(LiveServer):
    """A server as it is reached through a proxy."""

    def __init__(self, proxy: Proxy, server: LiveServer | None = None) -> None:
        self.url, self.tls = proxy.url, proxy.trust
        self.operation_url = server.operation_url if server else ""


@contextlib.contextmanager
def proxied(
    name: str, folder: Path, servers: Sequence[LiveServer], *, path: bool = False, port: int = 0
) -> Iterator[Proxy]:
    """A proxy for a while."""
    proxy = Proxy(name, folder, [server.port for server in servers], path=path, port=port).start()
    try:
        yield proxy
    finally:
        if proxy.running:
            proxy.cut()
