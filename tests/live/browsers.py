"""A browser as the server sees it: one cookie, an origin, and passkeys of an authenticator in software."""

from typing import Any

from tests.live.authenticator import SoftPasskey
from tests.live.servers import LiveServer

REFUSED = (409, {"code": "passkey", "text": "this passkey is not accepted; try again"})


class Browser:
    """A page at http://localhost with its one cookie."""

    def __init__(self, server: LiveServer, token: str = "", host: str = "", origin: str = "") -> None:
        self.server = server
        self.token = token
        self.host = host or f"localhost:{server.port}"
        self.origin = origin or f"http://{self.host}"
        self._cookie = "__Host-heimlich" if self.origin.startswith("https:") else "heimlich"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        sent = {"Host": self.host, "Origin": self.origin, **headers}
        if self.token:
            sent["Cookie"] = f"{self._cookie}={self.token}"
        status, answer, found = self.server.ask(method, path, body, headers=sent)
        cookie = found.get("set-cookie", "").partition(";")[0].partition("=")
        if cookie[0] == self._cookie:
            self.token = cookie[2].strip('"')
        return status, answer

    def arrive(self, name: str) -> "Browser":
        assert self.ask("POST", "/api/guests", {"nickname": name})[0] == 201
        return self

    @property
    def name(self) -> str | None:
        status, answer = self.ask("GET", "/api/guest")
        return answer["nickname"] if status == 200 else None

    def add(self, passkey: SoftPasskey, name: str = "Phone", **wrong: Any) -> tuple[int, Any]:
        status, begun = self.ask("POST", "/api/passkeys/options", {})
        if status != 201:
            return status, begun
        made = passkey.create(begun["options"], wrong.pop("origin", self.origin), **wrong)
        return self.ask("POST", "/api/passkeys", {"ceremony": begun["ceremony"], "credential": made, "name": name})

    def begin(self) -> Any:
        status, begun = self.ask("POST", "/api/sign-in/options", {})
        assert status == 200, begun
        return begun

    def sign_in(self, passkey: SoftPasskey, bring: bool | None = None, **wrong: Any) -> tuple[int, Any]:
        begun = self.begin()
        signed = passkey.get(begun["options"], wrong.pop("origin", self.origin), **wrong)
        body = {"ceremony": begun["ceremony"], "credential": signed} | ({} if bring is None else {"bring": bring})
        return self.ask("POST", "/api/sign-in", body)

    def state(self) -> Any:
        status, answer = self.ask("GET", "/api/passkeys")
        assert status == 200, answer
        return answer
