"""The start page for someone who comes back: own tables, free seats, games to watch, other devices, being forgotten."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "house": [["first", "1"]], "public": True}


def cards(visitor: Visitor, heading: str) -> list[str]:
    """The tables under a heading, as their texts; none if there is no such heading."""
    section = visitor.page.locator("section", has=visitor.page.get_by_role("heading", name=heading, exact=True))
    return [card.inner_text() for card in section.locator("li").all()]


def test_every_table_is_listed_once_where_it_belongs(make_visitor: MakeVisitor) -> None:
    anna, bob, cleo = (make_visitor(name).come_in() for name in ("Anna", "Bob", "Cleo"))
    played = anna.open_table(TERMS, [{"do": "sit", "seat": 0}])
    bob.command(played, {"do": "sit", "seat": 1})
    anna.command(played, {"do": "start"})
    waiting = anna.open_table({**TERMS, "game": "suitcases", "edition": "jumbo"}, [{"do": "sit", "seat": 0}])

    anna.page.goto("/")
    anna.page.get_by_role("heading", name="Your tables").wait_for()
    mine = cards(anna, "Your tables")
    assert len(mine) == 2
    assert "Anna (you), Bob" in mine[0]
    assert "Your turn" in mine[0]
    assert "Play on" in mine[0]
    assert "1 seat free" in mine[1]
    assert "Back to the table" in mine[1]
    for table in (played, waiting):
        assert anna.page.locator(f"main a[href='/table/{table}']").count() == 1

    bob.page.goto("/")
    bob.page.get_by_role("heading", name="Your tables").wait_for()
    [his] = cards(bob, "Your tables")
    assert "Waiting for Anna" in his
    assert any("Anna" in one and "Join" in one for one in cards(bob, "Free seats"))
    assert bob.page.locator(f"a[href='/table/{played}']").count() == 1

    cleo.page.goto("/")
    watch = cleo.page.locator(f"section:has(#watch) a[href='/table/{played}']")
    expect(watch).to_contain_text("Watch")
    expect(cleo.page.locator(f"section:has(#free) a[href='/table/{waiting}']")).to_contain_text("Join")
    expect(cleo.page.get_by_role("heading", name="Your tables")).to_have_count(0)
    for visitor in (anna, bob, cleo):
        assert visitor.find_violations() == []
        assert visitor.overflow() == 0


def test_ones_turn_is_told_at_the_top_and_leads_to_the_table(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    table = anna.against_bots({**TERMS, "public": False})
    anna.page.goto("/")
    call = anna.page.get_by_role("link", name="Your turn: Heimlich & Co.")
    expect(call).to_be_in_viewport()
    expect(anna.page).to_have_title("● heimlich – two spy games")
    call.click()
    anna.page.wait_for_url(f"**/table/{table}")
    anna.expect_turn("Your turn")


def test_where_no_seat_is_free_one_can_open_a_table(make_visitor: MakeVisitor) -> None:
    page = make_visitor(size=PHONE).page
    page.route("**/api/tables", lambda route: route.fulfill(json=[]))
    page.goto("/")
    page.get_by_role("link", name="Open a table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New table")


def test_a_device_code_brings_name_and_tables_without_loading_anew(make_visitor: MakeVisitor) -> None:
    anna, phone = make_visitor(size=DESK).come_in(), make_visitor("Nobody", size=PHONE)
    table = anna.against_bots({**TERMS, "public": False})
    anna.page.goto("/")
    anna.page.get_by_role("button", name="Make a code").click()
    code = anna.page.locator("output.code").inner_text()
    phone.page.goto("/")
    phone.page.evaluate("window.stayed = true")
    phone.page.get_by_label("Code from your other device").fill(code)
    phone.page.get_by_role("button", name="Use code").click()
    expect(phone.page.get_by_label("Your nickname")).to_have_value("Anna")
    expect(phone.page.locator(f"main a[href='/table/{table}']")).to_contain_text("Play on")
    assert phone.page.evaluate("window.stayed")


def test_who_wants_to_be_forgotten_is_asked_first_and_then_gone(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    page = anna.page
    page.goto("/")
    expect(page.get_by_role("button", name="Forget me")).to_have_count(0)  # nobody is known yet
    page.get_by_label("Your nickname").fill("Anna")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    table = anna.against_bots({**TERMS, "public": False})
    page.goto("/")
    expect(page.locator(f"main a[href='/table/{table}']")).to_be_visible()
    page.get_by_role("button", name="Forget me").click()
    expect(page.get_by_text("Delete your name, your devices and your codes for good?")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Your nickname")).to_have_value("Anna")
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Yes, forget me").click()
    expect(page.get_by_text("Nobody here knows you any more.")).to_be_visible()
    expect(page.get_by_label("Your nickname")).to_have_value("")
    expect(page.locator(f"main a[href='/table/{table}']")).to_have_count(0)
    assert page.evaluate("fetch('/api/guest').then((answer) => answer.status)") == 401
    assert "Anna" not in page.evaluate("JSON.stringify(localStorage)")
    assert [cookie for cookie in anna.context.cookies() if cookie["value"]] == []


def test_the_level_of_bots_is_asked_once_and_remembered(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    page = anna.page
    page.goto("/")
    now = page.get_by_role("button", name="Play against bots now: Heimlich & Co.")
    expect(page.get_by_role("button", name="Against:")).to_have_count(0)
    now.click()
    asked = page.get_by_role("dialog", name="Play against bots now: Heimlich & Co.")
    expect(asked.get_by_role("radio", name="Newcomer")).to_be_checked()
    expect(asked.get_by_role("radio", name="Random")).to_have_count(0)
    assert anna.find_violations() == []
    asked.get_by_role("radio", name="Master").check()
    asked.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("tabpanel")).to_contain_text("Master")
    page.goto("/")
    expect(page.get_by_role("button", name="Against: Master").first).to_be_visible()
    now.click()
    page.wait_for_url("**/table/*")  # not asked again
    expect(page.get_by_role("tabpanel")).to_contain_text("Master")
    page.goto("/")
    page.get_by_role("button", name="Against: Master").first.click()
    asked.get_by_role("radio", name="A mixed group").check()
    asked.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Against: Master").first).to_be_visible()


def test_the_form_for_a_new_table_fits_on_a_phone(anna: Visitor) -> None:
    """Game, players, bots, Open; nothing of editions, rule numbers or engines until one asks for more."""
    page = anna.page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto("/new?game=heimlich-co")
    opening = page.get_by_role("button", name="Open the table")
    opening.wait_for()
    page.get_by_label("Bots", exact=True).select_option("3")
    assert page.evaluate("document.documentElement.scrollHeight") < 1.35 * PHONE[1]
    text = page.locator("main").inner_text()
    for strange in ("Engine", "(H14)", "→", "nobody wins"):
        assert strange not in text
    page.get_by_text("More options").click()
    expect(page.get_by_role("radio", name="Engine 1.0.1")).to_be_visible()
    page.get_by_text("Change rules").click()
    target = page.get_by_label("A marker that reaches this ends the game")
    expect(target).to_have_accessible_description("A whole number from 1 to 500")
    expect(page.get_by_label("Turn limit")).to_have_accessible_description("A whole number from 1 to 5000, or: none")
    assert anna.overflow() == 0


def test_what_is_wrong_under_more_is_shown(anna: Visitor) -> None:
    page = anna.page
    page.goto("/new?game=heimlich-co")
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="Minutes").check()
    minutes = page.get_by_label("Minutes for the game")
    minutes.fill("0")
    page.get_by_text("More options").click()
    expect(minutes).to_be_hidden()
    page.get_by_role("button", name="Open the table").click()
    expect(minutes).to_be_visible()


def test_an_address_of_this_machine_is_no_invitation(anna: Visitor) -> None:
    anna.go_to(anna.open_table(TERMS, [{"do": "sit", "seat": 0}]))
    expect(anna.page.get_by_text("This address works only on this computer.")).to_be_visible()


def test_the_host_is_passed_on_apart_from_removing_people(make_visitor: MakeVisitor) -> None:
    anna, bob = (make_visitor(name).come_in() for name in ("Anna", "Bob"))
    table = anna.open_table({**TERMS, "public": False}, [{"do": "sit", "seat": 0}])
    bob.command(table, {"do": "sit", "seat": 1})
    anna.go_to(table)
    bob.go_to(table)
    row = anna.page.locator("ul.seats li", has_text="Bob")
    expect(row.get_by_role("button")).to_have_count(1)
    anna.page.get_by_text("Make someone else the host").click()
    anna.page.get_by_role("button", name="Make host: Bob").click()
    expect(bob.page.get_by_role("button", name="Start the game")).to_be_enabled()
    expect(anna.page.get_by_role("button", name="Start the game")).to_have_count(0)


def test_a_bot_is_offered_for_one_who_is_away_only_when_it_is_allowed(make_visitor: MakeVisitor) -> None:
    """The server says when: two minutes later for someone who has gone. The name keeps its room beside the offer."""
    anna, bob = (make_visitor(name, size=DESK).come_in() for name in ("Anna", "Bartholomäus von Stein"))
    terms = {**TERMS, "public": False, "house": [["first", "2"]]}
    table = anna.open_table(terms, [{"do": "sit", "seat": 0}])
    bob.command(table, {"do": "sit", "seat": 1})
    anna.command(table, {"do": "start"})
    anna.page.clock.install()
    asked: list[str] = []
    anna.page.on(
        "request", lambda request: asked.append(request.url) if f"/api/tables/{table}" in request.url else None
    )
    anna.go_to(table)
    anna.expect_turn("Bartholomäus von Stein")
    offer = anna.page.get_by_role("button", name="Let a bot move Bartholomäus von Stein")
    name = anna.page.locator(".left .name", has_text="Bartholomäus von Stein")
    name.wait_for()
    room = name.bounding_box()
    before = len(asked)
    anna.page.clock.run_for(25_000)
    anna.page.wait_for_timeout(300)
    assert len(asked) == before + 1, "the server was asked once"
    expect(offer).to_have_count(0)
    anna.page.route(f"**/api/tables/{table}", _as_if_two_minutes_later)
    for _ in range(30):  # in small steps: the connection is asked now and then whether it is alive
        if offer.count():
            break
        anna.page.clock.run_for(5_000)
        anna.page.wait_for_timeout(100)
    expect(offer).to_be_visible()
    kept = name.bounding_box()
    assert room
    assert kept
    assert kept["width"] >= room["width"]
    assert anna.find_violations() == []


def _as_if_two_minutes_later(route: Route) -> None:
    answer = route.fetch()
    told = answer.json()
    assert 0 < told["claims"]["1"] <= 120_000
    route.fulfill(json={**told, "claims": {"1": 0}})


def test_sound_is_offered_once_with_one_press(make_visitor: MakeVisitor) -> None:
    """When the die first rolls: not while suitcases are packed."""
    anna = make_visitor(size=PHONE).come_in()
    page = anna.page
    offered = page.get_by_role("group", name="Play with sound?")
    anna.go_to(anna.against_bots({"game": "suitcases", "edition": "jumbo", "seats": 2}))
    page.get_by_role("tablist").wait_for()
    expect(offered).to_have_count(0)
    anna.go_to(anna.against_bots(TERMS))
    page.locator("main").get_by_role("button", name="Got it").click()  # how to play
    expect(offered).to_be_visible()
    assert anna.find_violations() == []
    page.get_by_role("button", name="Sound on").click()
    expect(offered).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.heimlich).sounds") is True
    page.reload()
    anna.expect_turn("Your turn")
    page.get_by_role("tablist").wait_for()
    expect(offered).to_have_count(0)
