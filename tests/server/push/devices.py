"""A device as its browser has it: keys, a subscription, and what it reads of the messages that come."""

import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from heimlich.server.push.encryption import decode, encode, point_of


class Device:
    """A browser that wants to be called; it decrypts by RFC 8291, written anew here."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    def subscription(self, **more: Any) -> dict[str, Any]:
        """What the page sends to the server."""
        keys = {"p256dh": encode(point_of(self.key.public_key())), "auth": encode(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys, **more}

    def read(self, body: bytes) -> Any:
        """Decrypt a message."""
        return json.loads(decrypt(body, self.key, self.auth))


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Decrypt one record, and take the padding off."""
    salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, text = body[21 : 21 + length], body[21 + length :]
    assert len(text) <= size
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    info = b"WebPush: info\0" + point_of(key.public_key()) + sender
    shared = HKDF(SHA256(), 32, auth, info).derive(key.exchange(ec.ECDH(), theirs))
    cipher = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
    plain = AESGCM(cipher).decrypt(nonce, text, None).rstrip(b"\0")
    assert plain.endswith(b"\x02")
    return plain[:-1]


def check_vapid(header: str, public: str) -> Any:
    """Verify the signature of a request with the server's public key; return the claims."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == public
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decode(head))["alg"] == "ES256"
    raw = decode(signature)
    assert len(raw) == 64
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public))
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(decode(claims))
