"""Messages are encrypted as RFC 8291 has it, all of one length, and requests are signed as RFC 8292 has it."""

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from heimlich.server.push.encryption import SIZE, decode, encode, encrypt, read_auth, read_point
from heimlich.server.push.vapid import Signer, make_keys
from heimlich.server.table.refusals import Refused
from tests.server.push.devices import Device, check_vapid, decrypt

# RFC 8291, appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
EXPECTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    own = ec.derive_private_key(int.from_bytes(decode(SENDER)), ec.SECP256R1())
    body = encrypt(PLAIN, read_point(RECEIVER), read_auth(AUTH), own=own, salt=decode(SALT), size=0)
    assert encode(body) == EXPECTED


def test_a_device_reads_its_messages_and_no_other_device_does() -> None:
    anna, bert = Device("a"), Device("b")
    keys = anna.subscription()["keys"]
    bodies = [
        encrypt(text, read_point(keys["p256dh"]), read_auth(keys["auth"])) for text in (b"{}", b'"' + b"x" * 700 + b'"')
    ]
    assert [anna.read(body) for body in bodies] == [{}, "x" * 700]
    assert len({len(body) for body in bodies}) == 1  # the length tells nothing
    assert bodies[0] != encrypt(b"{}", read_point(keys["p256dh"]), read_auth(keys["auth"]))
    assert len(bodies[0]) < SIZE + 200 < 4096
    with pytest.raises(InvalidTag):
        decrypt(bodies[0], bert.key, anna.auth)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("", "0 bytes"),
        ("A" * 88, "66 bytes"),
        (encode(b"\x04" + b"\1" * 64), "no point"),
        (encode(b"\x04" + b"\0" * 64), "no point"),
        (encode(b"\x02" + b"\1" * 64), "uncompressed"),
        (encode(b"\x04" + b"\xff" * 64), "no point"),
        ("ÄÖÜ", "base64"),
        ("####", "base64"),
        ("A" * 1_000_000, "bytes"),
    ],
)
def test_keys_that_are_none_are_refused(key: str, text: str) -> None:
    with pytest.raises(Refused, match=text):
        read_point(key)


def test_a_request_is_signed_for_one_service_and_for_hours() -> None:
    private, public = make_keys()
    signer = Signer(private, public, "mailto:host@example.org")
    header = signer.authorize("https://push.example.org", 1_000_000)
    claims = check_vapid(header, public)
    assert claims == {"aud": "https://push.example.org", "exp": 1_000_000 + 12 * 3600, "sub": "mailto:host@example.org"}
    assert signer.authorize("https://push.example.org", 1_000_100) == header
    assert signer.authorize("https://push.example.org", 1_010_000) != header
    assert signer.authorize("https://other.example.org", 1_000_000) != header
    stranger = make_keys()[1]
    with pytest.raises(InvalidSignature):
        check_vapid(header.replace(public, stranger), stranger)
