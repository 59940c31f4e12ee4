#!/usr/bin/env python3
"""`make test`: everything that CI runs, in stages; stops at the first that fails, cleans up, and ends with counts.

    scripts/test.py                 all stages
    scripts/test.py format clippy   some of them

PostgreSQL, NATS and the Kubernetes control plane are real and private to the run. Tests find them by
    CANOPY_TEST_DATABASE_URL   a superuser's address of a throw-away PostgreSQL (DATABASE_URL is the same, for #[sqlx::test])
    CANOPY_TEST_NATS_URL       a throw-away nats-server with JetStream
    CANOPY_POSTGRES_BIN, CANOPY_NATS_SERVER   the programs, for tests that run `canopy up` themselves
    CANOPY_TEST_KUBE           the folder with the control plane's programs, else CANOPY_TEST_KUBE_SKIP with the reason
    HELM_BIN                   the helm CLIs, separated by a colon
    CANOPY_TEST_KUBECONFIG     another cluster for the cluster suite: the sandbox in its stage, or one of your own
Without Go there is no control plane, without Chromium no browser test: that is said and counted as skipped, and in CI
(CI=true or CANOPY_CI=1) it is a failure.
"""

from __future__ import annotations

import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path
from typing import NamedTuple

import places
import postgres
import processes
import tools
import web

CI = os.environ.get("CI") == "true" or os.environ.get("CANOPY_CI") == "1"
STAGE_LIMIT = 60 * 60  # seconds; only a test that hangs takes that long
RESULT = re.compile(r"test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored")
VITEST = re.compile(r"\s*Tests  .*\(\d+\)")
NODE_TEST = re.compile(r"(?:#|ℹ) (pass|fail|skipped) (\d+)")
FAILED = re.compile(r"^test (.+) \.\.\. FAILED")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Failed(Exception):
    """A stage has failed; the text is the reason in one sentence."""


class Counts(NamedTuple):
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Counts(*(mine + theirs for mine, theirs in zip(self, other)))

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


