#!/usr/bin/env python3
"""The Dex identity provider for the tests of signing in by OpenID Connect.

    dex.py build     build it from tests/dex, if it is not there (about two minutes on 2 cores when cold), and print its path
    dex.py path      print its path, if it is built

It is pinned by go.mod and go.sum and cached outside the tree; their hash names the folder.
Exit code 77: it can't be done on this machine, and the sentence on stderr says why.
"""

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

SOURCE = places.ROOT / "tests/dex"
CANNOT = 77


def program() -> Path:
    """Where the program of the present pins belongs."""
    state = hashlib.sha256()
    for file in sorted(SOURCE.iterdir()):
        state.update(f"\0{file.name}\0".encode() + file.read_bytes())
    return places.cache() / "dex" / state.hexdigest()[:16] / "dex"


def build() -> Path:
    """Build it if it is missing. It appears under its name only when it is whole."""
    target = program()
    if target.exists():
        return target
    found, oldest = output("go", "env", "GOVERSION"), kube_build.GO_OLDEST
    if version(found) < oldest:
        wanted = ".".join(map(str, oldest))
        raise kube_build.Cannot(f"Go {wanted} or newer is needed to build Dex, and {found.replace('go', 'Go ') or 'no Go'} is here")
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if target.exists():
            return target
        began = time.monotonic()
        print("dex: building it", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
            made = Path(scratch) / "dex"
            flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w"]
            kube_build.go(SOURCE, "build", *flags, "-o", str(made), ".")
            os.replace(made, target)
        print(f"dex: building took {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return target


def main() -> int:
    places.find_toolchains()
    try:
        match sys.argv[1:]:
            case ["build"]:
                print(build())
            case ["path"]:
                if not program().exists():
                    raise kube_build.Cannot("Dex is not built; `scripts/dex.py build` does it")
                print(program())
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except kube_build.Cannot as reason:
        print(reason, file=sys.stderr)
        return CANNOT
    return 0


if __name__ == "__main__":
    sys.exit(main())
