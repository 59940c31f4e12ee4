"""The Canopy that is tormented: `canopy up` with its own PostgreSQL and NATS, and a simulated cluster beside it. All of it is in one folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import canopy_up
import processes
from clock import Clock
from disk import Disk
from kube_api import KubeApi

SETTINGS = {
    "CANOPY_AUTH_ADDRESS_LIMIT": "1000000",
    "CANOPY_AUTH_SESSIONS_PER_USER": "1000",
    "CANOPY_REACH": "off",  # nobody's sites are visited
}
SPEED = "20"  # times faster than a real cluster
SERVERS = ("postgres", "nats")
# The tables of a service are locked: whoever wants them waits, and soon every connection of its pool is one that waits.
LOCK = """do $$ declare t record; begin
    for t in select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = '{schema}' order by 1 loop
        execute 'lock table ' || t.name || ' in access exclusive mode';
    end loop;
    perform pg_sleep({seconds});
end $$"""


class System:
    """What runs for one run."""

    def __init__(self, program: Path, folder: Path, postgres_bin: Path, nats: Path, settings: dict[str, str] | None = None):
        self.program, self.folder, self.programs = program, folder, (postgres_bin, nats)
        self.settings = SETTINGS | (settings or {})
        self.children: list[subprocess.Popen] = []
        self.data = folder / "data"
        self.disk: Disk | None = None
        self.clock: Clock | None = None
        self.rotation: subprocess.Popen | None = None

    def start(self) -> None:
        self.data.mkdir()
        self.disk = Disk.mounted(self.folder, self.data)
        env = {**os.environ, **self.settings}
        child, self.kubeconfig = canopy_up.start_cluster(self.program, self.folder / "cluster", SPEED, self.folder / "sandbox.log", env)
        self.children.append(child)
        self.cluster = KubeApi(self.kubeconfig.read_text())
        if self.disk:  # the clocks of the cluster, and ours, stay right
            self.clock = Clock.installed(self.folder)
        self.report = self._up()
        self.run = self.data / "run"
        self.roles = sorted(self.report["roles"])

    def _up(self) -> dict:
        postgres_bin, nats = self.programs
        more = ["--kubeconfig", self.kubeconfig, "--cluster-allow", self.cluster.address, "--postgres-bin", postgres_bin, "--nats-server", nats]
        child, report = canopy_up.start(self.program, self.data, self.folder / "up.log", {**os.environ, **self.settings}, *more)
        self.children.append(child)
        return report

    def pid(self, name: str) -> int | None:
        """Of a role, of a server, or of the cluster; None while it is between two lives."""
        if name == "cluster":
            return self.children[0].pid
        try:
            return int((self.run / f"{name}.pid").read_text())
        except (FileNotFoundError, ValueError):
            return None

    def signal(self, name: str, number: signal.Signals) -> bool:
        """Whether there was somebody to get it."""
        pid = self.pid(name)
        try:
            if pid is not None:
                os.kill(pid, number)
        except ProcessLookupError:
            return False
        return pid is not None

    def go_on(self, pid: int) -> None:
        """Ends a standstill."""
        try:
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            pass  # killed meanwhile

    def cut_power(self) -> None:
        """Everything but the cluster ends at once, and what was not synced is lost; then it is started again. For the thread that
        started it: the kernel ends `up` together with the thread that it comes from."""
        self.disk.lose_power()
        self._end_rotation()
        up = self.children.pop()
        up.kill()
        up.wait()
        self.disk.plug_in()
        before, self.report = self.report, self._up()
        if self.report["address"] != before["address"]:
            raise RuntimeError("somebody has taken the port of the REST API")

    def lose_stream(self) -> bool:
        """NATS dies, and its files with it."""
        if not self.signal("nats", signal.SIGSTOP):
            return False
        shutil.rmtree(self.data / "nats/store", ignore_errors=True)
        return self.signal("nats", signal.SIGKILL)

    def rotate_keys(self) -> subprocess.Popen:
        """New keys for every role; it ends when everything is sealed with them."""
        postgres_bin, _ = self.programs
        command = [self.program, "admin", "rotate-keys", "--data", self.data, "--postgres-bin", postgres_bin]
        with (self.folder / "rotations.log").open("ab") as log:
            self.rotation = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return self.rotation

    def lock(self, schema: str, seconds: float) -> None:
        """Nobody gets at the tables of a service for so long."""
        self._psql(LOCK.format(schema=schema, seconds=seconds))

    def sql(self, statements: str) -> None:
        """As the administrator of the database."""
        if self._psql(statements).wait(60) != 0:
            raise RuntimeError("the database refuses the statements")

    def _psql(self, statements: str) -> subprocess.Popen:
        postgres_bin, _ = self.programs
        port = self.report["servers"]["postgres"]["port"]
        password = (self.data / "secrets/postgres").read_text()
        command = [postgres_bin / "psql", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", port, "-U", "canopy", "-d", "canopy", "-c", statements]
        return subprocess.Popen(
            [str(part) for part in command],
            env={**os.environ, "PGPASSWORD": password, "PGCONNECT_TIMEOUT": "5"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def clock_is_right(self) -> bool:
        return self.clock is None or self.clock.is_right()

    def alive(self) -> bool:
        return all(child.poll() is None for child in self.children)

    def is_rotating(self) -> bool:
        return self.rotation is not None and self.rotation.poll() is None

    def _end_rotation(self) -> None:
        """In the middle, if it is at work."""
        if self.is_rotating():
            self.rotation.kill()
            self.rotation.wait()

    def stop(self) -> None:
        self._end_rotation()
        for child in reversed(self.children):
            processes.stop(child, 60, signal.SIGINT)

    def unmount(self) -> None:
        if self.clock:
            subprocess.run(["umount", "/etc"], check=True)
        if self.disk:
            self.disk.unmount()
