#!/usr/bin/env python3
"""`make run`: build Canopy and start it with a private PostgreSQL and NATS. Arguments go to `canopy up`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import places
import tools
import web


def main() -> int:
    places.find_toolchains()
    for program, sentence in (
        ("cargo", "Rust is missing: install it with rustup (https://rustup.rs), then run this again."),
        (
            "cc",
            "A C compiler is missing, which links Rust programs (Debian, Ubuntu: apt-get install gcc libc6-dev; macOS: xcode-select --install).",
        ),
    ):
        if not shutil.which(program):
            print(sentence, file=sys.stderr)
            return 1
    try:
        postgres_bin, nats_server = tools.postgres(), tools.nats()
    except tools.Missing as reason:
        print(reason, file=sys.stderr)
        return 1
    try:
        web.build()
    except (web.Missing, RuntimeError) as reason:
        print(reason, file=sys.stderr)
        return 1
    built = subprocess.run(["cargo", "build", "--release", "--locked", "-p", "canopy"], cwd=places.ROOT)
    if built.returncode != 0:
        return built.returncode
    program = places.cargo_target() / "release/canopy"
    # Canopy takes the place of this process, so that Ctrl-C and signals reach it directly.
    os.execv(
        program,
        [str(program), "up", "--postgres-bin", str(postgres_bin), "--nats-server", str(nats_server), *sys.argv[1:]],
    )


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
