"""The node's own programs, built from the pinned Go modules in tests/node/mod and kept beside the control plane's."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
import time
from pathlib import Path

import kube_build
import places

MODULES = places.ROOT / "tests/node/mod"
# The module, what is built of it, and the programs' names.
PLAN = (
    ("k8s", ["k8s.io/kubernetes/cmd/kubelet", "k8s.io/kubernetes/cmd/kube-proxy"], ["kubelet", "kube-proxy"]),
    ("coredns", ["."], ["coredns"]),
    ("sftp", ["."], ["sftpgo"]),
    ("ingress", ["."], ["ingress"]),
    ("metrics", ["sigs.k8s.io/metrics-server/cmd/metrics-server"], ["metrics-server"]),
)
VERSION = "k8s.io/component-base/version"


def folder() -> Path:
    """Where the programs of the present pins belong."""
    state = hashlib.sha256(repr(PLAN).encode())
    for file in sorted(file for file in MODULES.rglob("*") if file.is_file()):
        state.update(f"\0{file.relative_to(MODULES)}\0".encode() + file.read_bytes())
    return places.cache() / "node" / f"programs-{state.hexdigest()[:16]}"


def build(say) -> Path:
    """Build what is missing, each program under its name only when it is whole; their folder."""
    target = folder()
    target.mkdir(parents=True, exist_ok=True)
    with open(target / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for module, packages, names in PLAN:
            if all((target / name).exists() for name in names):
                continue
            began = time.monotonic()
            with tempfile.TemporaryDirectory(dir=target) as scratch:
                build_module(module, packages, names, Path(scratch))
                for name in names:
                    os.replace(Path(scratch) / name, target / name)
            say(f"built {' '.join(names)} in {time.monotonic() - began:.0f} s")
    return target


def build_module(module: str, packages: list[str], names: list[str], scratch: Path) -> None:
    flags = "-s -w"
    if module == "k8s":
        number = kube_build.pinned("k8s")  # the control plane's version, which the kubelet's must not be newer than
        major, minor, _ = number.lstrip("v").split(".")
        flags += f" -X {VERSION}.gitVersion={number} -X {VERSION}.gitMajor={major} -X {VERSION}.gitMinor={minor}"
    to = scratch / names[0] if len(packages) == 1 else f"{scratch}/"
    arguments = ("build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", str(to))
    kube_build.go(MODULES / module, *arguments, *packages)
