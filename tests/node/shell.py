"""A shell in a container, as the console has it: a WebSocket (RFC 6455) and what is typed."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import time
import urllib.parse

from canopy import Canopy

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Shell:
    """An open one; left at the end of a `with`."""

    def __init__(self, canopy: Canopy, site: str, columns: int, rows: int, service: str = ""):
        address = urllib.parse.urlsplit(canopy.report["address"])
        query = urllib.parse.urlencode({"columns": columns, "rows": rows, "service": service})
        head = {
            "Host": address.netloc,
            "Authorization": f"Bearer {canopy.token}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Protocol": "canopy.shell.v1",
        }
        lines = [f"GET /api/deployments/{site}/shell?{query} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        self.connection = socket.create_connection((address.hostname, address.port), 60)
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode())
        self.stream = self.connection.makefile("rb")
        answer = self.stream.readline().decode().strip()
        while self.stream.readline().strip():
            pass
        if " 101 " not in answer:
            raise RuntimeError(f"no shell: {answer} {self.stream.read(500)}")
        self.shown, self.frames = "", []

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, *_reason) -> None:
        self.stream.close()
        self.connection.close()

    def type(self, text: str) -> None:
        self._send(BINARY, text.encode())

    def until(self, words: str, seconds: float = 60) -> str:
        """What has been shown, when these words are among it."""
        self._until(lambda: words in self.shown, seconds, words)
        return self.shown

    def ended(self, seconds: float = 60) -> dict:
        """The last word of the server."""
        self._until(lambda: any(frame["kind"] == "ended" for frame in self.frames), seconds, "its end")
        return self.frames[-1]

    def _until(self, ready, seconds: float, what: str) -> None:
        deadline = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > deadline or not self._next():
                raise RuntimeError(f"the shell did not come to {what!r}: {self.frames} {self.shown[-1000:]!r}")

    def _next(self) -> bool:
        """Take one frame; false at the end."""
        head = self.stream.read(2)
        if len(head) < 2:
            return False
        kind, size = head[0] & 15, head[1] & 127
        if size > 125:
            code, length = ("!H", 2) if size == 126 else ("!Q", 8)
            [size] = struct.unpack(code, self.stream.read(length))
        content = self.stream.read(size)
        if kind == BINARY:
            self.shown += content.decode(errors="replace")
            self._send(TEXT, json.dumps({"taken": size}).encode())
        elif kind == TEXT:
            self.frames.append(json.loads(content))
        elif kind == PING:
            self._send(PONG, content)
        return kind != CLOSE

    def _send(self, kind: int, content: bytes) -> None:
        """One frame, masked as a client's must be."""
        length = bytes([128 | len(content)]) if len(content) < 126 else bytes([128 | 126]) + struct.pack("!H", len(content))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))
        self.connection.sendall(bytes([128 | kind]) + length + mask + masked)
