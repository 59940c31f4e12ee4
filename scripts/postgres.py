"""A private PostgreSQL server, and a client for it that needs no psql.

The client speaks PostgreSQL's simple query protocol: a whole file is one implicit transaction, exactly as sqlx runs a migration.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import struct
import subprocess
from pathlib import Path

import processes


class SqlError(Exception):
    """What PostgreSQL answered to a statement, with the line of the text that it is about."""


class Client:
    """One connection, authenticated by trust."""

    def __init__(self, port: int, database: str = "postgres", user: str = "postgres", host: str = "127.0.0.1"):
        self._socket = socket.create_connection((host, port), timeout=60)
        self._stream = self._socket.makefile("rb")
        fields = b"".join(f"{key}\0{value}\0".encode() for key, value in (("user", user), ("database", database)))
        body = struct.pack("!i", 196608) + fields + b"\0"
        self._socket.sendall(struct.pack("!i", len(body) + 4) + body)
        self._until_ready("")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_) -> None:
        self._stream.close()
        self._socket.close()

    def run(self, sql: str) -> list[tuple[str | None, ...]]:
        """Run the statements as one simple query; the rows of all of them, as text."""
        body = sql.encode() + b"\0"
        self._socket.sendall(b"Q" + struct.pack("!i", len(body) + 4) + body)
        return self._until_ready(sql)

    def _until_ready(self, sql: str) -> list[tuple[str | None, ...]]:
        rows, error = [], None
        while True:
            head = self._stream.read(5)
            if len(head) < 5:
                raise error or SqlError("PostgreSQL closed the connection")
            kind, length = head[:1], struct.unpack("!i", head[1:])[0]
            body = self._stream.read(length - 4)
            if kind == b"D":
                rows.append(_row(body))
            elif kind == b"E":
                error = _error(body, sql)
            elif kind == b"R" and struct.unpack("!i", body[:4])[0] != 0:
                raise SqlError("PostgreSQL asks for a password; these scripts only speak to servers with trust")
            elif kind == b"Z":
                if error:
                    raise error
                return rows


def _row(body: bytes) -> tuple[str | None, ...]:
    count, at, values = struct.unpack("!h", body[:2])[0], 2, []
    for _ in range(count):
        size = struct.unpack("!i", body[at : at + 4])[0]
        at += 4
        values.append(None if size < 0 else body[at : at + size].decode())
        at += max(size, 0)
    return tuple(values)


def _error(body: bytes, sql: str) -> SqlError:
    fields = {part[:1]: part[1:].decode(errors="replace") for part in body.split(b"\0") if part}
    text = fields.get(b"M", "unknown error")
    if b"D" in fields:
        text += f" ({fields[b'D']})"
    if b"P" in fields:
        text = f"line {sql[: int(fields[b'P'])].count(chr(10)) + 1}: {text}"
    return SqlError(text)


class Server:
    """A PostgreSQL on 127.0.0.1 with trust authentication and the superuser postgres; fast, not durable."""

    def __init__(self, binaries: Path, folder: Path, port: int | None = None, connections: int = 400):
        self.binaries, self.folder, self.connections = Path(binaries), Path(folder), connections
        self.port = port or processes.free_port()
        self.user = processes.unprivileged_user()
        self.data, self.log = self.folder / "data", self.folder / "postgres.log"
        self.process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        """The superuser's address, as sqlx wants it."""
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def prepare(self) -> None:
        """initdb unless that was done before. A half-made data folder is made again."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.user:
            account = pwd.getpwnam(self.user)
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        if (self.data / "PG_VERSION").exists() and (self.folder / "ready").exists():
            return
        shutil.rmtree(self.data, ignore_errors=True)
        command = [self.binaries / "initdb", "--pgdata", self.data, "--auth=trust", "--username=postgres"]
        command += ["--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        made = processes.spawn(command, self.log, self.user, cwd=self.folder)
        if made.wait() != 0:
            raise RuntimeError(f"initdb failed:\n{processes.tail(self.log)}")
        (self.folder / "ready").touch()

    def start(self, tied: bool = True) -> Server:
        """Start the server and wait until it answers. Not `tied`: it goes on when this script ends."""
        self.prepare()
        # The socket's path has a limit of about 100 bytes, so it is given relative to the data folder.
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": ".",
            "max_connections": self.connections,
            "shared_buffers": "128MB",
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            # Each test has a database of its own that lives for a moment: nothing is worth logging or tidying.
            "wal_level": "minimal",
            "max_wal_senders": 0,
            "autovacuum": "off",
            "log_min_messages": "warning",
            "log_min_error_statement": "panic",
        }
        command = [self.binaries / "postgres", "-D", self.data]
        command += [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        self.process = processes.spawn(command, self.log, self.user, tied=tied, cwd=self.folder)
        processes.wait_until(self.answers, self.process, self.log, 120, "PostgreSQL")
        return self

    def answers(self) -> bool:
        """Whether a query works now."""
        try:
            with Client(self.port) as client:
                client.run("select 1")
            return True
        except (OSError, SqlError):
            return False

    def stop(self) -> None:
        """Stop at once; open connections are cut (SIGINT is PostgreSQL's "fast")."""
        if self.process:
            processes.stop(self.process, first=signal.SIGINT)
