"""Coverage of the Rust tests, by cargo-llvm-cov, with the LLVM tools of the toolchain."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import places
import tools


def instrument() -> None:
    """Set the environment so that what cargo builds from now on counts its lines, in a folder of its own."""
    if shutil.which("rustup"):
        tools.call(["rustup", "component", "add", "llvm-tools"], cwd=places.ROOT)
    os.environ["CARGO_TARGET_DIR"] = str(places.cargo_target() / "coverage")
    for line in output("show-env", "--no-cfg-coverage").splitlines():
        name, _, value = line.partition("=")
        os.environ[name] = shlex.split(value)[0] if value else ""
    output("clean", "--profraw-only")


def per_crate() -> list[str]:
    """A line for each crate: its name, and how much of it was run through."""
    lines: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for file in json.loads(output("report", "--json", "--summary-only"))["data"][0]["files"]:
        path = Path(file["filename"]).relative_to(places.ROOT)
        crate = path.parts[1] if path.parts[0] == "services" else path.parts[0]
        if "tests" not in path.parts:
            for name in (crate, "all"):
                lines[name][0] += file["summary"]["lines"]["covered"]
                lines[name][1] += file["summary"]["lines"]["count"]
    return [f"{name:<16} {100 * run / of:5.1f} % of {of} lines" for name, (run, of) in sorted(lines.items()) if of]


def output(*arguments: str) -> str:
    done = subprocess.run(
        [tools.cargo("llvm-cov"), "llvm-cov", *arguments],
        cwd=places.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(f"cargo-llvm-cov {arguments[0]} failed: {done.stderr.strip()[-800:]}")
    return done.stdout
