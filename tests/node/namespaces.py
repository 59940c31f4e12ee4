"""The room in which the node lives: namespaces and control groups of its own, so that this machine stays as it was.

`command()` is run outside, by root; `furnish()` inside, first of all. Whatever is in the room ends with its first process: processes by
the PID namespace, mounts by the mount namespace, addresses, bridges and packet filters by the network namespace. Only control groups
and the folder are left to `remove_groups` and the caller. The room has no way out: it has no link to any other network.
"""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
ADDRESS = os.environ.get("CANOPY_NODE_ADDRESS", "10.99.0.1")  # the node's; a room within the room has another one
SERVICES = "10.96.0.0/16"
PODS = "10.244.0.0/24"
WITHIN = "room-within"  # name of the control groups of a room within this one
LAID_OVER = ("/var/lib", "/var/log", "/etc")  # folders of the machine in which the room writes without changing them


def unified() -> bool:
    """Whether the machine has the one hierarchy of control groups (version 2)."""
    return (GROUPS / "cgroup.controllers").exists()


def hierarchies() -> list[tuple[str, Path]]:
    """(what it is mounted as, our own group in it) of each hierarchy with a controller."""
    found = []
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        number, name, own = line.split(":", 2)
        if number == "0":
            if unified():
                found.append(("", GROUPS / own.lstrip("/")))
            continue
        at = name.removeprefix("name=")
        if (GROUPS / at).is_dir():
            found.append((name, GROUPS / at / own.lstrip("/")))
    return found


def make_groups(name: str) -> list[Path]:
    """A group of that name in each hierarchy, with this process in it: what the room takes for the root."""
    made = []
    for controller, own in hierarchies():
        group = own / name
        group.mkdir()
        made.append(group)
        if controller == "cpuset":
            for setting in ("cpuset.cpus", "cpuset.mems"):
                (group / setting).write_text((own / setting).read_text())
    return made


def enter(groups: list[Path]) -> None:
    for group in groups:
        (group / "cgroup.procs").write_text(str(os.getpid()))


def remove_groups(groups: list[Path]) -> list[str]:
    """Take the groups away with all below them; what could not be taken away."""
    deadline = time.monotonic() + 30
    while True:
        for group in groups:
            for below in sorted(group.rglob("*"), reverse=True) if group.exists() else []:
                if below.is_dir():
                    remove(below)
            remove(group)
        left = [str(group) for group in groups if group.exists()]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.1)


def remove(group: Path) -> None:
    try:
        group.rmdir()
    except OSError:  # a process in it is just ending, or it is gone
        return


def command(groups: list[Path], inside: list[str]) -> list[str]:
    """The command that runs `inside` in a new room; the caller is in the groups already."""
    return ["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--cgroup", "--fork", "--kill-child", "--mount-proc", *inside]


def furnish(folder: Path, name: str) -> None:
    """Inside: the mounts and the network that a node needs."""
    run("mount", "--make-rprivate", "/")
    controllers = [controller for controller, _ in hierarchies()]
    run("mount", "-t", "sysfs", "sysfs", "/sys")
    if controllers == [""]:
        run("mount", "-t", "cgroup2", "cgroup2", GROUPS)
        move_down()
    else:
        run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", GROUPS)
        for controller in filter(None, controllers):
            at = GROUPS / controller.removeprefix("name=")
            at.mkdir()
            option = f"none,{controller}" if controller.startswith("name=") else controller
            run("mount", "-t", "cgroup", "-o", option, "cgroup", at)
    run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/run")
    for place in LAID_OVER:
        upper, work = (folder / f"over{place.replace('/', '-')}{kind}" for kind in ("", "-work"))
        upper.mkdir()
        work.mkdir()
        run("mount", "-t", "overlay", "-o", f"lowerdir={place},upperdir={upper},workdir={work}", "overlay", place)
    Path("/etc/resolv.conf").unlink(missing_ok=True)
    Path("/etc/resolv.conf").write_text(f"nameserver {ADDRESS}\n")
    Path("/etc/hosts").write_text(f"127.0.0.1 localhost\n{ADDRESS} {name}\n")
    run("hostname", name)
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "node0", "type", "bridge")
    run("ip", "address", "add", f"{ADDRESS}/32", "dev", "node0")
    run("ip", "link", "set", "node0", "up")
    # Services have no place of their own: the packet filter turns them into pods before anything is sent there.
    run("ip", "route", "add", SERVICES, "dev", "node0")
    for setting in ("net/ipv4/ip_forward", "net/bridge/bridge-nf-call-iptables"):
        Path("/proc/sys", setting).write_text("1")


def move_down() -> None:
    """Version 2 lets only groups without processes have children with controllers: ours go one down."""
    below = GROUPS / "room"
    below.mkdir()
    for pid in (GROUPS / "cgroup.procs").read_text().split():
        (below / "cgroup.procs").write_text(pid)
    for controller in (GROUPS / "cgroup.controllers").read_text().split():
        (GROUPS / "cgroup.subtree_control").write_text(f"+{controller}")


def run(*words) -> None:
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"`{' '.join(map(str, words))}` failed: {done.stderr.strip()}")
