#!/usr/bin/env python3
"""`make fuzz`: what reads texts of strangers (kubeconfigs, Helm's records, tokens, bodies of REST calls, values of charts) is given
the inputs of fuzz/corpus, changed at random towards code that none has reached yet (cargo-fuzz, libFuzzer).

    fuzz.py [--seconds N] [TARGET ...]

Each target runs for so many seconds (600). An input that breaks one is kept in fuzz/artifacts; run the target's program with that
file to see it again.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import places
import tools

FUZZ = places.ROOT / "fuzz"
LONGEST = 30  # seconds for one input, on a busy machine
MEMORY = 2048  # MiB


def targets() -> list[str]:
    return sorted(target.stem for target in (FUZZ / "targets").glob("*.rs"))


def build() -> Path:
    """The folder with the programs of all targets. What has no sanitizer needs no nightly compiler."""
    host = re.search(r"^host: (.+)$", tools.output("rustc", "-vV"), re.MULTILINE)[1]
    folder = places.cargo_target()
    command = [tools.cargo("fuzz"), "build", "--fuzz-dir", FUZZ, "--sanitizer=none", "--target-dir", folder]
    if subprocess.run(command, cwd=places.ROOT).returncode != 0:
        sys.exit("fuzz: the targets do not build")
    return folder / host / "release"


def run(program: Path, target: str, seconds: int) -> bool:
    """Whether the target withstands all inputs."""
    kept = FUZZ / "artifacts" / target
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as found:
        limits = [f"-max_total_time={seconds}", f"-timeout={LONGEST}", f"-rss_limit_mb={MEMORY}", f"-artifact_prefix={kept}/"]
        command = [program, *limits, found, FUZZ / "corpus" / target]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    lines = done.stdout.splitlines()
    if done.returncode != 0:
        print(f"--- {target}", *lines[-60:], sep="\n", flush=True)
    last = next((line for line in reversed(lines) if re.match(r"#\d+\s+DONE", line)), "")
    print(f"{target}: {last or f'ended with {done.returncode}'}", flush=True)
    return done.returncode == 0 and bool(last)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(targets()))
    options = parser.parse_args()
    if unknown := set(options.targets) - set(targets()):
        parser.error(f"there is no target {', '.join(sorted(unknown))}")
    places.find_toolchains()
    try:
        folder = build()
    except tools.Missing as reason:
        sys.exit(f"fuzz: {reason}")
    withstood = [run(folder / f"fuzz_{target}", target, options.seconds) for target in options.targets or targets()]
    return 0 if all(withstood) else 1


if __name__ == "__main__":
    sys.exit(main())
