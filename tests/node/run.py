#!/usr/bin/env python3
"""Sites that truly answer: a real node with containers, Canopy beside it, and visitors. As root, on Linux.

    tests/node/run.py --canopy PROGRAM [--only PART...] [--limit SECONDS] [--keep DIR] [--hold]

The last line is JSON: how many things were seen, and which were not. Exit code 77: it can't be done on this machine, and the sentence on
stderr says why. Everything runs in a room of its own (namespaces.py) and nothing is left of it afterwards: that is checked too.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

import deploy
import images
import kube_build
import leftovers
import namespaces
import places
import processes
import programs
import tools

CANNOT = 77
PACKAGES = {
    "containerd": "containerd",
    "runc": "runc",
    "iptables": "iptables",
    "ip": "iproute2",
    "mmdebstrap": "mmdebstrap",
    "unshare": "util-linux",
    "openssl": "openssl",
    "sftp": "openssh-client",
    "git": "git",
}
STALE = 600  # seconds
BRIDGE = Path("/usr/lib/cni/bridge")


class Cannot(Exception):
    """This machine can't do it; the text is the reason in one sentence."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canopy", type=Path, required=True, help="the program")
    parser.add_argument("--image", type=Path, help="an archive of Canopy's image for `production`, as `make image` makes it [default: packed of the program]")
    parser.add_argument("--keep", type=Path, help="where logs are copied to, for a look afterwards")
    parser.add_argument("--hold", action="store_true", help="keep all running after the run, until stdin ends")
    parser.add_argument("--limit", type=float, help="seconds after which a run is ended, and its room with it")
    parser.add_argument("--only", nargs="+", help="some of wordpress, nodejs, php, failures, production, move; else all")
    given = parser.parse_args()
    places.find_toolchains()
    try:
        check()
        install()
        kube_build.build()
        deploy.build()
        built = programs.build(say)
        sweep()
        return in_a_room(given, built, images.build(built, say))
    except (Cannot, kube_build.Cannot, tools.Missing) as reason:
        say(str(reason))
        return CANNOT
    except (RuntimeError, OSError) as reason:
        say(str(reason))
        return 1


def check() -> None:
    """Whether this machine can have a node at all."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise Cannot("a node needs Linux on x86-64")
    if os.geteuid() != 0:
        raise Cannot("a node needs root")
    trial = ["unshare", "--mount", "--net", "--pid", "--cgroup", "--fork", "--mount-proc", "ip", "link", "add", "node0", "type", "bridge"]
    if not shutil.which("ip"):
        install()
    done = subprocess.run(trial, capture_output=True, text=True)
    if done.returncode != 0:
        raise Cannot(f"root may not make namespaces with a bridge here: {done.stderr.strip()}")


def install() -> None:
    """What comes from Debian's packages."""
    missing = sorted({package for program, package in PACKAGES.items() if not shutil.which(program)})
    if not BRIDGE.exists():
        missing.append("containernetworking-plugins")
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise Cannot(f"missing, and there is no apt-get to install it: {', '.join(missing)}")
    say(f"installing {', '.join(missing)}")
    tools.apt("update")
    tools.apt("install", "-y", "--no-install-recommends", *missing)


def sweep() -> None:
    """Take away what an earlier run left whose outside was killed before it could: its room ended with it."""
    for folder in Path(tempfile.gettempdir()).glob("canopy-node-*"):
        groups = [group for _, own in namespaces.hierarchies() if (group := own / folder.name).exists()]
        alive = any(file.read_text() for group in groups for file in group.rglob("cgroup.procs"))
        if not alive and time.time() - folder.stat().st_mtime > STALE:
            namespaces.remove_groups(groups)
            shutil.rmtree(folder, ignore_errors=True)


def in_a_room(given: argparse.Namespace, built: Path, archive: Path) -> int:
    folder = Path(tempfile.mkdtemp(prefix="canopy-node-"))
    folder.chmod(0o755)  # PostgreSQL's user must get in
    run = uuid.uuid4().hex
    before = leftovers.look()
    groups = namespaces.make_groups(folder.name)
    parent = os.getpid()
    inside = [sys.executable, Path(__file__).with_name("inside.py"), "--folder", folder, "--programs", built, "--archive", archive]
    inside += ["--chromium", chromium] if (chromium := browser()) else []
    inside += ["--canopy", given.canopy.absolute(), "--postgres-bin", tools.postgres(), "--nats-server", tools.nats()]
    inside += ["--image", given.image.absolute()] if given.image else []
    inside += ["--hold"] if given.hold else []
    inside += ["--only", *given.only] if given.only else []
    command = namespaces.command(groups, [str(word) for word in inside])

    def in_the_child() -> None:
        processes.die_with_parent(parent)
        namespaces.enter(groups)

    # CANOPY_NODE_RUN marks whatever is started inside.
    env = {**os.environ, leftovers.MARK: run, "TMPDIR": str(folder)}
    code, room = 1, set()
    try:
        stdin = None if given.hold else subprocess.DEVNULL
        started = subprocess.Popen(command, preexec_fn=in_the_child, env=env, stdin=stdin)
        room = namespaces_of_the_room(started)
        code = started.wait(given.limit)
    except subprocess.TimeoutExpired:
        started.kill()
        started.wait()
        say(f"the run was ended after {given.limit:.0f} s")
    finally:
        try:
            if given.keep:
                keep(folder, given.keep)
        except OSError as reason:
            say(f"logs and pictures are not kept: {reason}")
        left = leftovers.after(before, run) + leftovers.within(room) + [f"control group {group}" for group in namespaces.remove_groups(groups)]
        shutil.rmtree(folder, ignore_errors=True)
        left += [str(folder)] if folder.exists() else []
        left += [one for one in leftovers.after(before, run) if one not in left]  # once more: what ends late may leave something
        for one in left:
            say(f"left behind: {one}")
    if not left:
        say("nothing was left behind: no process, mount, namespace, link, packet filter, control group or folder")
    return code or (1 if left else 0)


def namespaces_of_the_room(started: subprocess.Popen) -> set[str]:
    """Those of its first process, which `unshare` starts at once."""
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
    while started.poll() is None:
        if found := [room for child in children.read_text().split() if (room := leftovers.namespaces_of(int(child)))]:
            return found[0]
        time.sleep(0.05)
    return set()


def browser() -> Path | None:
    """Chromium, for the picture; without it there is none."""
    try:
        return tools.chromium()
    except tools.Missing as reason:
        say(f"no picture: {reason}")
        return None


def keep(folder: Path, target: Path) -> None:
    """Logs and pictures."""
    target.mkdir(parents=True, exist_ok=True)
    for pattern in ("*.log", "node/log/*", "plane/log/*", "pictures/*"):
        for file in folder.glob(pattern):
            if file.is_file():
                shutil.copy(file, target)


def say(text: str) -> None:
    print(f"node: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
