"""Canopy in a folder and on ports of its own, for whatever looks at it from outside: `canopy up`, and a simulated cluster beside it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import processes


def start(program: Path, data: Path, log: Path, env: dict[str, str], *more) -> tuple[subprocess.Popen, dict]:
    """Start it, with `more` arguments, and wait until it is ready; the process, and what it reports of itself."""
    command = [program, "up", "--print-json", "--any-ports", "--port", "0", "--data", data, *more]
    child, line = processes.first_line(command, log, env)
    return child, json.loads(line)


def start_cluster(program: Path, folder: Path, speed: str, log: Path, env: dict[str, str]) -> tuple[subprocess.Popen, Path]:
    """Start a simulated cluster, `speed` times faster than a real one, and wait until it is ready; the process, and its kubeconfig."""
    child, line = processes.first_line([program, "sandbox", "--speed", speed, "--dir", folder], log, env)
    return child, Path(line)