class Run:
    """One run: its private servers, its background build, and what has come out so far."""

    def __init__(self):
        self.id = uuid.uuid4().hex
        os.environ[processes.RUN_ID] = self.id
        os.environ.setdefault("SQLX_OFFLINE", "true")
        self.folder = Path(tempfile.mkdtemp(prefix="canopy-test-"))
        self.folder.chmod(0o755)  # PostgreSQL's user must get in
        self.guard = processes.guard(self.id, self.folder)
        self.children: list[subprocess.Popen] = []
        self.kube_build: subprocess.Popen | None = None
        self.kube_missing: str | None = None
        self.sandbox_suite: concurrent.futures.Future | None = None
        self.failures: list[str] = []
        self.tests = Counts()
        self.lock = threading.Lock()  # of the counts: two suites run beside each other
        self.running: set[subprocess.Popen] = set()
        self.summary: list[str] = []

    # --- the stages, in their order

    def stage_tools(self) -> str:
        """What this run uses; starts the build of the control plane, which goes on in the background."""
        for program in ("cargo", "rustc", "cc"):
            if not shutil.which(program):
                raise Failed(f"{program} is missing")
            print(tools.output(program, "--version").splitlines()[0])
        try:
            self.postgres_bin, self.nats_server = tools.postgres(), tools.nats()
        except tools.Missing as reason:
            raise Failed(str(reason)) from None
        print(tools.output(self.postgres_bin / "postgres", "--version"), "in", self.postgres_bin)
        print(tools.output(self.nats_server, "--version"), "in", self.nats_server)
        self.chromium, self.chromium_missing = None, None
        if self.wants("e2e"):
            try:
                self.chromium = tools.chromium()
                print(tools.output(self.chromium, "--version"), "in", self.chromium)
            except tools.Missing as reason:
                self.chromium_missing = str(reason)
        if CI:
            make_room(places.cargo_target())
        if self.wants("kube"):
            command = ["nice", "-n", "10", sys.executable, places.ROOT / "scripts/kube.py", "build"]
            self.kube_build = self.background(command, "kube-build")
        return "found"

    def stage_format(self) -> str:
        self.command("cargo", "fmt", "--all", "--check")
        return "formatted"

    def stage_sqlx(self) -> str:
        self.command(sys.executable, "scripts/sqlx.py", "--check")
        return "up to date"

    def stage_policy(self) -> str:
        self.command(sys.executable, "scripts/deny.py")
        return "kept"

    def stage_web(self) -> str:
        """The console: types, lints, unit tests, and the bundle, which the binary takes in, within its budgets."""
        try:
            web.build()
        except web.Missing as reason:
            raise Failed(str(reason)) from None
        for script in ("check", "budgets"):
            web.npm("run", script)
        return str(self.node_test("npm", "test", "--prefix", web.WEB))

    def stage_clippy(self) -> str:
        self.command("cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings")
        return "clean"

    def stage_build(self) -> str:
        self.command("cargo", "test", "--workspace", "--locked", "--no-run")
        return "built"

    def stage_kube(self) -> str:
        """Wait for the control plane's programs."""
        build = self.kube_build
        log = self.folder / "kube-build.log"
        shown = 0
        while build.poll() is None or shown < log.stat().st_size:
            with open(log) as lines:
                lines.seek(shown)
                print(lines.read(), end="", flush=True)
                shown = lines.tell()
            try:
                build.wait(1)
            except subprocess.TimeoutExpired:
                continue
        if build.returncode == 0:
            binaries = Path(log.read_text().splitlines()[-1])
            os.environ.update(
                CANOPY_TEST_KUBE=str(binaries), HELM_BIN=f"{binaries / 'helm'}:{binaries / 'helm3'}"
            )
            return "built"
        self.kube_missing = processes.tail(log, 1)
        os.environ["CANOPY_TEST_KUBE_SKIP"] = self.kube_missing
        if CI:
            raise Failed(f"no control plane: {self.kube_missing}")
        print(f"\n!!! The cluster suite is SKIPPED against a real control plane: {self.kube_missing}\n")
        self.tests += Counts(skipped=1)
        return "skipped"

    def stage_servers(self) -> str:
        """PostgreSQL and NATS for the tests."""
        server = postgres.Server(self.postgres_bin, self.folder / "postgres").start()
        self.children.append(server.process)
        port, log = processes.free_port(), self.folder / "nats.log"
        command = [
            self.nats_server,
            "--addr",
            "127.0.0.1",
            "--port",
            port,
            "--jetstream",
            "--store_dir",
            self.folder / "nats",
        ]
        nats = processes.spawn(command, log)
        self.children.append(nats)
        processes.wait_until(lambda: "Server is ready" in log.read_text(), nats, log, 30, "nats-server")
        scratch = self.folder / "tmp"
        scratch.mkdir()
        scratch.chmod(0o1777)
        os.environ.update(
            CANOPY_TEST_DATABASE_URL=server.url,
            DATABASE_URL=server.url,
            CANOPY_TEST_NATS_URL=f"nats://127.0.0.1:{port}",
            CANOPY_POSTGRES_BIN=str(self.postgres_bin),
            CANOPY_NATS_SERVER=str(self.nats_server),
            TMPDIR=str(scratch),
            RUST_BACKTRACE="1",
        )
        return "started"

    def stage_rust(self) -> str:
        """All unit, integration and documentation tests. They wait a lot, so the sandbox's suite runs beside them."""
        if self.wants("sandbox") and not self.kube_missing:
            self.start_sandbox_suite()
        counts = self.cargo_test("cargo", "test", "--workspace", "--locked", "--no-fail-fast")
        if counts.passed == 0:
            raise Failed("no test was run")
        return str(counts)

    def stage_sandbox(self) -> str:
        """The cluster suite once more, on the simulated cluster: where the two differ, the sandbox is wrong."""
        if self.kube_missing:
            print(f"\n!!! SKIPPED: the suite needs the helm programs: {self.kube_missing}\n")
            self.tests += Counts(skipped=1)
            return "skipped"
        if not self.sandbox_suite:
            self.start_sandbox_suite()
        outcome = self.sandbox_suite.result()
        print((self.folder / "sandbox-suite.log").read_text(), end="", flush=True)
        if isinstance(outcome, Failed):
            raise outcome
        return str(outcome)

    def start_sandbox_suite(self) -> None:
        folder, log = self.folder / "sandbox", self.folder / "sandbox.log"
        program = places.cargo_target() / "debug/canopy"
        sandbox = self.background([program, "sandbox", "--dir", folder, "--speed", "10"], "sandbox")
        kubeconfig = str(folder / "kubeconfig")
        processes.wait_until(lambda: kubeconfig in log.read_text(), sandbox, log, 30, "the sandbox")
        self.sandbox_suite = concurrent.futures.Future()
        threading.Thread(target=self.run_sandbox_suite, args=(kubeconfig,), daemon=True).start()

    def run_sandbox_suite(self, kubeconfig: str) -> None:
        outcome: Counts | Failed = Counts()
        with open(self.folder / "sandbox-suite.log", "w") as log:
            for suite in (["--test", "cluster"], ["--test", "it", "workloads::"]):
                command = ["cargo", "test", "--workspace", "--locked", "--no-fail-fast", *suite]
                try:
                    counts = self.cargo_test(*command, env={"CANOPY_TEST_KUBECONFIG": kubeconfig}, log=log)
                    outcome = outcome + counts if isinstance(outcome, Counts) else outcome
                except (Failed, OSError) as reason:
                    outcome = Failed(str(reason))
        self.sandbox_suite.set_result(outcome)

    def stage_e2e(self) -> str:
        """The console in a real browser, on a Canopy of its own with the simulated cluster."""
        if self.chromium_missing:
            if CI:
                raise Failed(self.chromium_missing)
            print(f"\n!!! The browser tests are SKIPPED: {self.chromium_missing}\n")
            self.tests += Counts(skipped=1)
            return "skipped"
        os.environ.update(CANOPY_PROGRAM=str(places.cargo_target() / "debug/canopy"), CHROMIUM=str(self.chromium))
        return str(self.node_test("npm", "run", "e2e", "--prefix", web.WEB))

    # --- what they need

    def background(self, command: list, name: str) -> subprocess.Popen:
        log = self.folder / f"{name}.log"
        log.touch()
        process = processes.spawn(command, log, cwd=places.ROOT)
        self.children.append(process)
        return process

    def command(self, *command: str) -> None:
        """Run a command with its output shown; it failing is the stage failing."""
        if self.watched(command) != 0:
            raise Failed(f"`{' '.join(map(str, command))}` failed")

    def node_test(self, *command: object) -> Counts:
        """Run Vitest or node's own test runner with its output shown, and count by the totals they end with."""
        found = {"pass": 0, "fail": 0, "skip": 0}

        def read(line: str) -> None:
            plain = COLOUR.sub("", line)
            vitest, node = VITEST.match(plain), NODE_TEST.match(plain)
            if vitest:
                found.update({word[:4]: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped)", plain)})
            if node:
                found[node.group(1)[:4]] = int(node.group(2))

        code = self.watched(command, read)
        counts = Counts(found["pass"], found["fail"], found["skip"])
        self.tests += counts
        if code != 0 or counts.failed or not counts.passed:
            raise Failed(str(counts))
        return counts

    def cargo_test(self, *command: str, env: dict[str, str] | None = None, log=None) -> Counts:
        """Run tests with their output shown, or written to `log`, and count them."""
        counts = Counts()

        def read(line: str) -> None:
            nonlocal counts
            plain = COLOUR.sub("", line)
            result, failed = RESULT.search(plain), FAILED.match(plain)
            if result:
                counts += Counts(*map(int, result.groups()))
            if failed:
                self.failures.append(failed.group(1) + (" (on the sandbox)" if log else ""))

        code = self.watched(command, read, env, log)
        with self.lock:
            self.tests += counts
        if code != 0 or counts.failed:
            raise Failed(f"{counts}" if counts.failed else f"`{' '.join(command)}` failed")
        return counts

    def watched(self, command, read=None, env=None, log=None) -> int:
        """Run a command in a process group of its own, which ends with the stage, whatever ends that."""
        parent = os.getpid()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=places.ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if read else None,
            stderr=subprocess.STDOUT if read else None,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=lambda: processes.die_with_parent(parent),
        )
        self.running.add(process)
        limit = threading.Timer(STAGE_LIMIT, lambda: os.killpg(process.pid, signal.SIGKILL))
        limit.start()
        # A process that a test left behind holds the pipe open for ever, so the end of the command counts, not the pipe's.
        reader = threading.Thread(target=pass_on, args=(process.stdout, read, log), daemon=True) if read else None
        try:
            if reader:
                reader.start()
            return process.wait()
        finally:
            limit.cancel()
            end_group(process)
            self.running.discard(process)
            if reader:
                reader.join(5)

    # --- the frame

    def wants(self, stage: str) -> bool:
        return stage in self.wanted

    def run(self, wanted: list[str]) -> bool:
        """Run the stages; True when all is well. Cleans up and prints the summary in every case."""
        self.wanted, well = wanted, False
        try:
            for name in wanted:
                self.stage(name)
            well = True
        except Failed as reason:
            print(f"\nFAILED: {reason}", flush=True)
        except KeyboardInterrupt:
            print("\ninterrupted", flush=True)
        finally:
            left = self.clean_up()
            well = well and not left
            self.print_summary(well, left)
        return well

    def stage(self, name: str) -> None:
        print(f"\n=== {name}", flush=True)
        began, outcome = time.monotonic(), "FAILED"
        try:
            outcome = getattr(self, f"stage_{name}")()
        except (RuntimeError, OSError) as reason:
            raise Failed(str(reason)) from None
        finally:
            self.summary.append(f"{name:<8} {time.monotonic() - began:6.1f} s  {outcome}")

    def clean_up(self) -> list[str]:
        """Stop what the run started; a process of the run that is still there afterwards was left behind by a test."""
        for process in [*self.running, *reversed(self.children)]:
            end_group(process)
        deadline = time.monotonic() + 5
        while processes.left_over(self.id) and time.monotonic() < deadline:
            time.sleep(0.1)
        left = processes.end_left_over(self.id)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.guard.stdin.close()
        self.guard.wait()
        return [f"process {pid} was left behind: {line}" for pid, line in left]

    def print_summary(self, well: bool, left: list[str]) -> None:
        print("\n=== summary")
        print("\n".join(self.summary))
        for failure in self.failures:
            print(f"failed: {failure}")
        for line in left:
            print(f"failed: {line}")
        if self.kube_missing:
            print(f"skipped: the cluster suite against a real control plane: {self.kube_missing}")
        print("everything passed" if well else "FAILED")
        if sum(self.tests):
            print(f"tests: {self.tests}", flush=True)


