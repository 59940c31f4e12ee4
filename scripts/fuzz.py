#!/usr/bin/env python3
"""`make fuzz`: what reads texts of strangers (kubeconfigs, Helm's records, tokens, bodies of REST calls, values of charts) is given
the inputs of fuzz/corpus, changed at random towards code that none has reached yet (cargo-fuzz, libFuzzer).

    fuzz.py [--seconds N] [--runs N] [--seed N] [--dev] [TARGET ...]

Each target runs for so many seconds (600), or inputs, whichever comes first. An input that breaks one is kept in fuzz/artifacts; run
the target's program with that file to see it again. `--dev` builds like the tests do. `--report FILE`: what came out, as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import places
import tools

FUZZ = places.ROOT / "fuzz"
LONGEST = 30  # seconds for one input, on a busy machine
MEMORY = 2048  # MiB


def targets() -> list[str]:
    return sorted(target.stem for target in (FUZZ / "targets").glob("*.rs"))


def build(dev: bool) -> Path:
    """The folder with the programs of all targets. What has no sanitizer needs no nightly compiler."""
    host = re.search(r"^host: (.+)$", tools.output("rustc", "-vV"), re.MULTILINE)[1]
    folder = places.cargo_target()
    command = [tools.cargo("fuzz"), "build", "--fuzz-dir", FUZZ, "--sanitizer=none", "--target-dir", folder]
    # Building is most of what a short run takes, and backtraces without lines will do: the input is what is looked for.
    env = {**os.environ, "CARGO_PROFILE_DEV_DEBUG": "false"}
    if subprocess.run([*command, *(["--dev"] if dev else [])], cwd=places.ROOT, env=env).returncode != 0:
        sys.exit("fuzz: the targets do not build")
    return folder / host / ("debug" if dev else "release")


def run(program: Path, target: str, options: argparse.Namespace) -> dict:
    """One target, as a case of a report."""
    began = time.monotonic()
    kept = FUZZ / "artifacts" / target
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as found:
        limits = [f"-max_total_time={options.seconds}", f"-timeout={LONGEST}", f"-rss_limit_mb={MEMORY}", f"-artifact_prefix={kept}/"]
        chosen = [f"-{name}={value}" for name, value in (("runs", options.runs), ("seed", options.seed)) if value]
        command = [program, *limits, *chosen, found, FUZZ / "corpus" / target]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    lines = done.stdout.splitlines()
    if done.returncode != 0:
        print(f"--- {target}", *lines[-60:], sep="\n", flush=True)
    last = next((line for line in reversed(lines) if re.match(r"#\d+\s+DONE", line)), "")
    print(f"{target}: {last or f'ended with {done.returncode}'}", flush=True)
    problems = [] if done.returncode == 0 and last else [next((line for line in lines if "ERROR" in line or "panicked" in line), "it broke off")]
    return {"name": target, "problems": problems, "seconds": time.monotonic() - began}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--dev", action="store_true")
    parser.add_argument("--report", type=Path)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(targets()))
    options = parser.parse_args()
    if unknown := set(options.targets) - set(targets()):
        parser.error(f"there is no target {', '.join(sorted(unknown))}")
    places.find_toolchains()
    try:
        folder = build(options.dev)
    except tools.Missing as reason:
        sys.exit(f"fuzz: {reason}")
    cases = [run(folder / f"fuzz_{target}", target, options) for target in options.targets or targets()]
    if options.report:
        options.report.write_text(json.dumps(cases))
    return 1 if any(case["problems"] for case in cases) else 0


if __name__ == "__main__":
    sys.exit(main())
