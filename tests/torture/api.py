"""The REST API, as somebody calls it who does not know whether the other side lives."""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
ADA = {"email": "ada@example.com", "password": "correct horse battery"}
PATIENCE = 600  # seconds; nothing may take longer once the faults are over


class Refused(Exception):
    """The API has answered, and said no."""

    def __init__(self, status: int, text: str):
        super().__init__(f"{status} {text[:500]}")
        self.status = status


class Unknown(Exception):
    """There is no answer, or one that does not tell: it may have been done."""


class Api:
    """With one session of its own. Whoever is signed out while the clock is wrong signs in again: a session of seven days is over
    when the clock says that eight have passed."""

    def __init__(self, address: str, clock_is_right: Callable[[], bool]):
        self.address, self.clock_is_right = address, clock_is_right
        self.token: str | None = None
        self.first_token: str | None = None  # holds to the end, once the clock is right again

    def once(self, method: str, path: str, body: dict | None = None):
        """One try. Raises Refused, or Unknown."""
        request = urllib.request.Request(f"{self.address}/api{path}", method=method, headers={"content-type": "application/json"})
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        try:
            with OPENER.open(request, None if body is None else json.dumps(body).encode(), timeout=40) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as reason:
            text = reason.read().decode(errors="replace")
            if reason.code >= 500 or reason.code == 429:
                raise Unknown(f"{reason.code} {text[:200]}") from None
            if reason.code == 401 and self.first_token and not self.clock_is_right():
                self._sign_in()
                raise Unknown("signed out by a wrong clock") from None
            raise Refused(reason.code, text) from None
        except (OSError, http.client.HTTPException, ValueError) as reason:
            raise Unknown(str(reason)) from None

    def _sign_in(self) -> None:
        expired, self.token = self.token, None
        try:
            expired = self.once("POST", "/auth/login", ADA)["data"]["token"]
        finally:
            self.token = expired

    def ask(self, path: str, seconds: float = PATIENCE):
        """Something that is read: asked again until there is an answer."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self.once("GET", path)
            except Unknown:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.3)

    def read(self, path: str):
        return self.ask(path)["data"]

    def first(self, path: str) -> dict:
        """The first of a list. What Canopy makes by itself after an answer is there a moment later."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.read(path)):
            if time.monotonic() > deadline:
                raise RuntimeError(f"GET {path} shows nothing")
            time.sleep(0.3)
        return found[0]

    def all(self, path: str) -> list:
        """Every page of a list."""
        found, page = [], 1
        while True:
            answer = self.ask(f"{path}{'&' if '?' in path else '?'}page={page}&limit=100")
            found += answer["data"]
            if not answer["pagination"]["more"]:
                return found
            page += 1


def signed_in(address: str, clock_is_right: Callable[[], bool]) -> Api:
    """A session of its own."""
    api = Api(address, clock_is_right)
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            api.token = api.first_token = api.once("POST", "/auth/login", ADA)["data"]["token"]
            return api
        except Unknown:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.3)


class Findings:
    """What is wrong, as it is found, by what should hold."""

    def __init__(self):
        self.lock, self.wrong = threading.Lock(), {}

    def wrongly(self, what: str, otherwise: str) -> None:
        with self.lock:
            self.wrong.setdefault(what, []).append(otherwise)
        print(f"WRONG  {what}: {otherwise}", flush=True)

    def count(self) -> int:
        return sum(map(len, self.wrong.values()))
