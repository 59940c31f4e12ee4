#!/usr/bin/env python3
"""`make run`: build Canopy and start it with a private PostgreSQL and NATS. Arguments go to `canopy up`."""

from __future__ import annotations

import contextlib
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
        failed = build()
    except (web.Missing, RuntimeError) as reason:
        print(reason, file=sys.stderr)
        return 1
    if failed:
        return failed
    program = places.cargo_target() / "quick/canopy"
    # Canopy takes the place of this process, so that Ctrl-C and signals reach it directly.
    os.execv(
        program,
        [str(program), "up", "--postgres-bin", str(postgres_bin), "--nats-server", str(nats_server), *sys.argv[1:]],
    )


def build() -> int:
    """
    The console and the services, beside each other: cargo waits for the console where it packs it into the binary. What cargo
    ends with; the reason why the console cannot be built is raised, and cargo is ended then.
    """
    web.need_node()
    with contextlib.ExitStack() as held:
        held.enter_context(web.building())
        cargo = subprocess.Popen(["cargo", "build", "--profile", "quick", "--locked", "-p", "canopy"], cwd=places.ROOT)
        try:
            web.build()
            held.close()
            return cargo.wait()
        except BaseException:
            cargo.terminate()
            cargo.wait()
            raise


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
