#!/usr/bin/env python3
"""A real Kubernetes control plane for tests, as plain processes on 127.0.0.1: no root, no containers.

    kube.py build            build the programs from tests/kube/mod (7.5 minutes on 2 cores when cold), with progress
    kube.py path             print the folder with the programs, if they are built
    kube.py run --dir DIR    start it; one line of JSON says when it is ready and where; it ends with this process,
                             which ends on SIGTERM, on SIGINT, when its stdin (a pipe) is closed, and when its parent dies
    kube.py up --dir DIR     the same in the background, until
    kube.py down --dir DIR

etcd, kube-apiserver, kube-controller-manager and kube-scheduler are the real ones; kwok plays the kubelets (pods turn
Running without running anything) and binds volume claims. helm (4) and helm3 are built beside them.
The programs are pinned by the go.mod and go.sum files and cached outside the tree; their hash names the folder.
Exit code 77: it can't be done on this machine, and the sentence on stderr says why.

The JSON: {"kubeconfig", "tokenKubeconfig", "restrictedKubeconfig", "bin", "pids", "ports", "server", "podLog"}.
The first two may do everything (client certificate, bearer token); "restricted" is a known user without any right.
Every pod's log is the file "podLog"; what is appended (in CRI format) shows up.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import kube_build
import kube_objects
import kube_pki
import processes

CANNOT = 77
PROGRAMS = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok")


class ControlPlane:
    """The five processes and what they were told."""

    def __init__(self, binaries: Path, folder: Path, port: int | None):
        self.binaries, self.folder = binaries, folder
        self.running: dict[str, subprocess.Popen] = {}
        names = ("etcd", "etcdPeer", "apiserver", "controllerManager", "scheduler", "kwok")
        self.ports = dict(zip(names, processes.free_ports(len(names))))
        if port:
            self.ports["apiserver"] = port
        self.pki = kube_pki.Authority(folder / "pki")

    @property
    def server(self) -> str:
        return f"https://127.0.0.1:{self.ports['apiserver']}"

    def start(self, metrics: bool) -> dict:
        """Start everything, wait until pods can be scheduled, and say where it is."""
        (self.folder / "log").mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        self.pki.prepare()
        kubeconfigs = self.write_kubeconfigs()
        pod_log = self.write_kwok_config()

        self.launch("etcd", self.etcd())
        self.wait("etcd", 60, lambda: kube_objects.ok(f"http://127.0.0.1:{self.ports['etcd']}/health"))
        self.launch("kube-apiserver", self.apiserver())
        api = kube_objects.Api(self.server, self.pki.context("admin"))
        self.wait("kube-apiserver", 240, lambda: api.ready("/readyz"))
        self.launch("kube-controller-manager", self.controller_manager(kubeconfigs))
        self.launch("kube-scheduler", self.scheduler(kubeconfigs))
        self.launch("kwok", self.kwok(kubeconfigs))
        for item in kube_objects.initial(metrics):
            api.create(*item)
        self.wait(
            "kube-controller-manager", 120, lambda: api.ready("/api/v1/namespaces/default/serviceaccounts/default")
        )
        self.wait("kwok", 60, lambda: api.node_is_ready(kube_objects.NODE))
        self.wait("kube-scheduler", 60, lambda: kube_objects.ok(f"https://127.0.0.1:{self.ports['scheduler']}/healthz"))
        if self.ended():  # its port was taken, and another run's program answered there
            raise RuntimeError(self.ended())
        return {
            "kubeconfig": str(kubeconfigs["admin"]),
            "tokenKubeconfig": str(kubeconfigs["token"]),
            "restrictedKubeconfig": str(kubeconfigs["restricted"]),
            "bin": str(self.binaries),
            "pids": {name: process.pid for name, process in self.running.items()},
            "ports": self.ports,
            "server": self.server,
            "podLog": str(pod_log),
        }

    def launch(self, name: str, arguments: list[str]) -> None:
        # Memory for time: garbage is collected when there is four times as much as what is in use.
        environment = {**os.environ, "GOGC": "400"}
        self.running[name] = processes.spawn([self.binaries / name, *arguments], self.log(name), cwd=self.folder, env=environment)

    def wait(self, name: str, seconds: float, ready) -> None:
        processes.wait_until(ready, self.running[name], self.log(name), seconds, name)

    def log(self, name: str) -> Path:
        return self.folder / "log" / f"{name}.log"

    def ended(self) -> str | None:
        """A sentence about the first process that isn't running any more."""
        for name, process in self.running.items():
            if process.poll() is not None:
                return f"{name} ended with code {process.returncode}:\n{processes.tail(self.log(name))}"
        return None

    def stop(self) -> None:
        """End all at once: a kill loses nothing that etcd has written, and an orderly stop would wait for open watches."""
        for process in self.running.values():
            if process.poll() is None:
                process.kill()
        for process in self.running.values():
            process.wait()
        self.running.clear()

    def write_kubeconfigs(self) -> dict[str, Path]:
        found = {}
        for name in ("admin", "kcm", "scheduler"):
            found[name] = self.write(
                f"{name}.kubeconfig", self.pki.kubeconfig(self.server, self.pki.certificate_user(name))
            )
        for name in ("token", "restricted"):
            found[name] = self.write(
                f"{name}.kubeconfig", self.pki.kubeconfig(self.server, {"token": self.pki.token(name)})
            )
        return found

    def write_kwok_config(self) -> Path:
        log = self.folder / "pod.log"
        if not log.exists():
            log.write_text(time.strftime("%Y-%m-%dT%H:%M:%S.000000000Z stdout F started\n", time.gmtime()))
        stages = (self.binaries / "kwok-stages.yaml").read_text()
        self.write("kwok.yaml", stages + kube_objects.pod_logs(log))
        return log

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    def etcd(self) -> list[str]:
        client, peer = (f"http://127.0.0.1:{self.ports[name]}" for name in ("etcd", "etcdPeer"))
        return [
            "--name=node0",
            f"--data-dir={self.folder / 'etcd'}",
            "--unsafe-no-fsync",
            "--log-level=warn",
            f"--listen-client-urls={client}",
            f"--advertise-client-urls={client}",
            f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=node0={peer}",
        ]

    def apiserver(self) -> list[str]:
        pki = self.pki.folder
        return [
            f"--etcd-servers=http://127.0.0.1:{self.ports['etcd']}",
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            f"--secure-port={self.ports['apiserver']}",
            "--allow-privileged=true",
            f"--cert-dir={pki}",
            f"--tls-cert-file={pki / 'apiserver.crt'}",
            f"--tls-private-key-file={pki / 'apiserver.key'}",
            f"--client-ca-file={pki / 'ca.crt'}",
            f"--token-auth-file={pki / 'tokens.csv'}",
            "--authorization-mode=Node,RBAC",
            "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
            f"--service-account-key-file={pki / 'sa.pub'}",
            f"--service-account-signing-key-file={pki / 'sa.key'}",
            "--service-cluster-ip-range=10.96.0.0/16",
            "--endpoint-reconciler-type=none",
        ]

    def controller_manager(self, kubeconfigs: dict[str, Path]) -> list[str]:
        pki = self.pki.folder
        return [
            f"--kubeconfig={kubeconfigs['kcm']}",
            "--bind-address=127.0.0.1",
            f"--secure-port={self.ports['controllerManager']}",
            "--leader-elect=false",
            "--use-service-account-credentials=true",
            f"--root-ca-file={pki / 'ca.crt'}",
            f"--service-account-private-key-file={pki / 'sa.key'}",
            f"--cluster-signing-cert-file={pki / 'ca.crt'}",
            f"--cluster-signing-key-file={pki / 'ca.key'}",
            # A busy machine delays kwok's heartbeats; no test wants its pods evicted for that.
            "--node-monitor-grace-period=1h",
        ]

    def scheduler(self, kubeconfigs: dict[str, Path]) -> list[str]:
        return [
            f"--kubeconfig={kubeconfigs['scheduler']}",
            "--bind-address=127.0.0.1",
            f"--secure-port={self.ports['scheduler']}",
            "--leader-elect=false",
        ]

    def kwok(self, kubeconfigs: dict[str, Path]) -> list[str]:
        port, pki = self.ports["kwok"], self.pki.folder
        return [
            f"--kubeconfig={kubeconfigs['admin']}",
            f"--config={self.folder / 'kwok.yaml'}",
            "--manage-all-nodes=true",
            "--cidr=10.0.0.1/24",
            "--node-ip=127.0.0.1",
            "--node-name=localhost",
            f"--node-port={port}",
            f"--server-address=127.0.0.1:{port}",
            "--node-lease-duration-seconds=40",
            f"--tls-cert-file={pki / 'admin.crt'}",
            f"--tls-private-key-file={pki / 'admin.key'}",
        ]


