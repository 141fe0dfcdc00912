"""Coming back with a passkey, in real browsers whose authenticators are Chromium's virtual ones."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor
from tests.live.servers import LiveServer

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
BOTS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3}


class Owner:
    """Someone with an authenticator, at http://localhost: browsers allow no passkeys for a number."""

    def __init__(self, make_visitor: MakeVisitor, server_url: str, name: str, size: tuple[int, int] = PHONE) -> None:
        self.visitor: Visitor = make_visitor(name, size=size, base_url=server_url.replace("127.0.0.1", "localhost"))
        self.page = self.visitor.page
        self._session: CDPSession = self.visitor.context.new_cdp_session(self.page)
        self._session.send("WebAuthn.enable")
        made = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._authenticator: str = made["authenticatorId"]

    def come_in(self) -> "Owner":
        self.visitor.come_in()
        return self

    def passkeys(self) -> list[dict[str, Any]]:
        """All that the authenticator holds."""
        found = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._authenticator})
        credentials: list[dict[str, Any]] = found["credentials"]
        return credentials

    def take(self, passkeys: list[dict[str, Any]]) -> None:
        """Have these passkeys instead, counters included, as one whose devices keep them in step has."""
        self._session.send("WebAuthn.clearCredentials", {"authenticatorId": self._authenticator})
        for one in passkeys:
            self._session.send("WebAuthn.addCredential", {"authenticatorId": self._authenticator, "credential": one})

    def add_passkey(self, name: str = "My phone") -> None:
        """Add a passkey as a person does."""
        self.page.goto("/games")
        self.page.get_by_label("Name for a new passkey").fill(name)
        self.page.get_by_role("button", name="Add a passkey").click()
        expect(self.page.get_by_text("Done. You can sign in with it on any device.")).to_be_visible()
        expect(self.page.get_by_label("Name for a new passkey")).to_have_value("")  # free for the next one

    def sign_in(self) -> None:
        """Sign in as a person does, where the page offers it."""
        self.page.get_by_role("button", name="Sign in with a passkey").click()
        expect(self.page.get_by_text("Welcome back, Anna.")).to_be_visible()


@pytest.fixture
def anna(make_visitor: MakeVisitor, server: Any) -> Owner:
    return Owner(make_visitor, server.url, "Anna").come_in()


@pytest.fixture
def phone(make_visitor: MakeVisitor, server: Any) -> Owner:
    return Owner(make_visitor, server.url, "Phone", DESK)


def test_a_table_is_there_on_the_device_that_signs_in(anna: Owner, phone: Owner) -> None:
    table = anna.visitor.against_bots(BOTS)
    anna.add_passkey()
    expect(anna.page.get_by_text("not used yet")).to_be_visible()
    phone.take(anna.passkeys())
    phone.page.goto("/")
    phone.page.get_by_role("link", name="Sign in").click()
    expect(phone.page.get_by_text("You have games on this device already")).to_have_count(0)
    phone.sign_in()
    expect(phone.page.locator(f"a[href$='/table/{table}']").first).to_be_visible()
    expect(phone.page.get_by_text("last used on")).to_be_visible()
    expect(phone.page.get_by_text("With a passkey, since")).to_contain_text("this device")


def test_two_guests_become_one(anna: Owner, phone: Owner) -> None:
    at_home = anna.visitor.against_bots(BOTS)
    anna.add_passkey()
    phone.come_in()
    on_the_way = phone.visitor.against_bots(BOTS)
    phone.take(anna.passkeys())
    phone.page.goto("/games?sign-in")
    expect(phone.page.get_by_label("Bring them along")).to_be_checked()
    phone.sign_in()
    for table in (at_home, on_the_way):
        expect(phone.page.locator(f"a[href$='/table/{table}']").first).to_be_visible()
    asked = f"fetch('/api/tables/{on_the_way}').then((answer) => answer.json()).then((answer) => answer.you.seats)"
    assert anna.page.evaluate(asked) == [0], "and on the other device, too"


