"""The stage `node` of `make test`: sites on a real node (tests/node)."""

from __future__ import annotations

import json
import os
import sys
import time

from suites import Counts, Failed
from test_run import Run

UNTIL = 60 * 60  # seconds into a run: until then a report may begin; CI ends after ninety minutes


def report(run: Run) -> str:
    """After the other stages: what it finds is told, and makes no run red."""
    if time.monotonic() - run.began > UNTIL:
        return f"!!! NOT RUN: no time was left, more than {UNTIL // 60} minutes had passed"
    before = run.tally.counts
    try:
        told = on_a_node(run, ["--limit", "720"])
    except (Failed, OSError) as reason:
        told = f"!!! REPORTED, NOT COUNTED: {reason}"
        print(f"\n{told}\n")
    run.tally.counts = before
    return told


def on_a_node(run: Run, more: list[str]) -> str:
    """What was seen; `more` arguments of tests/node/run.py."""
    # with the program, and with what the stage `build` has built: other features would build every dependency anew
    run.command("cargo", "test", "--no-run", "--workspace", "--locked", "--test", "cluster")
    command = [sys.executable, "tests/node/run.py", "--canopy", run.canopy(), *more]
    if kept := os.environ.get("CANOPY_NODE_KEEP"):
        command += ["--keep", kept]
    if parts := os.environ.get("CANOPY_NODE_PARTS", "").split():
        command += ["--only", *parts]
    lines: list[str] = []

    def read(line: str) -> None:
        print(line, end="", flush=True)
        lines.append(line)

    code = run.commands.watched(command, read=read)
    if code == 77:
        reason = lines[-1].strip().removeprefix("node: ") if lines else "no reason was given"
        return run.leave_out("sites on a real node", reason)
    said = [line for line in lines if line.startswith('{"passed"')]
    if not said:
        raise Failed("the run on the node did not come to its end")
    seen = json.loads(said[-1])
    run.tally.counts += Counts(passed=seen["passed"], failed=len(seen["failed"]))
    if code != 0:
        raise Failed("; ".join(seen["failed"]) or "something was left behind")
    return f"{seen['passed']} things seen"
