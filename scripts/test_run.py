"""A run of `make test`: its folder, what it has started, and the summary at its end. The stages are those of test.py."""

from __future__ import annotations

import os
import resource
import shutil
import tempfile
import time
import uuid
from pathlib import Path
from typing import NamedTuple

import canopy_up
import places
import processes
import tools
from commands import Commands
from suites import Counts, Failed, Tally

CI = os.environ.get("CI") == "true" or os.environ.get("CANOPY_CI") == "1"


class Built(NamedTuple):
    """What scripts/NAME.py builds from Go modules of its own, in the background."""

    variable: str  # how tests find it
    without: str  # what is left out without it


BUILT = {
    "dex": Built("CANOPY_TEST_DEX", "whatever signs in with an identity provider"),
    "otel": Built("CANOPY_TEST_OTEL", "whatever looks at traces"),
    "s3": Built("CANOPY_TEST_S3", "backups in a store that speaks S3"),
    "deploy": Built("CANOPY_TEST_DEPLOY", "the checks of k8s/ and of the Tiltfile"),
}


class Run:
    """The frame of a run: a subclass has the stages as methods called `stage_NAME`, whose answer is a word for the summary."""

    def __init__(self):
        self.id = uuid.uuid4().hex
        self.began = time.monotonic()
        os.environ[processes.RUN_ID] = self.id
        os.environ.setdefault("SQLX_OFFLINE", "true")
        self.folder = Path(tempfile.mkdtemp(prefix="canopy-test-", dir=places.for_a_run()))
        self.folder.chmod(0o755)  # PostgreSQL's user must get in
        self.guard = processes.guard(self.id, self.folder)
        self.commands = Commands(self.folder)
        self.tally = Tally(self.commands)
        self.wanted: list[str] = []
        self.left_out: list[str] = []  # what cannot be run here, with the reason
        self.summary: list[str] = []
        self.suite_summary: list[str] = []

    def wants(self, stage: str) -> bool:
        return stage in self.wanted

    def run(self, wanted: list[str], needs: dict[str, list[str]]) -> bool:
        """Run the stages, of which each `needs` some others; True when all is well. Cleans up and prints the summary in every case."""
        self.wanted, bad, patience = wanted, set(), 5
        try:
            for name in wanted:
                missing = bad & set(needs.get(name, []))
                if missing:
                    self.summary.append(f"{name:<8}        -    not run, as it needs {' and '.join(sorted(missing))}")
                if missing or not self.stage(name):
                    bad.add(name)
        except KeyboardInterrupt:
            print("\ninterrupted", flush=True)
            bad.add("interrupted")
            patience = 30  # whole systems are in the middle of something, and stop in order
        finally:
            well = self.tally.close(self.clean_up(patience)) and not bad
            self.print_summary(well)
        return well

    def stage(self, name: str) -> bool:
        """Run one; whether all is well."""
        print(f"\n=== {name}", flush=True)
        began, well, outcome = time.monotonic(), False, "interrupted"
        try:
            outcome, well = getattr(self, f"stage_{name}")(), True
        except (Failed, tools.Missing, RuntimeError, OSError) as reason:
            outcome = f"FAILED: {reason}"
            print(f"\n{outcome}", flush=True)
        finally:
            self.summary.append(f"{name:<8} {time.monotonic() - began:6.1f} s  {outcome}")
        return well

    def clean_up(self, patience: float) -> list[str]:
        """Stop what the run started; what is still there `patience` seconds afterwards was left behind by a test."""
        self.commands.end(patience)
        deadline = time.monotonic() + patience
        while processes.left_over(self.id) and time.monotonic() < deadline:
            time.sleep(0.1)
        left = processes.end_left_over(self.id)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.guard.stdin.close()
        self.guard.wait()
        return [f"process {pid} was left behind: {line}" for pid, line in left]

    def print_summary(self, well: bool) -> None:
        print("\n=== summary")
        print("\n".join(self.summary + self.suite_summary))
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"processor time: {used.ru_utime + used.ru_stime:.0f} s")
        self.tally.show()
        for sentence in self.left_out:
            print(f"skipped: {sentence}")
        print("everything passed" if well else "FAILED")
        if sum(self.tally.counts):
            print(f"tests: {self.tally.counts}", flush=True)

    def command(self, *command, output: Path | None = None) -> None:
        """Run a command with its output shown, or in a file; it failing is the stage failing."""
        if self.commands.watched(command, output=output) != 0:
            raise Failed(f"`{' '.join(map(str, command))}` failed")

    def canopy(self) -> Path:
        return places.cargo_target() / "debug/canopy"

    def started_once(self) -> Path:
        """A data folder in which `canopy up` has run once, without the simulated cluster."""
        folder = self.folder / "started"
        canopy, _ = canopy_up.start(self.canopy(), folder, self.folder / "started.log", {**os.environ, "CANOPY_NO_SANDBOX": "true"})
        processes.stop(canopy, patience=120)
        if canopy.returncode != 0:
            raise Failed(f"`canopy up` ended with code {canopy.returncode}")
        (folder / "ports.json").unlink()  # each copy chooses its own
        return folder

    def leave_out(self, what: str, reason: str) -> str:
        """Say that something cannot be run here and count it as skipped; in CI it fails."""
        if CI:
            raise Failed(f"{what}: {reason}")
        print(f"\n!!! SKIPPED: {what}: {reason}\n")
        self.left_out.append(f"{what}: {reason}")
        self.tally.counts += Counts(skipped=1)
        return "skipped"
