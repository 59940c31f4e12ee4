"""What a running process has used, as Linux tells it: processor time, memory, bytes written; and load from a second process."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has ended meanwhile
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found = [pid]
    for one in found:
        found.extend(children.get(one, []))
    return found


def processor(pid: int, alone: bool = False) -> float:
    """Seconds of processor that a process and its descendants, living and reaped, have taken."""
    total = 0
    for one in [pid] if alone else family(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:13] if alone else fields[11:15]))
    return total / TICK


def memory(pid: int, alone: bool = False) -> float:
    """MiB of memory of a process and its descendants; what is shared counts by its share (PSS)."""
    total = 0
    for one in [pid] if alone else family(pid):
        try:
            rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[1])
    return total / 1024


class Load(NamedTuple):
    """What a load came to."""

    requests: int
    failed: int
    p50: float  # milliseconds
    p99: float
    connections: int


def load(url: str, token: str | None, connections: int, seconds: float) -> Load:
    """So many connections ask for one address again and again, by wrk."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "--latency"]
    if token:
        command += ["-H", f"authorization: Bearer {token}"]
    said = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
    requests = int(re.search(r"(\d+) requests in", said)[1])
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    broken = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", said)
    failed = (int(refused[1]) if refused else 0) + (sum(map(int, broken.groups())) if broken else 0)
    return Load(requests, failed, milliseconds(said, 50), milliseconds(said, 99), connections)


def milliseconds(said: str, percent: int) -> float:
    """A line of wrk's table of latencies."""
    number, unit = re.search(rf"^\s+{percent}%\s+([\d.]+)(us|ms|s)$", said, re.MULTILINE).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
