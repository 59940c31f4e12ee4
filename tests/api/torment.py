"""Calls that schemathesis makes up from the document: as it says, at its bounds, and beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

from client import Case

HERE = Path(__file__).resolve().parent
SEED = 20261124
EXAMPLES = 12  # made-up calls of each kind for an operation, beside those at the bounds
PATIENCE = 60  # seconds for one answer
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "ignored_auth",
)

# What takes something away, or changes how everything else answers, comes when all other calls have been made; but for the end of
# one session, which would be gone after the end of all others.
LAST = ("PUT /system/settings", "PUT /users/profile/password")
SOONER = ("DELETE /auth/sessions/{id}",)

# Who calls; and what has the very body of another call, with hundreds of bounds, is tried at them there: by POST and PUT of deployments.
SETTINGS = """
[auth.openapi]
bearer = { bearer = "${CANOPY_API_CALLER}" }

[[operations]]
include-name = ["POST /deployments/plan", "POST /deployments/{id}/plan"]
phases.coverage.enabled = false
"""


def is_last(call: str) -> bool:
    return (call.startswith("DELETE ") and call not in SOONER) or call in LAST


class Torment:
    """The two runs of schemathesis against one system."""

    def __init__(self, document: Path, address: str, left: dict, folder: Path, examples: int = EXAMPLES):
        self.document, self.address, self.folder, self.examples = document, address, folder, examples
        self.walk = folder / "walk.json"
        self.walk.write_text(json.dumps(left))
        self.caller = left["tokens"]["caller"][0]
        self.cases: list[Case] = []
        self.seen: dict[str, Counter[str]] = {}

    def run(self, calls: list[str]) -> None:
        """What can be repeated first, then what takes away."""
        for name, last in (("first", False), ("last", True)):
            chosen = [call for call in calls if is_last(call) == last]
            if chosen:
                self.once(name, chosen)

    def once(self, name: str, calls: list[str]) -> None:
        report, seen = self.folder / f"{name}.xml", self.folder / f"{name}.json"
        settings = self.folder / "schemathesis.toml"
        settings.write_text(SETTINGS)
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", settings, "--no-color", "run", self.document, "--url", f"{self.address}/api"]
        command += ["--phases", "examples,coverage,fuzzing", "--checks", ",".join(CHECKS), "--max-examples", self.examples]
        command += ["--seed", SEED, "--generation-deterministic", "--no-shrink"]
        command += ["--request-timeout", PATIENCE, "--continue-on-failure", "--suppress-health-check", "all", "--warnings", "off"]
        command += ["--report", "junit", "--report-junit-path", report, "--report-dir", self.folder]
        for call in calls:
            command += ["--include-name", call]
        env = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "NO_PROXY": "127.0.0.1"}
        env |= {"CANOPY_API_WALK": str(self.walk), "CANOPY_API_SEEN": str(seen), "CANOPY_API_CALLER": self.caller}
        log = self.folder / f"{name}.log"
        with log.open("w") as output:
            code = subprocess.run([str(part) for part in command], cwd=self.folder, env=env, stdout=output, stderr=subprocess.STDOUT).returncode
        found = list(cases(report)) if report.exists() else []
        missed = set(calls) - {case.name for case in found}
        if code not in (0, 1) or missed:
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-40:])
            found.append(Case(f"the {name} run", [f"schemathesis ended with code {code} and left out {', '.join(sorted(missed)) or 'nothing'}:\n{tail}"]))
        self.cases += [Case(f"made up: {case.name}", case.problems, case.seconds) for case in found]
        if seen.exists():
            self.seen |= {call: Counter(statuses) for call, statuses in json.loads(seen.read_text()).items()}

    def summary(self) -> list[str]:
        """How much was asked and answered, in lines."""
        total: Counter[str] = Counter()
        for statuses in self.seen.values():
            total.update(statuses)
        answered = ", ".join(f"{count} × {status}" for status, count in sorted(total.items()))
        dull = sorted(call for call, statuses in self.seen.items() if not any(status.startswith("2") for status in statuses))
        lines = [f"{sum(total.values())} made-up calls of {len(self.seen)} operations: {answered}"]
        return [*lines, f"never answered with success: {', '.join(dull)}"] if dull else lines


def cases(report: Path):
    """An operation is a case in a report of schemathesis."""
    for case in xml.parse(report).iter("testcase"):
        bad = [*case.iter("failure"), *case.iter("error")]
        problems = [(each.text or each.get("message") or "failed").strip()[:3000] for each in bad]
        yield Case(case.get("name"), problems, float(case.get("time", 0)))
