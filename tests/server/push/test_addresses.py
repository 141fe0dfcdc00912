"""Only allowed push services are called, by name and over https, and never an address of an inner network."""

import asyncio
import socket
from typing import Any

import pytest

from heimlich.server.push.addresses import Endpoint, is_public, read_endpoint
from heimlich.server.push.sending import NotSent, Sender
from heimlich.server.settings import Settings
from heimlich.server.table.refusals import Refused

SERVICES = Settings().allowed_push_services


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc:def", "fcm.googleapis.com"),
        ("https://updates.push.services.mozilla.com/wpush/v2/gAAAA", "updates.push.services.mozilla.com"),
        ("https://web.push.apple.com/QGuQy", "web.push.apple.com"),
        ("https://wns2-par02p.notify.windows.com/w/?token=BQ%3d", "wns2-par02p.notify.windows.com"),
        ("https://FCM.googleapis.com:443/x", "fcm.googleapis.com"),
    ],
)
def test_known_services_are_called(address: str, host: str) -> None:
    endpoint = read_endpoint(address, SERVICES)
    assert endpoint[:2] == (host, 443)
    assert endpoint.secure
    assert endpoint.origin == f"https://{host}"


@pytest.mark.parametrize(
    "address",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://localhost/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://user:word@fcm.googleapis.com/x",
        "https://@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com:99999/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://evilpush.apple.com/x",
        "https://push.apple.com.evil.org/x",
        "https://xfcm.googleapis.com/x",
        "https://fcm.googleapis.com\\@127.0.0.1/x",
        "https://127.0.0.1\\.push.apple.com/x",
        "https://fcm.googleapis.com/x\r\nHost: inner",
        "https://fcm.googleapis.com/ x",
        "https://fcm.googleapis.com/ä",
        "https://fcm。googleapis.com/x",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "ftp://fcm.googleapis.com/x",
        "//fcm.googleapis.com/x",
        "file:///etc/passwd",
        "https://",
        "https://[",
        "",
    ],
)
def test_every_other_address_is_refused(address: str) -> None:
    with pytest.raises(Refused) as refused:
        read_endpoint(address, SERVICES)
    assert refused.value.code == "push"


def test_loopback_is_for_tests_alone() -> None:
    address = "http://127.0.0.1:8000/x"
    assert read_endpoint(address, SERVICES, loopback=True) == Endpoint("127.0.0.1", 8000, "/x", secure=False)
    with pytest.raises(Refused):
        read_endpoint(address, SERVICES)
    with pytest.raises(Refused):
        read_endpoint("http://192.168.1.1/x", SERVICES, loopback=True)
    assert Settings().push_loopback is False


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "ff02::1"),
        *("2002:7f00:1::", "64:ff9b::7f00:1", "2001:db8::1", "198.18.0.1"),
    ],
)
def test_inner_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are() -> None:
    assert is_public("142.250.185.74")
    assert is_public("2a00:1450:4001:82f::200a")


@pytest.mark.parametrize("found", [["127.0.0.1"], ["142.250.185.74", "10.0.0.1"], ["::1"], []])
def test_a_service_whose_name_leads_to_an_inner_network_is_not_called(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[Any] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (one, 443)) for one in found])
    monkeypatch.setattr(asyncio, "open_connection", lambda *words, **_: called.append(words))
    sender = Sender(2.0)
    with pytest.raises(NotSent, match="inner network"):
        asyncio.run(sender.post(Endpoint("fcm.googleapis.com", 443, "/x", secure=True), {}, b""))
    assert called == []
    sender.close()


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere when it is asked for again (DNS rebinding) is not asked for again."""
    asked, called = [], []

    def resolve(*_: Any, **__: Any) -> Any:
        asked.append(1)
        return [(0, 0, 0, "", ("142.250.185.74" if len(asked) == 1 else "127.0.0.1", 443))]

    async def connect(address: str, port: int, **options: Any) -> Any:
        called.append((address, port, options["server_hostname"]))
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    sender = Sender(2.0)
    for _ in range(2):
        with pytest.raises(NotSent):
            asyncio.run(sender.post(Endpoint("fcm.googleapis.com", 443, "/x", secure=True), {}, b""))
    assert called == [("142.250.185.74", 443, "fcm.googleapis.com")] * 2
    assert len(asked) == 1
    sender.close()


@pytest.mark.parametrize("trouble", [OSError, TimeoutError])
def test_after_a_failure_the_next_address_of_a_service_is_tried(
    trouble: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine whose IPv6 leads nowhere, a message is late and not lost."""
    found = ["2a00:1450:4001:82f::200a", "142.250.185.74", "142.250.185.74"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (one, 443)) for one in found])
    called = []

    async def connect(address: str, *_: Any, **__: Any) -> Any:
        called.append(address)
        await asyncio.sleep(0.01)
        raise trouble

    monkeypatch.setattr(asyncio, "open_connection", connect)
    sender = Sender(2.0)

    async def send(number: int) -> None:
        posts = (sender.post(Endpoint("fcm.googleapis.com", 443, "/x", secure=True), {}, b"") for _ in range(number))
        for failure in await asyncio.gather(*posts, return_exceptions=True):
            assert isinstance(failure, NotSent)

    for number in (1, 2, 1):  # two at once are one failure
        asyncio.run(send(number))
    assert called == [found[0], found[1], found[1], found[0]]
    sender.close()