def test_two_seats_at_one_table_are_refused_in_words(anna: Owner, phone: Owner) -> None:
    terms = {**BOTS, "seats": 2}
    table = anna.visitor.open_table(terms, [{"do": "sit", "seat": 0}])
    anna.add_passkey()
    phone.come_in()
    phone.visitor.command(table, {"do": "sit", "seat": 1})
    phone.take(anna.passkeys())
    phone.page.goto("/games?sign-in")
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.page.get_by_text("Both of you sit at the same table")).to_be_visible()
    assert phone.page.evaluate("fetch('/api/guest').then((a) => a.json()).then((a) => a.nickname)") == "Phone"


def test_sign_out_everywhere_ends_the_other_browsers_socket(anna: Owner, phone: Owner) -> None:
    anna.add_passkey()
    phone.take(anna.passkeys())
    phone.page.goto("/games?sign-in")
    phone.sign_in()
    phone.page.evaluate(
        """() => { window.ended = new Promise((resolve) => {
          const socket = new WebSocket(`ws://${location.host}/api/socket`);
          socket.onopen = () => { window.isOpen = true; };
          socket.onclose = ({ code }) => resolve(code);
        }); }"""
    )
    phone.page.wait_for_function("() => window.isOpen === true")
    anna.page.goto("/games")
    anna.page.get_by_role("button", name="Sign out").click()
    anna.page.get_by_role("button", name="Sign out everywhere").click()
    expect(anna.page.get_by_text("You are signed out.")).to_be_visible()
    assert phone.page.evaluate("window.ended") == 4401
    expect(anna.page.get_by_role("heading", name="Come back as yourself")).to_have_count(0)
    anna.take(phone.passkeys())
    anna.sign_in()


def test_a_recovery_code_works_once(anna: Owner, phone: Owner) -> None:
    anna.add_passkey()
    anna.page.get_by_role("button", name="Make recovery codes").click()
    shown = anna.page.get_by_role("textbox", name="Write these down now.")
    expect(shown).to_be_visible()
    codes = shown.input_value().split()
    assert len(codes) == 8
    anna.page.reload()
    expect(anna.page.get_by_text("8 codes are left.")).to_be_visible()
    assert codes[0] not in anna.page.content(), "shown only once"
    for expected in ("Welcome back, Anna.", "This recovery code is wrong or was used before."):
        phone.visitor.context.clear_cookies()
        phone.page.goto("/games?sign-in")
        phone.page.get_by_label("Recovery code").fill(codes[0].lower())
        phone.page.get_by_role("button", name="Use this code").click()
        expect(phone.page.get_by_text(expected)).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text("7 codes are left.")).to_be_visible()
    expect(anna.page.get_by_text("That wasn’t you?")).to_be_visible()


def test_a_passkey_is_removed(anna: Owner) -> None:
    anna.add_passkey("Old phone")
    anna.page.get_by_role("button", name="Remove: Old phone").click()
    anna.page.get_by_role("button", name="Yes, remove it").click()
    expect(anna.page.get_by_text("The passkey is removed.")).to_be_visible()
    expect(anna.page.get_by_text("Old phone")).to_have_count(0)
    anna.page.goto("/games?sign-in")
    anna.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(anna.page.get_by_text("That passkey doesn’t work here.")).to_be_visible()


def test_a_passkey_gets_another_name(anna: Owner) -> None:
    anna.add_passkey("Linux")
    anna.page.get_by_role("button", name="Rename: Linux").click()
    field = anna.page.get_by_label("New name for Linux")
    expect(field).to_be_focused()
    field.fill("Old laptop")
    field.press("Enter")
    expect(anna.page.get_by_text("The passkey has a new name.")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text("Old laptop", exact=True)).to_be_visible()
    expect(anna.page.get_by_text("Linux", exact=True)).to_have_count(0)


def grow_old(server: LiveServer) -> None:
    """Let the last sign-in of everyone be more than ten minutes ago."""
    with closing(sqlite3.connect(server.database, timeout=60)) as opened:
        opened.execute("UPDATE tokens SET proved_at = proved_at - 600001 WHERE proved_at > 0")
        opened.commit()


