"""The part of `make bench` that takes hours: what grows while nobody asks for anything, and under light use.

Light use is one person: a page every three seconds, a restart every minute, a browser that listens.
"""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import tools
from bench_clusters import created
from bench_system import Canopy, frame, scratch

SITES = 10
LOOK = 600  # seconds between two lines
PAGES = (
    "/deployments?limit=20", "/deployments/{site}", "/deployments/{site}/usage?range=24h", "/events?limit=20", "/tasks?limit=20",
    "/clusters", "/teams", "/dashboard",
)  # fmt: skip


def run(program: Path, kind: str, minutes: int) -> int:
    for used in {"idle": [False], "use": [True], "both": [False, True]}[kind]:
        with scratch() as folder, Canopy(program, folder, tools.postgres(), tools.nats()) as canopy:
            canopy.start()
            canopy.set_up()
            sites = made(canopy)
            print(f"\n{SITES} sites, {minutes} min {'of light use' if used else 'idle'}", flush=True)
            watched(canopy, minutes, sites if used else [])
    return 0


def made(canopy: Canopy) -> list[str]:
    """Sites that run."""
    cluster = canopy.until("/clusters", lambda found: found and found[0]["status"] == "operational")[0]["id"]
    team = canopy.call("GET", "/teams")[0]["id"]
    ids = [created(canopy, number, cluster, team)["id"] for number in range(SITES)]
    for site in ids:
        canopy.until(f"/deployments/{site}", lambda found: found["status"] == "running")
    return ids


def watched(canopy: Canopy, minutes: int, sites: list[str]) -> None:
    """A line every ten minutes, and in the end what has grown since the second one."""
    began, looks, stop = time.monotonic(), [], threading.Event()
    with ThreadPoolExecutor() as pool:
        people = [pool.submit(work, canopy, sites, stop) for work in (visit, listen) if sites]
        try:
            while True:
                looks.append(look(canopy))
                processes, files, disk = looks[-1]
                sizes = "  ".join(f"{name} {size:.1f}" for name, size in sorted(processes.items(), key=lambda part: -part[1]))
                passed = round((time.monotonic() - began) / 60)
                print(f"{passed:4} min: {sum(processes.values()):.1f} MiB (PSS)  {sizes}; {files} files open, {disk:.0f} MiB on disk", flush=True)
                if passed >= minutes:
                    break
                time.sleep(min(LOOK, minutes * 60 - (time.monotonic() - began)))
        finally:
            stop.set()
        for person in people:
            person.result()
    # the first line is of the start, the second of what it settled to
    (first, files, disk), (last, more, fuller) = looks[min(1, len(looks) - 1)], looks[-1]
    grown = {name: last[name] - size for name, size in first.items()}
    parts = ", ".join(f"{name} {size:+.1f}" for name, size in sorted(grown.items(), key=lambda part: -part[1]) if abs(size) >= 0.5)
    print(f"since the second line: {sum(grown.values()):+.1f} MiB ({parts or 'none by half a MiB'}), {more - files:+} files, {fuller - disk:+.1f} MiB on disk", flush=True)


def look(canopy: Canopy) -> tuple[dict[str, float], int, float]:
    """Memory by process, open files of all, MiB of the data folder."""
    pids = [*canopy.pids.values(), canopy.process.pid]
    files = sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in pids)
    disk = 0
    for path in canopy.folder.rglob("*"):
        try:
            disk += path.lstat().st_blocks * 512
        except FileNotFoundError:  # it has gone meanwhile
            continue
    return canopy.memory(), files, disk / 2**20


def visit(canopy: Canopy, sites: list[str], stop: threading.Event) -> None:
    """One page after the other, and a restart every minute."""
    number = 0
    while not stop.wait(3):
        site = sites[number // len(PAGES) % len(sites)]
        canopy.call("GET", PAGES[number % len(PAGES)].format(site=site))
        if number % 20 == 0:
            canopy.call("POST", f"/deployments/{site}/restart", {})
        number += 1


def listen(canopy: Canopy, _sites: list[str], stop: threading.Event) -> None:
    """A browser that shows what it is told; it comes back when its stream has ended."""
    while not stop.is_set():
        try:
            with canopy.watch() as frames:
                while not stop.is_set() and frame(frames):
                    pass
        except OSError:
            continue
