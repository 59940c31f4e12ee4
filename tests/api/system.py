"""The Canopy that is tried: `canopy up` with the simulated cluster, a second one that is registered nowhere, and somewhere that webhooks
may be sent to. All of it is in one folder."""

from __future__ import annotations

import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import canopy_up
import processes

SPEED = "20"  # times faster than a real cluster
# What keeps strangers out would keep out a run of thousands of calls from one address; and nobody's sites are visited.
SETTINGS = {
    "CANOPY_SANDBOX_SPEED": SPEED,
    "CANOPY_AUTH_ADDRESS_LIMIT": "1000000",
    "CANOPY_AUTH_SESSIONS_PER_USER": "1000",
    "CANOPY_REACH": "off",
    "CANOPY_REGISTRATION": "open",
}


class Hook(BaseHTTPRequestHandler):
    """Takes whatever is sent."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_arguments) -> None:
        pass


class System:
    """What runs for one run of these tests."""

    def __init__(self, program: Path, folder: Path, postgres_bin: Path, nats: Path):
        self.program, self.folder, self.programs = program, folder, (postgres_bin, nats)
        self.children: list[subprocess.Popen] = []
        self.hook = ThreadingHTTPServer(("127.0.0.1", 0), Hook)

    def start(self) -> None:
        threading.Thread(target=self.hook.serve_forever, daemon=True).start()
        self.hook_url = f"http://127.0.0.1:{self.hook.server_port}/hook"
        env = {**os.environ, **SETTINGS, "CANOPY_WEBHOOK_ALLOW": f"127.0.0.1:{self.hook.server_port}"}
        cluster, kubeconfig = canopy_up.start_cluster(self.program, self.folder / "spare", SPEED, self.folder / "sandbox.log", env)
        self.children.append(cluster)
        self.spare_kubeconfig = kubeconfig.read_text()
        address = self.spare_kubeconfig.split("https://", 1)[1].split()[0].strip("\"'")
        postgres_bin, nats = self.programs
        more = ["--cluster-allow", address, "--postgres-bin", postgres_bin, "--nats-server", nats]
        up, self.report = canopy_up.start(self.program, self.folder / "data", self.folder / "up.log", env, *more)
        self.children.append(up)

    def stop(self) -> None:
        for child in reversed(self.children):
            processes.stop(child, 60, processes.signal.SIGINT)
        self.hook.shutdown()

    def troubles(self) -> list[str]:
        """Errors that the services logged: of a 500, the cause is there."""
        lines = []
        for log in sorted((self.folder / "data/logs").glob("*")):
            lines += [f"{log.name}: {line[:500]}" for line in log.read_text(errors="replace").splitlines() if '"ERROR"' in line or " ERROR " in line]
        return lines
