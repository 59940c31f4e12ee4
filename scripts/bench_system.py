"""What the benchmarks measure: a running `canopy up` in a folder of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import canopy_up
import measure
import processes

PERSON = {"email": "ada@example.com", "password": "correct horse battery", "firstName": "Ada", "lastName": "Lovelace"}
TROUBLE = re.compile("WARN|ERROR|FATAL")  # a line of a log that says of it
WARNINGS = 10  # of each log, when something went wrong


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for as long as something is measured."""
    with tempfile.TemporaryDirectory(prefix="canopy-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL's user must get in
        yield folder


class Refused(SystemExit):
    """A call that was answered with an error. It ends the benchmark unless it is caught."""

    def __init__(self, call: str, status: int, text: str):
        super().__init__(f"bench: {call}: {status} {text}")
        self.status = status


class Canopy:
    """A running `canopy up`, and an administrator of it. At the end of a `with` it stops; when that is an error, its last warnings are printed."""

    def __init__(self, program: Path, folder: Path, postgres_bin: Path, nats: Path, *more: str):
        self.program, self.folder, self.bin = program, folder / "data", postgres_bin
        self.arguments = ["--postgres-bin", postgres_bin, "--nats-server", nats, *more]
        self.log, self.token, self.process = folder / "canopy.log", None, None

    def __enter__(self) -> Canopy:
        return self

    def __exit__(self, kind, *_reason) -> None:
        if self.process:
            self.stop()
        if kind:
            for log in [self.log, *sorted((self.folder / "logs").glob("*.log"))]:
                warnings = [line for line in log.read_text(errors="replace").splitlines() if TROUBLE.search(line)]
                if warnings:
                    print("\n".join([f"{log.name}:", *warnings[-WARNINGS:]]), file=sys.stderr)

    def start(self) -> None:
        # one person makes all of the load
        limits = ("PER_TEAM", "PER_USER", "TASKS_PER_TEAM", "TASKS_PER_USER")
        env = {**os.environ, "CANOPY_SANDBOX_SPEED": "10", **{f"CANOPY_DEPLOYMENTS_{limit}": "1000000" for limit in limits}}
        try:
            self.process, self.report = canopy_up.start(self.program, self.folder, self.log, env, *self.arguments)
        except RuntimeError as reason:
            sys.exit(f"bench: {reason}")
        self.pids = {name: self.pid(name) for name in [*self.report["roles"], *self.report["servers"]]}

    def pid(self, name: str) -> int:
        return int((self.folder / "run" / f"{name}.pid").read_text())

    def stop(self) -> None:
        processes.stop(self.process, 60)

    def set_up(self) -> None:
        self.token = self.call("POST", "/auth/setup", {"token": self.report["setupToken"], **PERSON})["token"]

    def call(self, method: str, path: str, body: dict | None = None, key: str | None = None):
        """What it answers. `key` is the Idempotency-Key of a call that may be repeated; `Refused` when it is an error."""
        request = urllib.request.Request(f"{self.report['address']}/api{path}", method=method)
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        if key:
            request.add_header("idempotency-key", key)
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, data, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as reason:
            raise Refused(f"{method} {path}", reason.code, reason.read().decode(errors="replace")[:500]) from None

    def until(self, path: str, ready, seconds: float = 300):
        """Ask again until the answer is so."""
        deadline = time.monotonic() + seconds
        while not ready(found := self.call("GET", path)):
            if time.monotonic() > deadline:
                sys.exit(f"bench: {path} is still {found}")
            time.sleep(0.02)
        return found

    def sql(self, statements: str) -> list[list[str]]:
        """As the administrator of its database."""
        env = {**os.environ, "PGPASSWORD": (self.folder / "secrets/postgres").read_text()}
        where = ["-h", "127.0.0.1", "-p", str(self.report["servers"]["postgres"]["port"]), "-U", "canopy", "-d", "canopy"]
        command = [shutil.which("psql") or str(self.bin / "psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", *where]
        done = subprocess.run([*command, "-c", statements], env=env, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bench: {done.stderr}")
        return [line.split("|") for line in done.stdout.splitlines()]

    def memory(self) -> dict[str, float]:
        """MiB by process (PSS)."""
        own = {name: measure.memory(pid) for name, pid in self.pids.items()}
        return {**own, "up": measure.memory(self.process.pid, alone=True)}

    def processor(self) -> dict[str, float]:
        return {name: measure.processor(pid) for name, pid in self.pids.items()}

    def watch(self):
        """The live stream, as another browser has it; Ready has come. See `frame`."""
        stream = urllib.request.Request(f"{self.report['address']}/canopy.live.v1.LiveService/Watch", b"\0\0\0\0\0", method="POST")
        stream.add_header("content-type", "application/grpc-web+proto")
        stream.add_header("authorization", f"Bearer {self.token}")
        frames = urllib.request.urlopen(stream, timeout=120)
        frame(frames)
        return frames


def frame(stream) -> bytes:
    """The next message of a gRPC-web stream."""
    head = stream.read(5)
    return stream.read(int.from_bytes(head[1:], "big"))


def print_memory(when: str, parts: dict[str, float]) -> None:
    listed = "  ".join(f"{name} {size:.0f}" for name, size in sorted(parts.items(), key=lambda part: -part[1]))
    print(f"\nmemory, {when}: {sum(parts.values()):.0f} MiB (PSS)  {listed}", flush=True)


def print_idle(canopy: Canopy) -> None:
    """The memory of two minutes, for a role opens a connection to the database each half minute: its mean, and the parts at its most."""
    moments = []
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        moments.append(canopy.memory())
        time.sleep(1)
    moments.sort(key=lambda parts: sum(parts.values()))
    print_memory("idle, empty, at most", moments[-1])
    sums = [sum(parts.values()) for parts in moments]
    print(f"  mean {sum(sums) / len(sums):.0f}, at least {sums[0]:.0f} MiB, in {len(sums)} moments of two minutes")
