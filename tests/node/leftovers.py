"""What a run may have changed on the machine outside of its room."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

MARK = "CANOPY_NODE_RUN"
PATIENCE = 60  # seconds: hundreds of processes that were killed at once end slowly on a busy machine
# Where programs of a node write when nobody tells them otherwise.
FOLDERS = (
    "/run/containerd", "/run/netns", "/var/run/netns", "/var/lib/kubelet", "/var/lib/cni", "/var/lib/containerd", "/var/log/pods",
    "/var/log/containers", "/etc/cni/net.d", "/opt/cni", "/usr/libexec/kubernetes",
)  # fmt: skip


def look() -> dict[str, set[str]]:
    """Mounts, network links, packet filters and folders as they are now."""
    mounts = {line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()}
    filters = set()
    if shutil.which("iptables-save"):
        said = subprocess.run(["iptables-save"], capture_output=True, text=True).stdout
        filters = {line for line in said.splitlines() if line.startswith("-A") or "KUBE" in line or "CNI" in line}
    folders = {f"{folder}/{name}" for folder in FOLDERS if Path(folder).is_dir() for name in os.listdir(folder)}
    folders |= {folder for folder in FOLDERS if Path(folder).exists()}
    return {"mount": mounts, "link": set(os.listdir("/sys/class/net")), "packet filter": filters, "folder": folders}


def after(before: dict[str, set[str]], run: str) -> list[str]:
    """What is there now and was not before, and processes that carry the run's mark."""
    deadline = time.monotonic() + PATIENCE
    while (alive := marked(run)) and time.monotonic() < deadline:
        time.sleep(0.1)
    now = look()
    return alive + [f"{kind} {one}" for kind in before for one in sorted(now[kind] - before[kind])]


def namespaces_of(process: int) -> set[str]:
    """The kernel's names of the namespaces of that process which are not ours too."""
    return kinds(process) - kinds(os.getpid())


def kinds(process: int | str) -> set[str]:
    try:
        return {os.readlink(entry) for entry in Path(f"/proc/{process}/ns").iterdir()}
    except OSError:  # it has ended
        return set()


def within(room: set[str]) -> list[str]:
    """Processes that are in one of these namespaces, marked or not."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            if inside := sorted(kinds(entry.name) & room):
                found.append(f"process {entry.name} in {' '.join(inside)}")
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.1)


def marked(run: str) -> list[str]:
    mark, found = f"{MARK}={run}".encode(), []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (entry / "environ").read_bytes().split(b"\0"):
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                found.append(f"process {entry.name} {line[:200]}")
        except OSError:  # it has ended
            continue
    return found
