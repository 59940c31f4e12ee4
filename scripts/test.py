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
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from dataclasses import replace
from pathlib import Path

import places
import postgres
import processes
import suites
import tools
import web
from suites import Counts, Suite

CI = os.environ.get("CI") == "true" or os.environ.get("CANOPY_CI") == "1"
STAGE_LIMIT = 60 * 60  # seconds; only a test that hangs takes that long
WORKERS = 5  # suites that run beside each other: they wait for rollouts, leases and pages most of the time
# The suites that take longest begin first.
LONGEST = ["canopy cluster", "e2e flows", "e2e pages", "canopy it", "canopy cluster on the sandbox"]
# Test programs and their modules that need the control plane's programs or Helm's: left out where those cannot be built.
# An empty list is the whole program.
NEED_KUBE = {
    "canopy cluster": [],
    "infrastructure it": ["workloads::", "real::"],
    "sandbox it": ["helm_cli::"],
    "helm it": ["parity::"],
}


class Failed(Exception):
    """A stage has failed; the text is the reason in one sentence."""


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
        self.programs: list[Suite] = []
        self.suites: list[Suite] = []
        self.failures: list[str] = []
        self.tests = Counts()
        self.lock = threading.Lock()  # of what suites beside each other write: the counts, the output
        self.running: set[subprocess.Popen] = set()
        self.summary: list[str] = []
        self.suite_summary: list[str] = []

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
        self.command(sys.executable, "scripts/policy.py")
        return "kept"

    def stage_web(self) -> str:
        """The console: types, lints, unit tests, and the bundle, which the binary takes in, within its budgets."""
        try:
            web.build()
        except web.Missing as reason:
            raise Failed(str(reason)) from None
        for script in ("check", "budgets"):
            web.npm("run", script)
        return str(self.test(Suite("web", ["npm", "test"], suites.Node, web.WEB)))

    def stage_clippy(self) -> str:
        self.command("cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings")
        return "clean"

    def stage_build(self) -> str:
        command = ["cargo", "test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"]
        messages: list[str] = []

        def read(line: str) -> None:
            if line.startswith("{"):
                messages.append(line)
            else:
                print(line, end="", flush=True)

        if self.watched(command, read) != 0:
            raise Failed(f"`{' '.join(command)}` failed")
        self.programs = suites.programs(messages)
        return f"{len(self.programs)} test programs"

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
        print(f"\n!!! SKIPPED: the cluster suite, and whatever else needs a real control plane or Helm: {self.kube_missing}\n")
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
        """All unit, integration and documentation tests."""
        if not self.programs:
            raise Failed("cargo named no test program")
        for program in self.programs:
            left_out = NEED_KUBE.get(program.name) if self.kube_missing else None
            if left_out is None:
                self.suites.append(program)
            elif left_out:
                skips = [word for name in left_out for word in ("--skip", name)]
                self.suites.append(replace(program, command=program.command + skips))
        command = ["cargo", "test", "--workspace", "--locked", "--doc"]
        self.suites.append(Suite("documentation", command, suites.Cargo, places.ROOT, may_be_empty=True))
        return "chosen"

    def stage_sandbox(self) -> str:
        """The cluster suite once more, on the simulated cluster: where the two differ, the sandbox is wrong."""
        if self.kube_missing:
            print(f"\n!!! SKIPPED: the suite needs the helm programs: {self.kube_missing}\n")
            self.tests += Counts(skipped=1)
            return "skipped"
        folder, log = self.folder / "sandbox", self.folder / "sandbox.log"
        sandbox = self.background([self.canopy(), "sandbox", "--dir", folder, "--speed", "10"], "sandbox")
        kubeconfig = str(folder / "kubeconfig")
        processes.wait_until(lambda: kubeconfig in log.read_text(), sandbox, log, 30, "the sandbox")
        # Modules named `real` need what only a real control plane has.
        for program, chosen in (("canopy cluster", []), ("infrastructure it", ["workloads::", "--skip", "::real::"])):
            (real,) = (each for each in self.programs if each.name == program)
            env = {**real.env, "CANOPY_TEST_KUBECONFIG": kubeconfig}
            self.suites.append(Suite(f"{program} on the sandbox", real.command + chosen, suites.Cargo, real.cwd, env))
        return "started"

    def stage_e2e(self) -> str:
        """The console in a real browser, on two systems of its own with the simulated cluster: the flows, and every page."""
        if self.chromium_missing:
            if CI:
                raise Failed(self.chromium_missing)
            print(f"\n!!! The browser tests are SKIPPED: {self.chromium_missing}\n")
            self.tests += Counts(skipped=1)
            return "skipped"
        # Patience in seconds: the machine is busy with the other suites.
        env = {"CANOPY_PROGRAM": str(self.canopy()), "CHROMIUM": str(self.chromium), "CANOPY_PATIENCE": "40"}
        for half in ("flows", "pages"):
            command = ["npm", "run", "e2e", "--", f"--{half}"]
            self.suites.append(Suite(f"e2e {half}", command, suites.Node, web.WEB, env))
        return "chosen"

    def stage_tests(self) -> str:
        """Run the suites of the stages before, several beside each other; each is shown when it has ended."""
        if not self.suites and not self.tests.skipped:
            raise Failed("no suite was chosen: name rust, sandbox or e2e")
        order = sorted(self.suites, key=lambda suite: LONGEST.index(suite.name) if suite.name in LONGEST else len(LONGEST))
        pool = concurrent.futures.ThreadPoolExecutor(WORKERS)
        try:
            outcomes = list(pool.map(self.beside, order))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        failed = [suite.name for suite, outcome in zip(order, outcomes) if not outcome]
        if failed:
            raise Failed(", ".join(failed))
        return f"{len(order)} suites"

    def beside(self, suite: Suite) -> bool:
        """Run a suite while others run, and show at its end what it printed; whether all is well."""
        lines: list[str] = []
        began, outcome, well = time.monotonic(), "", False
        try:
            outcome, well = str(self.test(suite, lines.append)), True
        except (Failed, OSError) as reason:
            outcome = f"FAILED: {reason}"
        seconds = time.monotonic() - began
        with self.lock:
            print(f"\n--- {suite.name}: {outcome} ({seconds:.0f} s)\n{''.join(lines)}", end="", flush=True)
            if not well or seconds >= 10:
                self.suite_summary.append(f"  {suite.name:<32} {seconds:6.1f} s  {outcome}")
        return well

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

    def canopy(self) -> Path:
        return places.cargo_target() / "debug/canopy"

    def test(self, suite: Suite, show=lambda line: print(line, end="", flush=True)) -> Counts:
        """Run a suite and count its tests; `show` gets each line of its output."""
        reader = suite.reader()

        def read(line: str) -> None:
            show(line)
            reader.read(suites.plain(line))

        code = self.watched(suite.command, read, cwd=suite.cwd, env=suite.env)
        with self.lock:
            self.tests += reader.counts
            self.failures += [f"{suite.name}: {failure}" for failure in reader.failures]
        if code != 0 or reader.counts.failed:
            raise Failed(f"{reader.counts}, ended with code {code}")
        if reader.counts.passed == 0 and not suite.may_be_empty:
            raise Failed("no test was run")
        return reader.counts

    def watched(self, command, read=None, cwd=places.ROOT, env=None) -> int:
        """Run a command in a process group of its own, which ends with the stage, whatever ends that."""
        parent = os.getpid()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
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
        reader = threading.Thread(target=pass_on, args=(process.stdout, read), daemon=True) if read else None
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
        self.wanted, well, patience = wanted, False, 5
        try:
            for name in wanted:
                self.stage(name)
            well = True
        except Failed as reason:
            print(f"\nFAILED: {reason}", flush=True)
        except KeyboardInterrupt:
            print("\ninterrupted", flush=True)
            patience = 30  # whole systems are in the middle of something, and stop in order
        finally:
            left = self.clean_up(patience)
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

    def clean_up(self, patience: float) -> list[str]:
        """Stop what the run started; what is still there `patience` seconds afterwards was left behind by a test."""
        running = list(self.running)
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(lambda process: end_group(process, patience), running))
        for process in reversed(self.children):
            end_group(process)
        deadline = time.monotonic() + patience
        while processes.left_over(self.id) and time.monotonic() < deadline:
            time.sleep(0.1)
        left = processes.end_left_over(self.id)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.guard.stdin.close()
        self.guard.wait()
        return [f"process {pid} was left behind: {line}" for pid, line in left]

    def print_summary(self, well: bool, left: list[str]) -> None:
        print("\n=== summary")
        print("\n".join(self.summary + self.suite_summary))
        for failure in self.failures:
            print(f"failed: {failure}")
        for line in left:
            print(f"failed: {line}")
        if self.kube_missing:
            print(f"skipped: whatever needs a real control plane or Helm: {self.kube_missing}")
        print("everything passed" if well else "FAILED")
        if sum(self.tests):
            print(f"tests: {self.tests}", flush=True)


def make_room(target: Path) -> None:
    """CI's builds are kept between clones and pile up: start again before the disk is full."""
    target.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(target).free < 12 << 30:
        print(f"less than 12 GiB are free, so {target} is emptied")
        shutil.rmtree(target, ignore_errors=True)


def pass_on(lines, read) -> None:
    """Let `read` see the lines as they come."""
    for line in lines:
        read(line)


def end_group(process: subprocess.Popen, patience: float = 5) -> None:
    """End the process and what it started in its group: first by asking, after `patience` seconds for certain."""
    if process.poll() is None:
        for number in (signal.SIGINT, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(patience)
                return
            except subprocess.TimeoutExpired:
                continue
            except ProcessLookupError:
                return


STAGES = [name[len("stage_") :] for name in vars(Run) if name.startswith("stage_")]
# What a stage can't do without.
NEEDS = {
    "kube": ["tools"],
    "rust": ["tools", "build", "kube", "servers", "tests"],
    "sandbox": ["tools", "build", "kube", "servers", "tests"],
    "e2e": ["tools", "web", "build", "servers", "tests"],
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
