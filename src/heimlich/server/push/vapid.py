"""The server's own key, with which it shows push services who sends: VAPID, RFC 8292."""

import json

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from heimlich.server.push.encryption import decode, encode, point_of

VALID_S = 12 * 3600  # of a signature; services refuse more than a day
FRESH_S = 3600  # for which one is used again
NUMBER_BYTES = 32


def make_keys() -> tuple[str, str]:
    """Make a pair of keys: the private and the public one, as text."""
    key = ec.generate_private_key(ec.SECP256R1())
    return encode(key.private_numbers().private_value.to_bytes(NUMBER_BYTES)), encode(point_of(key.public_key()))


class Signer:
    """Signs requests to push services with the server's key."""

    def __init__(self, private: str, public: str, contact: str = "") -> None:
        self._key = ec.derive_private_key(int.from_bytes(decode(private)), ec.SECP256R1())
        self._public = public
        self._contact = contact  # who runs this server: mailto: or https:
        self._signed: dict[str, tuple[float, str]] = {}  # by service, with the time

    def authorize(self, service: str, now_s: float) -> str:
        """Return the header Authorization for a service, named by its origin."""
        at, header = self._signed.get(service, (0.0, ""))
        if not at <= now_s < at + FRESH_S:
            header = f"vapid t={self._sign(service, now_s)}, k={self._public}"
            self._signed[service] = (now_s, header)
        return header

    def _sign(self, service: str, now_s: float) -> str:
        claims = {"aud": service, "exp": int(now_s) + VALID_S} | ({"sub": self._contact} if self._contact else {})
        parts = [encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        text = ".".join(parts)
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"{text}.{encode(r.to_bytes(NUMBER_BYTES) + s.to_bytes(NUMBER_BYTES))}"
