"""`canopy up` with a data folder and ports of its own, for whatever looks at Canopy from outside."""

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
