"""Test suites: what is run, and how its output is counted."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Counts(NamedTuple):
    """How many tests there were."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Counts(*(mine + theirs for mine, theirs in zip(self, other)))

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


class Cargo:
    """Reads what Rust's test programs print."""

    RESULT = re.compile(r"test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored")
    FAILED = re.compile(r"^test (.+) \.\.\. FAILED")

    def __init__(self):
        self.counts, self.failures = Counts(), []

    def read(self, line: str) -> None:
        if result := self.RESULT.search(line):
            self.counts += Counts(*map(int, result.groups()))
        if failed := self.FAILED.match(line):
            self.failures.append(failed.group(1))


class Node:
    """Reads what Vitest and node's own test runner (as TAP) print."""

    VITEST = re.compile(r"\s*Tests  .*\(\d+\)")
    TOTAL = re.compile(r"(?:#|ℹ) (pass|fail|skipped) (\d+)")
    NOT_OK = re.compile(r"\s*not ok \d+ - (.*)")
    KIND = re.compile(r"\s*failureType: '(\w+)'")

    def __init__(self):
        self.found, self.failures, self.name = {"pass": 0, "fail": 0, "skip": 0}, [], ""

    @property
    def counts(self) -> Counts:
        return Counts(self.found["pass"], self.found["fail"], self.found["skip"])

    def read(self, line: str) -> None:
        if self.VITEST.match(line):
            self.found.update({word[:4]: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped)", line)})
        elif total := self.TOTAL.match(line):
            self.found[total.group(1)[:4]] = int(total.group(2))
        elif failed := self.NOT_OK.match(line):
            self.name = failed.group(1)
        elif (kind := self.KIND.match(line)) and kind.group(1) != "subtestsFailed":
            self.failures.append(self.name)


@dataclass
class Suite:
    """A command that runs tests."""

    name: str
    command: list
    reader: type
    cwd: Path
    env: dict[str, str] = field(default_factory=dict)
    may_be_empty: bool = False


def plain(line: str) -> str:
    """The line without colours."""
    return COLOUR.sub("", line)


def programs(messages: list[str]) -> list[Suite]:
    """The test programs that cargo names in its JSON messages, each to be run where `cargo test` would."""
    found = []
    for line in messages:
        message = json.loads(line)
        if message.get("executable") and message["profile"]["test"]:
            home = Path(message["manifest_path"]).parent
            # Unit tests are called after the package alone, and a package may have none.
            unit = "test" not in message["target"]["kind"]
            name = home.name if unit else f"{home.name} {message['target']['name']}"
            found.append(Suite(name, [message["executable"]], Cargo, home, {"CARGO_MANIFEST_DIR": str(home)}, may_be_empty=unit))
    return found
