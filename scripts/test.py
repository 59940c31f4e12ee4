#!/usr/bin/env python3
"""`make test`: everything that CI runs, in stages. What fails does not keep the rest from running; the end sums it up.

    scripts/test.py                 all stages
    scripts/test.py format clippy   some of them

PostgreSQL, NATS and the Kubernetes control plane are real and private to the run, whose files are in memory where that has room (set
TMPDIR to have them elsewhere). Tests find them by
    CANOPY_TEST_DATABASE_URL   a superuser's address of a throw-away PostgreSQL (DATABASE_URL is the same, for #[sqlx::test])
    CANOPY_TEST_NATS_URL       a throw-away nats-server with JetStream
    CANOPY_POSTGRES_BIN, CANOPY_NATS_SERVER   the programs, for tests that run `canopy up` themselves
    CANOPY_TEST_STARTED        a data folder in which `canopy up` has run once, for tests that begin with a copy of it
    CANOPY_TEST_CONTROL_PLANE  the line that `scripts/kube.py run` prints, in a file; else CANOPY_TEST_KUBE_SKIP with the reason
    CANOPY_TEST_KUBE           the folder with the control plane's programs
    HELM_BIN                   the helm CLIs, separated by a colon
    CANOPY_TEST_DEX            the Dex identity provider (scripts/dex.py); else CANOPY_TEST_DEX_SKIP with the reason
    CANOPY_TEST_OTEL           the OpenTelemetry collector (scripts/otel.py); else CANOPY_TEST_OTEL_SKIP with the reason
    CANOPY_TEST_S3             the store that speaks S3 (scripts/s3.py); else CANOPY_TEST_S3_SKIP with the reason
    CANOPY_TEST_DEPLOY         what checks k8s/, alerts and Tiltfile (scripts/deploy.py); else CANOPY_TEST_DEPLOY_SKIP with the reason
    CANOPY_TEST_KUBECONFIG     another cluster for the cluster suite: the sandbox in its stage, or one of your own
Without Go there is no control plane, no identity provider, no collector and no store, without Chromium no browser test, without Python 3.11 no calls
made up from the API's document: that is said and counted as skipped, and in CI (CI=true or CANOPY_CI=1) it is a failure.

On demand only, since it wants root on Linux and is new: `test.py node`, a real node (containerd, kubelet, kube-proxy, CoreDNS) on which
sites are started from stand-ins of the charts' images and then visited (tests/node): all of it, or CANOPY_NODE_PARTS="nodejs failures".
With CANOPY_NODE=report, as in CI, it is one of the stages that are run when none is named, told of and not counted.

A test that fails is run again once, alone, after all others. If it passes then it is flaky: named and counted, and more than
three of them fail the run.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import canopy_up
import coverage
import places
import postgres
import processes
import suites
import test_node
import tools
import web
from commands import end_group
from suites import Failed, Results, Suite
from test_run import BUILT, CI, Run

WORKERS = 3  # suites that run beside each other: they wait for rollouts and leases half the time, and each has parallel tests of its own
REPORTS_NODE = os.environ.get("CANOPY_NODE") == "report"


class Test(Run):
    """Its stages, in their order."""

    def __init__(self):
        super().__init__()
        self.kube_build: tuple[subprocess.Popen, Path] | None = None
        self.kube_missing: str | None = None
        self.builds: dict[str, tuple[subprocess.Popen, Path]] = {}  # of BUILT
        self.api_build: tuple[subprocess.Popen, Path] | None = None
        self.nextest: list = []  # the command that runs the tests that were built
        self.suites: list[Suite] = []
        self.lock = threading.Lock()  # of what suites beside each other write: the counts, the output

    def stage_tools(self) -> str:
        """What this run uses; starts the build of the control plane, which goes on in the background."""
        for program in ("cargo", "rustc", "cc", "c++"):
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
            places.take_over(places.cargo_target(), self.command)
        if self.wants("kube"):
            command = ["nice", "-n", "10", sys.executable, places.ROOT / "scripts/kube.py", "build"]
            self.kube_build = self.commands.background(command, "kube-build")
        for name in filter(self.wants, BUILT):
            command = ["nice", "-n", "10", sys.executable, places.ROOT / f"scripts/{name}.py", "build"]
            self.builds[name] = self.commands.background(command, f"{name}-build")
        if self.wants("api"):
            self.api_build = self.commands.background([sys.executable, places.ROOT / "scripts/api.py", "build"], "api-build")
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

    def stage_bundle(self) -> str:
        """The console as the binary takes it in."""
        try:
            web.build()
        except web.Missing as reason:
            raise Failed(str(reason)) from None
        return "built"

    def stage_check(self) -> str:
        """The console's types and lints, and the bundle's budgets."""
        bad = [script for script in ("check", "budgets") if self.commands.watched(["npm", "run", script], cwd=web.WEB) != 0]
        if bad:
            raise Failed(", ".join(bad))
        return "checked"

    def stage_clippy(self) -> str:
        self.command("cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings")
        return "clean"

    def stage_instrument(self) -> str:
        """Have the programs count what is run, for the stage coverage."""
        coverage.instrument()
        return "chosen"

    def stage_build(self) -> str:
        """All test programs. What is run is what was built here, also if somebody goes on editing."""
        program = tools.cargo("nextest")
        built, metadata = self.folder / "programs.json", self.folder / "metadata.json"
        listing = ["list", "--workspace", "--locked", "--list-type", "binaries-only", "--message-format", "json"]
        self.command(program, "nextest", *listing, output=built)
        self.command("cargo", "metadata", "--format-version=1", "--locked", output=metadata)
        self.nextest = [program, "nextest", "run", "--binaries-metadata", built, "--cargo-metadata", metadata]
        return f"{len(json.loads(built.read_text())['rust-binaries'])} test programs"

    def stage_kube(self) -> str:
        """Wait for the control plane's programs, and start it: one for all tests."""
        build, log = self.kube_build
        self.commands.follow(build, log)
        if build.returncode == 0:
            binaries = Path(log.read_text().splitlines()[-1])
            os.environ.update(
                CANOPY_TEST_KUBE=str(binaries), HELM_BIN=f"{binaries / 'helm'}:{binaries / 'helm3'}"
            )
            if not self.wants("rust") and not self.wants("torture"):
                return "built"
            try:
                self.start_control_plane()
                return "started"
            except RuntimeError as reason:
                self.leave_out_kube(str(reason))
                raise
        self.leave_out_kube(processes.tail(log, 1))
        return self.leave_out("the cluster suite, and whatever else needs a real control plane or Helm", self.kube_missing)

    def stage_dex(self) -> str:
        """Wait for the identity provider's program: each test that wants one starts its own."""
        return self.wait_for("dex")

    def stage_otel(self) -> str:
        """Wait for the collector's program: each test that wants one starts its own."""
        return self.wait_for("otel")

    def stage_s3(self) -> str:
        """Wait for the store's program: each test that wants one starts its own."""
        return self.wait_for("s3")

    def stage_deploy(self) -> str:
        """Wait for what checks the manifests of k8s/, the alerts and the Tiltfile."""
        return self.wait_for("deploy")

    def stage_servers(self) -> str:
        """PostgreSQL and NATS for the tests."""
        server = postgres.Server(self.postgres_bin, self.folder / "postgres").start()
        self.commands.background_ones.append(server.process)
        port = processes.free_port()
        where = ["--addr", "127.0.0.1", "--port", port, "--jetstream", "--store_dir", self.folder / "nats"]
        nats, log = self.commands.background([self.nats_server, *where], "nats")
        processes.wait_until(lambda: "Server is ready" in log.read_text(), nats, log, 120, "nats-server")
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

    def stage_started(self) -> str:
        """`canopy up` runs once: what only its first start does need not be done for each test."""
        os.environ["CANOPY_TEST_STARTED"] = str(self.started_once())
        return "started and stopped"

    def stage_rust(self) -> str:
        """All unit, integration and documentation tests."""
        profile = "without-kube" if self.kube_missing else "default"
        self.suites.append(suites.nextest("rust", self.nextest, profile, {}, passed_over=bool(self.kube_missing)))
        self.suites.append(suites.documentation())
        return "chosen"

    def stage_sandbox(self) -> str:
        """The cluster suite once more, on the simulated cluster: where the two differ, the sandbox is wrong."""
        return self.simulated("sandbox")

    def stage_sandbox_whole(self) -> str:
        """All of it, for a night: not among the stages that are run when none is named."""
        return self.simulated("sandbox-whole")

    def simulated(self, profile: str) -> str:
        """The cluster suite, as this profile of .config/nextest.toml chooses, on a simulated cluster."""
        if self.kube_missing:
            return self.leave_out("the cluster suite on the simulated cluster, which needs the helm programs", self.kube_missing)
        sandbox, kubeconfig = canopy_up.start_cluster(self.canopy(), self.folder / "sandbox", "10", self.folder / "sandbox.log", dict(os.environ))
        self.commands.background_ones.append(sandbox)
        suite = suites.nextest(profile, self.nextest, profile, {"CANOPY_TEST_KUBECONFIG": str(kubeconfig)})
        self.suites.append(replace(suite, server=sandbox))
        return "started"

    def stage_e2e(self) -> str:
        """The console in a real browser, on two systems of its own with the simulated cluster: the flows, and every page."""
        if self.chromium_missing:
            return self.leave_out("the console in a browser", self.chromium_missing)
        # Patience in seconds: the machine is busy with the other suites.
        env = {"CANOPY_PROGRAM": str(self.canopy()), "CHROMIUM": str(self.chromium), "CANOPY_PATIENCE": "80"}
        self.suites.append(suites.playwright(web.WEB, self.folder / "e2e.json", env))
        return "chosen"

    def stage_api(self) -> str:
        """The REST API against its own document: every call as it is meant, and calls that schemathesis makes up (tests/api)."""
        build, log = self.api_build
        self.commands.follow(build, log)
        if build.returncode != 0:
            return self.leave_out("the REST API against its document", processes.tail(log, 1))
        self.suites.append(suites.api(log.read_text().splitlines()[-1], self.canopy(), self.folder / "api.json"))
        return "chosen"

    def stage_torture(self) -> str:
        """Heavy repetitions, for a night: not among the stages that are run when none is named."""
        times = os.environ.get("CANOPY_TORTURE", "10")
        command = [*self.nextest, "--stress-count", times]
        suite = suites.nextest("torture", command, "torture", {"CANOPY_TORTURE": times})
        self.suites.append(replace(suite, alone=None))  # here once is too often
        return f"{times} times"

    def stage_storm(self) -> str:
        """Load while processes are killed and stand still, power goes and clocks are wrong, and an audit (tests/torture): the short form
        of what `make torture` does for half an hour."""
        return self.tormented("storm", {})

    def stage_boundaries(self) -> str:
        """A process dies or stands still where a step of a task begins or ends, once at each of them or more often, and the same audit (tests/torture)."""
        return self.tormented("boundaries", {"boundaries": "52", "seconds": "1800", "owners": "12"})

    def stage_web(self) -> str:
        """The console's unit tests."""
        self.suites.append(suites.vitest(web.WEB, self.folder / "vitest.json"))
        return "chosen"

    def tormented(self, name: str, usual: dict[str, str]) -> str:
        if self.kube_missing:
            return self.leave_out(f"{name}, whose audit needs the helm programs", self.kube_missing)
        helm = os.environ["HELM_BIN"].split(":")[0]
        self.suites.append(suites.torture(name, self.canopy(), helm, self.folder / f"{name}.json", usual))
        return "chosen"

    def stage_tests(self) -> str:
        """Run the suites of the stages before, several beside each other, and then what has failed again, alone."""
        if not self.suites and not self.tally.counts.skipped:
            raise Failed("there is no suite to run")
        pool = concurrent.futures.ThreadPoolExecutor(WORKERS)
        try:
            outcomes = list(pool.map(self.beside, self.suites))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        bad = []
        for suite, results in zip(self.suites, outcomes):
            try:
                self.tally.once_more(suite, results)
            except Failed as reason:
                bad.append(f"{suite.name} ({reason})")
        if bad:
            raise Failed(", ".join(bad))
        return f"{len(self.suites)} suites"

    def stage_node(self) -> str:
        """Sites that truly answer, on a real node: on demand, as root on Linux, with what it says shown as it comes."""
        return test_node.report(self) if REPORTS_NODE else test_node.on_a_node(self, [])

    def stage_coverage(self) -> str:
        """How much of each crate the tests have run through."""
        print("\n".join(coverage.per_crate()))
        return "counted"

    def beside(self, suite: Suite) -> Results:
        """Run a suite while others run, and show at its end what it printed."""
        lines: list[str] = []
        began = time.monotonic()
        results = self.tally.run(suite, None if suite.live else lines.append)
        if suite.server and not results.failed:
            end_group(suite.server)
        with self.lock:
            print(f"\n--- {suite.name}: {results.counts} ({time.monotonic() - began:.0f} s)\n{''.join(lines)}", end="", flush=True)
            self.suite_summary.append(f"  {suite.name:<14} {time.monotonic() - began:6.1f} s  {results.counts}; {results.processor:.0f} s of processor")
        return results

    # --- what they need

    def wait_for(self, name: str) -> str:
        """For one of BUILT."""
        (build, log), built = self.builds[name], BUILT[name]
        self.commands.follow(build, log)
        if build.returncode == 0:
            os.environ[built.variable] = log.read_text().splitlines()[-1]
            return "built"
        reason = os.environ[f"{built.variable}_SKIP"] = processes.tail(log, 1)
        return self.leave_out(built.without, reason)

    def leave_out_kube(self, reason: str) -> None:
        self.kube_missing = os.environ["CANOPY_TEST_KUBE_SKIP"] = reason

    def start_control_plane(self) -> None:
        command = [sys.executable, places.ROOT / "scripts/kube.py", "run", "--dir", self.folder / "kube"]
        plane, log = self.commands.background(command, "kube")
        processes.wait_until(lambda: '"supervisor"' in log.read_text(), plane, log, 400, "the control plane")
        ready = self.folder / "control-plane.json"
        ready.write_text(next(line for line in log.read_text().splitlines() if '"supervisor"' in line))
        os.environ["CANOPY_TEST_CONTROL_PLANE"] = str(ready)


