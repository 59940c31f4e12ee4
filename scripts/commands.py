"""The commands of a test run: each in a process group of its own, which ends with it, whatever ends that."""

from __future__ import annotations

import concurrent.futures
import os
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import measure
import places
import processes

LIMIT = 2 * 60 * 60  # seconds; only what hangs takes that long


class Commands:
    """What one run has started."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.background_ones: list[subprocess.Popen] = []
        self.running: set[subprocess.Popen] = set()

    def background(self, command: list, name: str) -> tuple[subprocess.Popen, Path]:
        """Start a command that goes on until the end; its log."""
        log = self.folder / f"{name}.log"
        log.touch()
        process = processes.spawn(command, log, cwd=places.ROOT)
        self.background_ones.append(process)
        return process, log

    def follow(self, process: subprocess.Popen, log: Path) -> None:
        """Show what a background command says, until it has ended."""
        shown = 0
        while process.poll() is None or shown < log.stat().st_size:
            with open(log) as lines:
                lines.seek(shown)
                print(lines.read(), end="", flush=True)
                shown = lines.tell()
            try:
                process.wait(1)
            except subprocess.TimeoutExpired:
                continue

    def watched(
        self,
        command,
        read: Callable[[str], None] | None = None,
        cwd: Path = places.ROOT,
        env: dict[str, str] | None = None,
        output: Path | None = None,
        used: Callable[[float], None] | None = None,
    ) -> int:
        """Run a command and wait for its end: `read` gets each line, or `output` what goes to stdout, else all is shown. `used` is told
        the seconds of processor that it and what it has waited for have taken."""
        parent = os.getpid()
        file = open(output, "w") if output else None
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if read else file,
            stderr=subprocess.STDOUT if read else None,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=lambda: processes.die_with_parent(parent),
        )
        if file:
            file.close()
        self.running.add(process)
        limit = threading.Timer(LIMIT, lambda: os.killpg(process.pid, signal.SIGKILL))
        limit.start()
        # A process that a test left behind holds the pipe open for ever, so the end of the command counts, not the pipe's.
        reader = threading.Thread(target=pass_on, args=(process.stdout, read), daemon=True) if read else None
        try:
            if reader:
                reader.start()
            if used and hasattr(os, "waitid"):
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
                used(measure.processor(process.pid))
            return process.wait()
        finally:
            limit.cancel()
            end_group(process)
            self.running.discard(process)
            if reader:
                reader.join(5)

    def end(self, patience: float) -> None:
        """End what is running: commands within `patience` seconds, and then what is in the background."""
        running = list(self.running)
        with concurrent.futures.ThreadPoolExecutor(max(1, len(running))) as pool:
            list(pool.map(lambda process: end_group(process, patience), running))
        for process in reversed(self.background_ones):
            end_group(process)


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