class Stopped(Exception):
    """A signal, or nobody is left who wants the control plane."""


def run(arguments: argparse.Namespace) -> int:
    """Start, print the line, and hold until somebody wants the end. Nothing stays behind, whatever happens."""

    def on_signal(number: int, _frame) -> None:
        raise Stopped(signal.Signals(number).name)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, on_signal)
    parent = os.getppid()
    plane = None
    try:
        # A free port may be taken between looking and binding: then once more with others.
        for attempt in (1, 2):
            plane = ControlPlane(kube_build.complete_folder(), Path(arguments.dir).absolute(), arguments.port)
            try:
                ready = plane.start(arguments.metrics)
                break
            except RuntimeError:
                plane.stop()
                if attempt == 2:
                    raise
        print(json.dumps({**ready, "supervisor": os.getpid()}), flush=True)
        hold(plane, parent, arguments.detached)
        return 0
    except Stopped as reason:
        print(f"kube: stopping ({reason})", file=sys.stderr)
        return 0
    finally:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        if plane:
            plane.stop()


def hold(plane: ControlPlane, parent: int, detached: bool) -> None:
    """Wait for the end. The parent's death is seen by its changed id, not by PR_SET_PDEATHSIG, which would also fire
    when only the *thread* that started us ends, as test threads do."""
    kind = os.fstat(0).st_mode
    pipe = not detached and (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind))
    while True:
        readable, _, _ = select.select([0] if pipe else [], [], [], 0.5)
        if readable and not os.read(0, 4096):
            raise Stopped("stdin was closed")
        if not detached and os.getppid() != parent:
            raise Stopped("the parent is gone")
        ended = plane.ended()
        if ended:
            raise RuntimeError(ended)


