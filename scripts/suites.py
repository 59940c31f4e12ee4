"""Test suites: what is run, how its results are read, and how what has failed is run again alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import places
from commands import Commands

FLAKY_AT_MOST = 3
AGAIN_AT_MOST = 20  # of a suite: that many do not fail by chance
SLOWEST = 10  # tests that the summary names
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


@dataclass
class Results:
    """What a suite has shown."""

    counts: Counts = Counts()
    failed: list[str] = field(default_factory=list)
    flaky: list[str] = field(default_factory=list)
    durations: list[tuple[float, str]] = field(default_factory=list)  # seconds, name
    processor: float = 0  # seconds
    broken: bool = False  # it has failed as a whole


@dataclass
class Suite:
    """A command that runs tests."""

    name: str
    command: list
    read: Callable[[list[str], Path | None], Results]  # from its output, or from the report that it writes
    cwd: Path = places.ROOT
    env: dict[str, str] = field(default_factory=dict)
    report: Path | None = None
    alone: Callable[[list[str]], Suite] | None = None  # the suite of these failed tests, one after the other
    may_be_empty: bool = False
    live: bool = False  # its lines are shown as they come, as they tell of troubles only
    server: subprocess.Popen | None = None  # what it alone uses: it ends with it, unless something is to be run again

    def again(self, failed: list[str]) -> Suite | None:
        return self.alone(failed) if self.alone and failed else None


class Failed(Exception):
    """Something has failed; the text is the reason in one sentence."""


class Tally:
    """What came out so far."""

    def __init__(self, commands: Commands):
        self.commands = commands
        self.counts = Counts()
        self.problems: list[str] = []
        self.flaky: list[str] = []
        self.durations: list[tuple[float, str]] = []

    def run(self, suite: Suite, show: Callable[[str], None] | None = None) -> Results:
        """Run a suite; `show` gets each line of its output, else it is printed. A suite that ends badly without a failed test
        has failed itself."""
        lines: list[str] = []
        processor: list[float] = []

        def read(line: str) -> None:
            show(line) if show else print(line, end="", flush=True)
            lines.append(plain(line))

        if suite.report:
            suite.report.unlink(missing_ok=True)
        code = self.commands.watched(suite.command, read, cwd=suite.cwd, env=suite.env, used=processor.append)
        results, trouble = replace(suite.read(lines, suite.report), processor=sum(processor)), None
        if code != 0 and not results.counts.failed:
            trouble = f"the suite ended with code {code}"
        elif not sum(results.counts) and not suite.may_be_empty:
            trouble = "no test was run"
        if trouble:
            results = replace(results, counts=results.counts + Counts(failed=1), failed=[trouble], broken=True)
        return results

    def once_more(self, suite: Suite, results: Results) -> Results:
        """Run what has failed again, alone, and add the suite to the sums. What passes only once, be it the first time or the
        second, is flaky."""
        failed = results.failed
        again = suite.again(failed) if not results.broken and len(failed) <= AGAIN_AT_MOST else None
        if again:
            print(f"\n--- once more, alone: {', '.join(failed)}", flush=True)
            second = self.run(again)
            flaky = [] if second.broken else sorted(set(failed) ^ set(second.failed))
            recovered = sum(test in failed for test in flaky)
            failed = [test for test in failed if test not in flaky]
            counts = results.counts + Counts(passed=recovered, failed=-recovered)
            results = replace(results, counts=counts, failed=failed, flaky=[*results.flaky, *flaky])
        self.counts += results.counts
        self.problems += [f"{suite.name}: {test}" for test in failed]
        self.flaky += [f"{suite.name}: {test}" for test in results.flaky]
        self.durations += results.durations
        if failed:
            raise Failed(str(results.counts))
        return results

    def close(self, problems: list[str]) -> bool:
        """Whether all is well, with these problems of the end."""
        self.problems += problems
        if len(self.flaky) > FLAKY_AT_MOST:
            self.problems.append(f"{len(self.flaky)} tests are flaky, and more than {FLAKY_AT_MOST} are not borne")
        return not self.problems

    def show(self) -> None:
        for seconds, test in sorted(self.durations, reverse=True)[:SLOWEST]:
            print(f"slow: {seconds:6.1f} s  {test}")
        for test in self.flaky:
            print(f"FLAKY: {test}")
        for problem in self.problems:
            print(f"failed: {problem}")


# --- Rust: nextest, and rustdoc's tests


def nextest(name: str, program: list, profile: str, env: dict[str, str], passed_over: bool = False) -> Suite:
    """The tests that a profile of .config/nextest.toml chooses. `passed_over` counts those that it leaves out."""
    report = places.ROOT / "target/nextest" / profile / "junit.xml"  # nextest keeps them here, wherever cargo builds

    def read(lines: list[str], report: Path | None) -> Results:
        results = junit(report)
        left_out = re.search(r"(\d+) skipped", next((line for line in reversed(lines) if "Summary [" in line), ""))
        return replace(results, counts=results.counts + Counts(skipped=int(left_out[1]) if passed_over and left_out else 0))

    def alone(failed: list[str]) -> Suite:
        chosen = " or ".join(f"(binary_id(={test.split()[0]}) and test(={test.split()[1]}))" for test in failed)
        once_more = nextest(f"{name}, again", program, "again", env)
        return replace(once_more, command=[*once_more.command, "-E", chosen], alone=None)

    return Suite(name, [*program, "--profile", profile], read, env=env, report=report, alone=alone, live=True)


def junit(report: Path | None) -> Results:
    """A report of nextest's."""
    results = Results()
    for case in xml.parse(report).iter("testcase") if report and report.exists() else ():
        test = f"{case.get('classname')} {case.get('name')}"
        bad = case.find("failure") is not None or case.find("error") is not None
        results.counts += Counts(passed=not bad, failed=bad)
        results.failed += [test] if bad else []
        results.durations.append((float(case.get("time", 0)), test))
    return results


