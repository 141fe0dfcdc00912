"""Encrypt a message for one device, so that its push service cannot read it: RFC 8291 with aes128gcm of RFC 8188."""

import base64
import binascii
import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from heimlich.server.table.refusals import Refused

POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD = 4096  # the one record that a message has; push services take no more
SIZE = 1024  # to which every message is padded: its length tells nothing


def decode(text: str) -> bytes:
    """Decode base64 as the Web writes it, without padding."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Refused("push", "a key of this subscription is not written in base64") from None


def encode(data: bytes) -> str:
    """Encode base64 as the Web writes it, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read_point(text: str) -> ec.EllipticCurvePublicKey:
    """Read a device's public key; refuse what is no point of the curve P-256."""
    data = decode(text)
    if len(data) != POINT_BYTES or data[0] != 4:
        raise Refused("push", f"the key p256dh has {len(data)} bytes; it takes {POINT_BYTES}, uncompressed")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        raise Refused("push", "the key p256dh is no point of its curve") from None


def read_auth(text: str) -> bytes:
    """Read a device's secret for messages."""
    data = decode(text)
    if len(data) != AUTH_BYTES:
        raise Refused("push", f"the key auth has {len(data)} bytes; it takes {AUTH_BYTES}")
    return data


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    device: ec.EllipticCurvePublicKey,
    auth: bytes,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
    size: int = SIZE,
) -> bytes:
    """Encrypt a message for a device, padded to `size` bytes. Tests name the key and the salt, which else are new."""
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or secrets.token_bytes(SALT_BYTES)
    theirs, ours = point_of(device), point_of(own.public_key())
    shared = _derive(auth, own.exchange(ec.ECDH(), device), b"WebPush: info\0" + theirs + ours, 32)
    key = _derive(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, shared, b"Content-Encoding: nonce\0", 12)
    padded = (message + b"\x02").ljust(size, b"\0")
    head = salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, padded, None)


def _derive(salt: bytes, secret: bytes, info: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, info).derive(secret)