def make_room(target: Path) -> None:
    """CI's builds are kept between clones and pile up: start again before the disk is full."""
    target.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(target).free < 12 << 30:
        print(f"less than 12 GiB are free, so {target} is emptied")
        shutil.rmtree(target, ignore_errors=True)


def pass_on(lines, read, log) -> None:
    """Print the lines as they come, or write them to `log`, and let `read` see each."""
    for line in lines:
        print(line, end="", flush=True, file=log)
        read(line)


def end_group(process: subprocess.Popen) -> None:
    """End the process and what it started in its group: first by asking, after 5 seconds for certain."""
    if process.poll() is None:
        for number in (signal.SIGINT, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(5)
                return
            except subprocess.TimeoutExpired:
                continue
            except ProcessLookupError:
                return


STAGES = [name[len("stage_") :] for name in vars(Run) if name.startswith("stage_")]
# What a stage can't do without.
NEEDS = {
    "rust": ["tools", "build", "kube", "servers"],
    "kube": ["tools"],
    "sandbox": ["tools", "build", "kube", "servers"],
    "e2e": ["tools", "web", "build", "servers"],
}


def main() -> int:
    asked = sys.argv[1:] or STAGES
    if any(name not in STAGES for name in asked):
        print(f"usage: test.py [{'] ['.join(STAGES)}]", file=sys.stderr)
        return 2
    wanted = {needed for name in asked for needed in [name, *NEEDS.get(name, [])]}
    places.find_toolchains()

    def on_signal(_number: int, _frame) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, on_signal)
    return 0 if Run().run([name for name in STAGES if name in wanted]) else 1


if __name__ == "__main__":
    sys.exit(main())
