"""Passkeys over HTTP, with an authenticator in software: what is accepted, and all that is refused."""