DOC_RESULT = re.compile(r"test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored")
DOC_FAILED = re.compile(r"^test (.+) \.\.\. FAILED")


def documentation() -> Suite:
    """The examples in the documentation."""

    def read(lines: list[str], _report: Path | None) -> Results:
        found = [Counts(*map(int, result.groups())) for line in lines if (result := DOC_RESULT.search(line))]
        failed = [name[1] for line in lines if (name := DOC_FAILED.match(line))]
        return Results(sum(found, Counts()), failed)

    command = ["cargo", "test", "--workspace", "--locked", "--doc"]
    return Suite("documentation", command, read, may_be_empty=True)


# --- the console: Vitest, and Playwright in a browser


def vitest(web: Path, report: Path, files: tuple[str, ...] = ()) -> Suite:
    """The console's unit tests. Again means the files of those that failed."""

    def read(_lines: list[str], report: Path | None) -> Results:
        results = Results()
        for file in json.loads(report.read_text())["testResults"] if report and report.exists() else ():
            path = str(Path(file["name"]).relative_to(web))
            tests = [(f"{path} {test['fullName']}", test["status"]) for test in file["assertionResults"]]
            if file["status"] == "failed" and not any(status == "failed" for _, status in tests):
                tests.append((f"{path} cannot be loaded", "failed"))
            passed, failed = (sum(status == wanted for _, status in tests) for wanted in ("passed", "failed"))
            results.counts += Counts(passed, failed, len(tests) - passed - failed)
            results.failed += [name for name, status in tests if status == "failed"]
        return results

    def alone(failed: list[str]) -> Suite:
        return replace(vitest(web, report, tuple(sorted({test.split()[0] for test in failed}))), alone=None)

    reporters = ["--reporter=default", "--reporter=json", f"--outputFile.json={report}"]
    return Suite("web", ["npm", "test", "--", *reporters, *files], read, web, report=report, alone=alone)


def playwright(web: Path, report: Path, env: dict[str, str]) -> Suite:
    """The console in a browser. Playwright runs what has failed again itself, and calls it flaky if it then passes."""

    def read(_lines: list[str], report: Path | None) -> Results:
        results = Results()
        content = json.loads(report.read_text()) if report and report.exists() else {}
        for name, status, seconds in browser_tests(content.get("suites", []), ()):
            bad = status == "unexpected"
            results.counts += Counts(status in ("expected", "flaky"), bad, status == "skipped")
            results.failed += [name] if bad else []
            results.flaky += [name] if status == "flaky" else []
            results.durations.append((seconds, name))
        for error in content.get("errors", []):  # outside of any test
            results.counts += Counts(failed=1)
            results.failed.append(plain(error.get("message", "an error")).splitlines()[0])
        return results

    env = {**env, "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report)}
    command = ["npm", "run", "e2e", "--", "--reporter=list,json"]
    return Suite("e2e", command, read, web, env, report)


def browser_tests(nested: list[dict], above: tuple[str, ...]):
    """(name, status, seconds) of every test in Playwright's nested suites."""
    for suite in nested:
        names = (*above, suite["title"])
        for spec in suite.get("specs", []):
            for test in spec["tests"]:
                seconds = sum(result.get("duration", 0) for result in test.get("results", [])) / 1000
                yield " › ".join((*names, spec["title"])), test["status"], seconds
        yield from browser_tests(suite.get("suites", []), names)


# --- the REST API against its document


def api(python: str, program: Path, report: Path, only: tuple[str, ...] = ()) -> Suite:
    """tests/api. Again means all calls as they are meant, and the made-up calls of the operations that failed."""

    def alone(failed: list[str]) -> Suite:
        calls = tuple(name.removeprefix("made up: ") for name in failed if name.startswith("made up: "))
        return replace(api(python, program, report, calls or ("none",)), alone=None)

    command = [python, "tests/api/run.py", "--canopy", program, "--report", report]
    command += ["--only", *only] if only else []
    return Suite("api", command, cases, report=report, alone=alone)


def torture(name: str, program: Path, helm: str, report: Path, usual: dict[str, str]) -> Suite:
    """tests/torture, with what CANOPY_<NAME>_<OPTION> says or what is usual. Again means all of it."""
    command = [sys.executable, "tests/torture/run.py", "--canopy", program, "--helm", helm, "--report", report]
    for option in ("seconds", "seed", "owners", "boundaries"):
        if value := os.environ.get(f"CANOPY_{name.upper()}_{option.upper()}", usual.get(option)):
            command += [f"--{option}", value]
    suite = Suite(name, command, cases, report=report)
    return replace(suite, alone=lambda _failed: suite)


def cases(_lines: list[str], report: Path | None) -> Results:
    """A report of ours: a list of {name, problems, seconds}."""
    results = Results()
    for case in json.loads(report.read_text()) if report and report.exists() else ():
        bad = bool(case["problems"])
        results.counts += Counts(passed=not bad, failed=bad)
        results.failed += [case["name"]] if bad else []
        results.durations.append((case["seconds"], case["name"]))
    return results


def plain(line: str) -> str:
    """The line without colours."""
    return COLOUR.sub("", line)
