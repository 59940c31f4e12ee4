"""Child processes that never outlive what started them, and the proof that none did.

Every child is started with PR_SET_PDEATHSIG (Linux), so that even a `kill -9` of the parent ends it. What the children
start themselves is marked by CANOPY_RUN_ID in its environment, and a guard ends it:

    processes.py RUN_ID FOLDER      wait until stdin is closed, then end what carries the mark and remove the folder
"""

from __future__ import annotations

import ctypes
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

RUN_ID = "CANOPY_RUN_ID"
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None


def die_with_parent(parent: int, kill_signal: int = signal.SIGKILL) -> None:
    """Called in the child between fork and exec: the kernel sends `kill_signal` when the parent's thread ends."""
    if _LIBC is None:
        return
    _LIBC.prctl(_PR_SET_PDEATHSIG, int(kill_signal), 0, 0, 0)
    if os.getppid() != parent:  # it died before the call above
        os.kill(os.getpid(), kill_signal)


def spawn(command, log: Path, user: str | None = None, tied: bool = True, **options) -> subprocess.Popen:
    """Start `command` with its output in `log`, as `user` if given, in a process group of its own."""
    parent = os.getpid()
    account = pwd.getpwnam(user) if user else None

    def in_the_child() -> None:
        # Changing the user clears the death signal, so the user is changed here and not by Popen.
        if account:
            os.setgroups([])
            os.setgid(account.pw_gid)
            os.setuid(account.pw_uid)
        if tied:
            die_with_parent(parent)

    with open(log, "ab") as output:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=in_the_child,
            start_new_session=True,
            **options,
        )


def first_line(command, log: Path, env: dict[str, str], patience: float = 600.0) -> tuple[subprocess.Popen, str]:
    """Start `command`, which ends with this process (SIGINT), and wait `patience` seconds for the line that it says when it is ready."""
    parent = os.getpid()
    with log.open("a") as errors:
        child = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=env,
            preexec_fn=lambda: die_with_parent(parent, signal.SIGINT),
            start_new_session=True,
        )
    said, _, _ = select.select([child.stdout], [], [], patience)
    line = child.stdout.readline().strip() if said else ""
    if not line:
        stop(child)
        why = "did not start" if said else f"was not ready after {patience:.0f} s"
        raise RuntimeError(f"{Path(command[0]).name} {command[1]} {why}:\n{tail(log)}")
    return child, line


def stop(process: subprocess.Popen, patience: float = 10.0, first: int = signal.SIGTERM) -> None:
    """Ask the process to end, wait `patience` seconds, then end it."""
    if process.poll() is not None:
        return
    process.send_signal(first)
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def free_ports(count: int) -> list[int]:
    """`count` different free ports: all are held while the next is asked for."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()


def wait_until(ready, process: subprocess.Popen, log: Path, seconds: float, what: str) -> None:
    """Wait for the condition `ready()`; a process that ends first, or the time-out, is an error with its last lines."""
    deadline = time.monotonic() + seconds
    while not ready():
        if process.poll() is not None:
            raise RuntimeError(f"{what} ended with code {process.returncode}:\n{tail(log)}")
        if time.monotonic() > deadline:
            raise RuntimeError(f"{what} was not ready after {seconds:.0f} s:\n{tail(log)}")
        time.sleep(0.05)


def tail(log: Path, lines: int = 15) -> str:
    """The last lines of a log."""
    try:
        return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
    except OSError as reason:
        return f"({log}: {reason.strerror})"


def unprivileged_user() -> str | None:
    """The user for programs that refuse to run as root: None when we aren't root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise RuntimeError("root needs a user named postgres or nobody to run PostgreSQL, and there is none")


def left_over(run: str) -> list[tuple[int, str]]:
    """Processes that carry CANOPY_RUN_ID=run in their environment: (pid, command line). Linux only, else empty."""
    mark = f"{RUN_ID}={run}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        pid = int(entry.name)
        if pid == os.getpid():
            continue
        try:
            if mark not in (entry / "environ").read_bytes().split(b"\0"):
                continue
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:  # it has ended, or belongs to somebody else
            continue
        if line:  # a zombie has none
            found.append((pid, line[:200]))
    return found


def guard(run: str, folder: Path) -> subprocess.Popen:
    """Start the guard of this process: the kernel closes its stdin when we end, however we end."""
    settings = {key: value for key, value in os.environ.items() if key != RUN_ID}
    return subprocess.Popen(
        [sys.executable, __file__, run, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=settings,
        start_new_session=True,
    )


def end_left_over(run: str) -> list[tuple[int, str]]:
    """End what carries the mark, and say what it was. Again and again, as what is ended may be starting something."""
    ended = {}
    while True:
        found = left_over(run)
        if not found:
            return list(ended.items())
        for pid, line in found:
            ended[pid] = line
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.05)


if __name__ == "__main__":
    sys.stdin.buffer.read()
    end_left_over(sys.argv[1])
    shutil.rmtree(sys.argv[2], ignore_errors=True)
