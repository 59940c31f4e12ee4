"""Programs of the tests that are built from Go modules of their own: pinned by go.mod and go.sum, cached outside the tree. The hash of
what they are built from names the folder."""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
import tempfile
import time
from pathlib import Path

import kube_build
import places
from tools import output, version

CANNOT = 77


def program(name: str) -> Path:
    """Where the program of tests/NAME belongs, as it is pinned at present."""
    state = hashlib.sha256()
    for file in sorted((places.ROOT / "tests" / name).iterdir()):
        state.update(f"\0{file.name}\0".encode() + file.read_bytes())
    return places.cache() / name / state.hexdigest()[:16] / name


def build(name: str, title: str) -> Path:
    """Build it if it is missing. It appears under its name only when it is whole."""
    target = program(name)
    if target.exists():
        return target
    found, oldest = output("go", "env", "GOVERSION"), kube_build.GO_OLDEST
    if version(found) < oldest:
        wanted = ".".join(map(str, oldest))
        raise kube_build.Cannot(f"Go {wanted} or newer is needed to build {title}, and {found.replace('go', 'Go ') or 'no Go'} is here")
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if target.exists():
            return target
        began = time.monotonic()
        print(f"{name}: building it", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
            made = Path(scratch) / name
            flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w"]
            kube_build.go(places.ROOT / "tests" / name, "build", *flags, "-o", str(made), ".")
            os.replace(made, target)
        print(f"{name}: building took {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return target


def main(name: str, title: str, usage: str | None) -> int:
    """The command line of scripts/NAME.py."""
    places.find_toolchains()
    try:
        match sys.argv[1:]:
            case ["build"]:
                print(build(name, title))
            case ["path"]:
                if not program(name).exists():
                    raise kube_build.Cannot(f"{title} is not built; `scripts/{name}.py build` does it")
                print(program(name))
            case _:
                print(usage, file=sys.stderr)
                return 2
    except kube_build.Cannot as reason:
        print(reason, file=sys.stderr)
        return CANNOT
    return 0
