"""A visitor: one who keeps cookies, and comes by https through the ingress controller, or asks a Service as the controller would."""

from __future__ import annotations

import http.client
import socket
import ssl
import urllib.parse
from dataclasses import dataclass


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: str


class Visitor:
    """Asks one address under one host name."""

    def __init__(self, address: tuple[str, int], host: str, trust: ssl.SSLContext | None = None):
        self.address, self.host, self.trust = address, host, trust
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, form: dict | None = None, body: bytes | None = None, headers: dict | None = None, timeout: float = 60,
            method: str | None = None) -> Answer:  # fmt: skip
        sent = {"Host": self.host, "User-Agent": "canopy-test", **(headers or {})}
        if not self.trust:
            sent["X-Forwarded-Proto"] = "https"
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if form is not None:
            body = urllib.parse.urlencode(form).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection(*self.address, timeout=timeout)
        try:
            if self.trust:
                plain = socket.create_connection(self.address, timeout)
                connection.sock = self.trust.wrap_socket(plain, server_hostname=self.host)
            connection.request(method or ("GET" if body is None else "POST"), path, body, sent)
            answer = connection.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.split(";")[0]
            text = answer.read().decode(errors="replace")
            return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, text)
        except http.client.HTTPException as reason:
            raise OSError(f"{type(reason).__name__}: {reason}") from None
        finally:
            connection.close()

    def follow(self, path: str, form: dict | None = None) -> Answer:
        """As `ask`, and then where it is sent, at most five times."""
        answer = self.ask(path, form)
        for _ in range(5):
            if answer.status not in (301, 302, 303, 307):
                break
            there = urllib.parse.urlsplit(answer.headers["location"])
            answer = self.ask(there.path + (f"?{there.query}" if there.query else ""))
        return answer