def test_deleting_and_signing_out_everywhere_ask_for_the_passkey_once_more(anna: Owner, server: LiveServer) -> None:
    """Whoever has only the unlocked page gets nowhere: the browser's dialog comes first."""
    anna.add_passkey()
    for opening, really, done in (
        ("Sign out", "Sign out everywhere", "You are signed out."),
        ("Delete everything about me", "Yes, delete everything", "Nobody here knows you any more."),
    ):
        grow_old(server)
        anna.page.goto("/games")
        closed = "() => Promise.reject(new DOMException('', 'NotAllowedError'))"
        anna.page.evaluate(f"() => {{ navigator.credentials.get = {closed}; }}")
        anna.page.get_by_role("button", name=opening, exact=True).click()
        anna.page.get_by_role("button", name=really).click()
        expect(anna.page.get_by_text("Show once more that it’s you: sign in").first).to_be_visible()
        assert anna.page.evaluate("fetch('/api/guest').then((a) => a.json()).then((a) => a.nickname)") == "Anna"
        anna.page.reload()
        anna.page.get_by_role("button", name=opening, exact=True).click()
        anna.page.get_by_role("button", name=really).click()
        expect(anna.page.get_by_text(done)).to_be_visible()
        if opening == "Sign out":
            anna.page.goto("/games?sign-in")
            anna.sign_in()


def test_a_device_code_brings_games_along_if_one_wants(anna: Owner, phone: Owner) -> None:
    at_home = anna.visitor.against_bots(BOTS)
    anna.page.goto("/")
    anna.page.get_by_role("button", name="Make a code").click()
    code = anna.page.locator("output.code")
    expect(code).to_be_visible()
    phone.come_in()
    on_the_way = phone.visitor.against_bots(BOTS)
    phone.page.goto("/")
    phone.page.get_by_label("Code from your other device").fill(code.inner_text())
    phone.page.get_by_role("button", name="Use code").click()
    yes = phone.page.get_by_role("button", name="Bring them along")
    expect(yes).to_be_focused()
    assert phone.visitor.find_violations() == []
    yes.click()
    expect(phone.page.get_by_text("Your tables are now on this device too.")).to_be_visible()
    phone.page.goto("/games")
    for table in (at_home, on_the_way):
        expect(phone.page.locator(f"a[href$='/table/{table}']").first).to_be_visible()


def test_an_address_without_passkeys_says_so(make_visitor: MakeVisitor) -> None:
    """On this machine by number, and over plain http on the network of one's home."""
    bob = make_visitor("Bob").come_in()
    bob.page.goto("/games")
    expect(bob.page.get_by_text("Passkeys need a name instead of a number.").first).to_be_visible()
    expect(bob.page.get_by_role("link", name="http://localhost:").first).to_be_visible()
    expect(bob.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    bob.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    bob.page.route("http://play.lan/**", lambda route: _from(bob, route))
    bob.page.goto("http://play.lan/games")
    expect(bob.page.get_by_text("Passkeys need https, and this page came without it.").first).to_be_visible()


def _from(visitor: Visitor, route: Any) -> None:
    """Answer a request to another name with what our server says."""
    path = route.request.url.removeprefix("http://play.lan")
    route.fulfill(response=route.fetch(url=visitor.server.url + path))


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_everything_is_accessible_and_fits_a_phone(anna: Owner, language: str) -> None:
    anna.add_passkey("A passkey with a very long name, 40 letters")
    anna.page.evaluate("(language) => localStorage.setItem('heimlich', JSON.stringify({ language }))", language)
    anna.page.reload()
    headings = {"en": "Come back as yourself", "de": "Als du selbst wiederkommen", "fr": "Revenir en restant toi-même"}
    expect(anna.page.get_by_role("heading", name=headings[language])).to_be_visible()
    expect(anna.page.locator("#passkey-name")).to_be_visible()
    assert anna.visitor.overflow() <= 0
    assert anna.visitor.find_violations() == []


def test_all_of_it_works_by_keyboard(anna: Owner) -> None:
    anna.page.goto("/games")
    field = anna.page.get_by_label("Name for a new passkey")
    field.focus()
    field.fill("Keyboard")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text("Done. You can sign in with it on any device.")).to_be_visible()
    anna.page.get_by_role("button", name="Remove: Keyboard").focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("button", name="Yes, remove it")).to_be_visible()
    assert len(anna.passkeys()) == 1