STAGES = [name[len("stage_") :] for name in vars(Test) if name.startswith("stage_")]
ON_DEMAND = {"torture", "sandbox_whole", "instrument", "coverage", "node"}
# What a stage can't do without; what is not listed here can be run whatever became of the others.
NEEDS = {
    "check": ["bundle"],
    "web": ["bundle"],
    **dict.fromkeys(["servers", "kube", *BUILT], ["tools"]),
    "started": ["build", "servers"],
    "rust": ["build", "servers", "started"],
    "sandbox": ["build", "servers", "started"],
    "sandbox_whole": ["build", "servers", "started"],
    "torture": ["build", "servers", "kube", "started"],
    "storm": ["build", "servers", "kube"],
    "boundaries": ["build", "servers", "kube"],
    "node": ["tools", "bundle"],
    "coverage": ["instrument", "build"],
    "e2e": ["bundle", "build", "servers"],
    "api": ["build", "servers"],
}
# What is run with a stage, beside what it needs.
WITH = {"rust": ["kube", "dex", "otel", "s3", "deploy", "tests"], "sandbox": ["kube", "tests"], "sandbox_whole": ["kube", "tests"], "torture": ["tests"], "storm": ["tests"], "boundaries": ["tests"], "e2e": ["dex", "tests"], "api": ["tests"], "web": ["check", "tests"], "coverage": ["rust"]}


def with_needed(names: list[str]) -> set[str]:
    """The stages, and all that they need."""
    return {needed for name in names for needed in [name, *with_needed(NEEDS.get(name, []) + WITH.get(name, []))]}


def main() -> int:
    usual = [name for name in STAGES if name not in ON_DEMAND or (name == "node" and REPORTS_NODE)]
    asked = sys.argv[1:] or usual
    if any(name not in STAGES for name in asked):
        print(f"usage: test.py [{'] ['.join(STAGES)}]", file=sys.stderr)
        return 2
    wanted = with_needed(asked)
    places.find_toolchains()

    def on_signal(_number: int, _frame) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, on_signal)
    return 0 if Test().run([name for name in STAGES if name in wanted], NEEDS) else 1


if __name__ == "__main__":
    sys.exit(main())
