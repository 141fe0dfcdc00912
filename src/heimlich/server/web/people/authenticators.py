"""Check what an authenticator has signed: the place for which it did, the challenge, the key, the counter.

py_webauthn does the work. It is loaded when the first passkey is used (a third of a second), in a thread. Whatever is
wrong with an answer, the result is None: nobody learns what.
"""

import ipaddress
import json
import re
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from heimlich.server.settings import Settings
from heimlich.server.storage.passkeys import Passkey, handle_of
from heimlich.server.table.refusals import Refused

TIMEOUT_MS = 120_000  # for the browser's dialog
ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256
LONGEST_KEY = 800  # bytes: RSA with 4,096 bits takes 530
LONGEST_ID = 1023
FORMATS = ("none", "packed")  # of attestations, which are asked for by nobody
LOCAL = "localhost"
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")


class Place(NamedTuple):
    """The place for which passkeys are: the name that authenticators bind them to, and the origin of the page."""

    name: str
    origin: str


class NewKey(NamedTuple):
    """The public part of a passkey that was just made."""

    id: str
    public_key: str
    sign_count: int


def place_of(settings: Settings, host: str, *, secure: bool) -> Place:
    """Return the place of the public address, else that of a request; refuse one where browsers allow no passkeys."""
    origin = settings.public_origin or f"{'https' if secure else 'http'}://{host}"
    if not settings.public_origin and not _HOST.fullmatch(host):
        raise Refused("passkey-place", "this address cannot have passkeys")
    parts = urlsplit(origin)
    name = (parts.hostname or "").rstrip(".")
    local = name == LOCAL or name.endswith(f".{LOCAL}")
    if _is_number(name) or not name or not (parts.scheme == "https" or local):
        raise Refused("passkey-place", "passkeys need https and a name, or http://localhost on this machine")
    return Place(name, f"{parts.scheme}://{parts.netloc}".lower())


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def ask_for_new(place: Place, guest: str, nickname: str, challenge: bytes, known: list[Passkey]) -> dict[str, Any]:
    """Return what the browser needs to make a passkey, as `PublicKeyCredentialCreationOptionsJSON`."""
    return {
        "rp": {"id": place.name, "name": "heimlich"},
        "user": {"id": _text(handle_of(guest)), "name": nickname or "heimlich", "displayName": nickname or "heimlich"},
        "challenge": _text(challenge),
        "pubKeyCredParams": [{"type": "public-key", "alg": algorithm} for algorithm in ALGORITHMS],
        "timeout": TIMEOUT_MS,
        "excludeCredentials": [{"type": "public-key", "id": one.id} for one in known],
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "preferred",
        },
        "attestation": "none",
    }


def ask_for_known(place: Place, challenge: bytes) -> dict[str, Any]:
    """Return what the browser needs to use a passkey, as `PublicKeyCredentialRequestOptionsJSON`: any of this place."""
    return {
        "rpId": place.name,
        "challenge": _text(challenge),
        "timeout": TIMEOUT_MS,
        "allowCredentials": [],
        "userVerification": "preferred",
    }


def check_new(place: Place, challenge: bytes | None, credential: dict[str, Any]) -> NewKey | None:
    """Check the answer to `ask_for_new`; None if anything is wrong."""
    import webauthn
    from webauthn.helpers import parse_attestation_object, parse_registration_credential_json
    from webauthn.helpers.cose import COSEAlgorithmIdentifier

    try:
        parsed = parse_registration_credential_json(json.dumps(credential))
        if parse_attestation_object(parsed.response.attestation_object).fmt not in FORMATS:
            return None
        found = webauthn.verify_registration_response(
            credential=parsed,
            expected_challenge=challenge or _decoy()[0],
            expected_rp_id=place.name,
            expected_origin=place.origin,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(algorithm) for algorithm in ALGORITHMS],
        )
    except Exception:  # hostile bytes break parsers in many ways, and all of them mean the same
        return None
    fits = len(found.credential_public_key) <= LONGEST_KEY and 16 <= len(found.credential_id) <= LONGEST_ID
    if challenge is None or not fits:
        return None
    return NewKey(_text(found.credential_id), _text(found.credential_public_key), found.sign_count)


def credential_id(credential: dict[str, Any]) -> str:
    """Return the id that an answer claims; "" if it has none that could be one."""
    claimed = credential.get("id")
    return claimed if isinstance(claimed, str) and len(claimed) <= 2 * LONGEST_ID else ""


def check_known(
    place: Place, challenge: bytes | None, credential: dict[str, Any], passkey: Passkey | None
) -> int | None:
    """Check the answer to `ask_for_known`; return the passkey's new counter, None if anything is wrong.

    Without a passkey or a challenge the same work is done with others, so that the time tells nothing.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes, parse_authentication_credential_json

    decoy_challenge, decoy_key = _decoy()
    key = decoy_key if passkey is None else base64url_to_bytes(passkey.public_key)
    try:
        parsed = parse_authentication_credential_json(json.dumps(credential))
        found = webauthn.verify_authentication_response(
            credential=parsed,
            expected_challenge=challenge or decoy_challenge,
            expected_rp_id=place.name,
            expected_origin=place.origin,
            credential_public_key=key,
            credential_current_sign_count=0 if passkey is None else passkey.sign_count,
        )
    except Exception:  # as above
        return None
    if passkey is None or challenge is None or parsed.response.user_handle != handle_of(passkey.guest):
        return None
    return found.new_sign_count if _text(found.credential_id) == passkey.id else None


@cache
def _decoy() -> tuple[bytes, bytes]:
    """Make a challenge that nobody was sent, and a public key whose private half is thrown away (as COSE)."""
    import secrets

    from cryptography.hazmat.primitives.asymmetric import ec
    from webauthn.helpers import encode_cbor

    point = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
    return secrets.token_bytes(32), encode_cbor(key)


def _text(data: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(data)
