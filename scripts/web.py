#!/usr/bin/env python3
"""The web console: built into web/dist, from where the bff takes it into the binary. Nothing is done twice.

    web.py            install what package-lock.json names and build, where either has changed
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import places

WEB = places.ROOT / "web"
DIST = WEB / "dist"
BUILT_FROM = DIST / ".built-from"
OLDEST = (20, 19)
# What the bundle is made of; the tests and tools beside it do not change it.
SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")


class Missing(Exception):
    """Something is missing on this machine; the text is one sentence."""


def build() -> None:
    """Bring web/dist up to date."""
    install()
    if not is_built():
        npm("run", "build")
        BUILT_FROM.write_text(fingerprint(*SOURCES))


def is_built() -> bool:
    """Whether web/dist is made of what is there now."""
    return (DIST / "index.html").exists() and read(BUILT_FROM) == fingerprint(*SOURCES)


@contextlib.contextmanager
def building() -> Iterator[None]:
    """
    While this is held, whoever packs the console into the binary (bff/build.rs) waits for it. Cargo decides when it begins whether
    that is to be done, by the time at which web/dist was changed: a console that is to be built anew must look changed by then.
    """
    with (WEB / ".dist.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_built():
            DIST.mkdir(exist_ok=True)
            os.utime(DIST)
        yield


def install() -> None:
    """Bring web/node_modules up to date."""
    need_node()
    mark, state = WEB / "node_modules/.installed-from", fingerprint("package-lock.json")
    if read(mark) != state:
        npm("ci", "--no-audit", "--no-fund")
        mark.write_text(state)


def npm(*arguments: str) -> None:
    """Run npm in web/ with its output shown."""
    ended = subprocess.run(["npm", *arguments], cwd=WEB, stdin=subprocess.DEVNULL)
    if ended.returncode != 0:
        raise RuntimeError(f"`npm {' '.join(arguments)}` failed in web/")


def need_node() -> None:
    sentence = "Node.js 20.19 or newer with npm is needed to build the console (https://nodejs.org)"
    if not (shutil.which("node") and shutil.which("npm")):
        raise Missing(f"{sentence}.")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    if tuple(int(part) for part in version.lstrip("v").split(".")[:2]) < OLDEST:
        raise Missing(f"{sentence}; this one is {version}.")


def fingerprint(*names: str) -> str:
    """A hash of files and of all files in folders, names included."""
    total = hashlib.sha256()
    for name in names:
        path = WEB / name
        files = sorted(entry for entry in path.rglob("*") if entry.is_file()) if path.is_dir() else [path]
        for file in files:
            total.update(str(file.relative_to(WEB)).encode() + b"\0")
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    try:
        build()
    except (Missing, RuntimeError) as reason:
        sys.exit(str(reason))
