"""A guest who has a passkey."""

import pytest

from tests.live.authenticator import SoftPasskey
from tests.live.browsers import Browser
from tests.live.servers import LiveServer


@pytest.fixture
def owner(server: LiveServer) -> tuple[Browser, SoftPasskey]:
    """Make a guest with a passkey."""
    browser, passkey = Browser(server).arrive("Anna"), SoftPasskey()
    assert browser.add(passkey)[0] == 201
    return browser, passkey