def up(arguments: argparse.Namespace) -> int:
    """`run` in the background; its line is passed on when it is ready."""
    folder = Path(arguments.dir).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    if running(folder):
        raise RuntimeError(f"a control plane is running in {folder} already")
    ready, log = folder / "ready.json", folder / "supervisor.log"
    command = [
        sys.executable,
        __file__,
        "run",
        "--dir",
        folder,
        "--detached",
        *(["--metrics"] if arguments.metrics else []),
    ]
    command += ["--port", str(arguments.port)] if arguments.port else []
    with open(ready, "wb") as line, open(log, "wb") as errors:
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=line,
            stderr=errors,
            start_new_session=True,
        )
    (folder / "supervisor.pid").write_text(str(process.pid))
    processes.wait_until(lambda: ready.read_text().endswith("\n"), process, log, 400, "the control plane")
    print(ready.read_text(), end="")
    return 0


def down(arguments: argparse.Namespace) -> int:
    """Stop what `up` started, and wait until it has ended."""
    folder = Path(arguments.dir).absolute()
    pid = running(folder)
    if pid:
        os.kill(pid, signal.SIGTERM)
        while running(folder):
            time.sleep(0.05)
    (folder / "supervisor.pid").unlink(missing_ok=True)
    return 0


def running(folder: Path) -> int | None:
    """The supervisor's process, if it is one of ours and alive."""
    try:
        pid = int((folder / "supervisor.pid").read_text())
        words = subprocess.run(["ps", "-o", "args=", "-p", str(pid)], stdout=subprocess.PIPE, text=True).stdout
        return pid if str(folder) in words and "defunct" not in words else None
    except (FileNotFoundError, ValueError):
        return None


def build(_arguments: argparse.Namespace) -> int:
    print(kube_build.build())
    return 0


def path(_arguments: argparse.Namespace) -> int:
    print(kube_build.complete_folder())
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="build|path|run|up|down")
    for action in (build, path):
        commands.add_parser(action.__name__).set_defaults(action=action)
    for action in (run, up, down):
        command = commands.add_parser(action.__name__)
        command.add_argument("--dir", required=True, help="where it keeps its data, certificates and logs")
        command.set_defaults(action=action)
        if action is not down:
            command.add_argument("--port", type=int, help="of the API server; default: a free one")
            command.add_argument(
                "--metrics", action="store_true", help="serve metrics.k8s.io from custom resources that a test writes"
            )
        if action is run:
            command.add_argument("--detached", action="store_true", help="go on without parent and stdin")
    return parser.parse_args()


def main() -> int:
    arguments = parse()
    if arguments.command in ("run", "up") and not shutil.which("openssl"):
        print(
            "kube: openssl is missing, which makes the certificates (Debian, Ubuntu: apt-get install openssl)",
            file=sys.stderr,
        )
        return CANNOT
    try:
        return arguments.action(arguments)
    except kube_build.Cannot as reason:
        print(f"kube: {reason}", file=sys.stderr)
        return CANNOT
    except (RuntimeError, OSError) as reason:
        print(f"kube: {reason}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
