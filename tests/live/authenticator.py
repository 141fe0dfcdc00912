"""An authenticator in software: makes passkeys and signs with them, rightly or in any wrong way that a test wants."""

import base64
import hashlib
import json
import secrets
import struct
from collections.abc import Mapping
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 1, 4, 64
ES256, EDDSA, RS256 = -7, -8, -257


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data_of(text_: str) -> bytes:
    return base64.urlsafe_b64decode(text_ + "=" * (-len(text_) % 4))


class SoftPasskey:
    """One passkey on one device; `counting` ones count their signatures."""

    def __init__(self, algorithm: int = ES256, *, counting: bool = True, key_bits: int = 2048) -> None:
        self.algorithm = algorithm
        self.id = secrets.token_bytes(32)
        self.handle = b""
        self.count = 0
        self._counting = counting
        self._key: Any
        if algorithm == EDDSA:
            self._key = ed25519.Ed25519PrivateKey.generate()
        elif algorithm == RS256:
            self._key = rsa.generate_private_key(65537, key_bits)
        else:
            self._key = ec.generate_private_key(ec.SECP256R1())

    def _cose(self) -> dict[int, Any]:
        public = self._key.public_key()
        if self.algorithm == EDDSA:
            return {1: 1, 3: EDDSA, -1: 6, -2: public.public_bytes_raw()}
        numbers = public.public_numbers()
        if self.algorithm == RS256:
            size = (numbers.n.bit_length() + 7) // 8
            return {1: 3, 3: RS256, -1: numbers.n.to_bytes(size, "big"), -2: b"\x01\x00\x01"}
        return {1: 2, 3: self.algorithm, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}

    def _sign(self, message: bytes) -> bytes:
        if self.algorithm == EDDSA:
            return bytes(self._key.sign(message))
        if self.algorithm == RS256:
            return bytes(self._key.sign(message, padding.PKCS1v15(), SHA256()))
        return bytes(self._key.sign(message, ec.ECDSA(SHA256())))

    def _data(self, place: str, flags: int) -> bytes:
        self.count += self._counting
        return hashlib.sha256(place.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count)

    def create(self, options: Mapping[str, Any], origin: str, **wrong: Any) -> dict[str, Any]:
        """Answer as `navigator.credentials.create`; `wrong` replaces challenge, place or kind."""
        self.handle = data_of(options["user"]["id"])
        client = _client(wrong.get("kind", "webauthn.create"), wrong.get("challenge", options["challenge"]), origin)
        place = wrong.get("place", options["rp"]["id"])
        data = self._data(place, PRESENT | VERIFIED | ATTESTED)
        data += bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(self._cose())
        attestation = cbor2.dumps({"fmt": wrong.get("fmt", "none"), "attStmt": {}, "authData": data})
        return {
            "id": text(self.id),
            "rawId": text(self.id),
            "type": "public-key",
            "response": {"clientDataJSON": text(client), "attestationObject": text(attestation)},
            "clientExtensionResults": {},
        }

    def get(self, options: Mapping[str, Any], origin: str, **wrong: Any) -> dict[str, Any]:
        """Answer as `navigator.credentials.get`; `wrong` replaces challenge, place, kind, flags, handle, count, id."""
        client = _client(wrong.get("kind", "webauthn.get"), wrong.get("challenge", options["challenge"]), origin)
        if "count" in wrong:
            self.count = wrong["count"] - self._counting
        data = self._data(wrong.get("place", options["rpId"]), wrong.get("flags", PRESENT | VERIFIED))
        signature = self._sign(data + hashlib.sha256(client).digest())
        name = text(wrong.get("id", self.id))
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": {
                "clientDataJSON": text(client),
                "authenticatorData": text(data),
                "signature": text(signature),
                "userHandle": text(wrong.get("handle", self.handle)),
            },
            "clientExtensionResults": {},
        }


def _client(kind: str, challenge: str, origin: str) -> bytes:
    said = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    return json.dumps(said).encode()
