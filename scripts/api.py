#!/usr/bin/env python3
"""The Python that the tests of the REST API run in: with schemathesis, which makes up calls from the API's document.

    api.py build     install it, if it is not there, and print its interpreter
    api.py path      print its interpreter, if it is installed

Everything is pinned with checksums by tests/api/requirements.txt and kept outside the tree; the hash of that file names the folder.
Exit code 77: it can't be done on this machine, and the sentence on stderr says why.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import places
import tools

CANNOT = 77
PINS = places.ROOT / "tests/api/requirements.txt"
OLDEST = (3, 11)  # schemathesis asks for it
READY = "ready"  # stands in the folder when all is installed


class Cannot(Exception):
    """It can't be done here; the text is the reason in one sentence."""


def folder(python: str) -> Path:
    """Where it belongs: an environment fits the interpreter that it was made with."""
    state = hashlib.sha256(PINS.read_bytes() + tools.output(python, "-VV").encode()).hexdigest()
    return places.cache() / "api" / state[:16]


def python() -> str:
    """An interpreter that is young enough."""
    for name in (sys.executable, "python3", "python3.14", "python3.13", "python3.12", "python3.11"):
        found = shutil.which(name)
        if found and tools.version(tools.output(found, "--version")) >= OLDEST:
            return found
    raise Cannot(f"Python {'.'.join(map(str, OLDEST))} or newer is needed for schemathesis, and only an older one is here")


def build() -> Path:
    """Install it if it is missing; it counts only when it is whole."""
    base = python()
    target = folder(base)
    interpreter = target / "bin/python"
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (target / READY).exists():
            return interpreter
        shutil.rmtree(target, ignore_errors=True)
        print(f"api: installing {PINS.name} into {target}", file=sys.stderr, flush=True)
        try:
            tools.call([base, "-m", "venv", target])
            pip = [interpreter, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
            tools.call([*pip, "--require-hashes", "--only-binary=:all:", f"--requirement={PINS}"])
        except subprocess.CalledProcessError as reason:
            said = (reason.stdout or "").strip().splitlines()
            raise Cannot(f"schemathesis cannot be installed: {said[-1] if said else reason}") from None
        (target / READY).touch()
    return interpreter


def main() -> int:
    try:
        match sys.argv[1:]:
            case ["build"]:
                print(build())
            case ["path"]:
                target = folder(python())
                if not (target / READY).exists():
                    raise Cannot("schemathesis is not installed; `scripts/api.py build` does it")
                print(target / "bin/python")
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except Cannot as reason:
        print(reason, file=sys.stderr)
        return CANNOT
    return 0


if __name__ == "__main__":
    sys.exit(main())
