"""Builds the programs of the test control plane from the pinned Go modules in tests/kube/mod."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import places
import processes
from tools import output, version

MODULES = places.ROOT / "tests/kube/mod"
GO_OLDEST = (1, 26)

# The module, what is built of it, and the programs' names. helm first: it is wanted by more tests than the others.
PLAN = (
    ("helm", ["helm.sh/helm/v4/cmd/helm"], ["helm"]),
    ("helm3", ["helm.sh/helm/v3/cmd/helm"], ["helm3"]),
    (
        "k8s",
        [
            "k8s.io/kubernetes/cmd/kube-apiserver",
            "k8s.io/kubernetes/cmd/kube-controller-manager",
            "k8s.io/kubernetes/cmd/kube-scheduler",
        ],
        ["kube-apiserver", "kube-controller-manager", "kube-scheduler"],
    ),
    ("etcd", ["."], ["etcd"]),
    ("kwok", ["sigs.k8s.io/kwok/cmd/kwok"], ["kwok", "kwok-stages.yaml"]),
)
# kwok's behaviour comes as files in its module: what nodes, pods and volumes do, quickly; and faults, for pods that ask
# for them by label.
STAGES = (
    "node/fast/node-initialize.yaml",
    "node/heartbeat-with-lease/node-heartbeat-with-lease.yaml",
    "pod/fast/pod-*.yaml",
    "pod/chaos/pod-*.yaml",
    "volume/fast/p*.yaml",
)


class Cannot(Exception):
    """This machine can't do it; the text is the reason in one sentence."""


def folder() -> Path:
    """Where the programs of the present pins belong."""
    state = hashlib.sha256(repr((PLAN, STAGES)).encode())
    for file in sorted(file for file in MODULES.rglob("*") if file.is_file()):
        state.update(f"\0{file.relative_to(MODULES)}\0".encode() + file.read_bytes())
    return places.cache() / "kube" / state.hexdigest()[:16] / "bin"


def complete() -> bool:
    return all((folder() / name).exists() for _, _, names in PLAN for name in names)


def complete_folder() -> Path:
    """The folder, if all programs are in it."""
    if not complete():
        raise Cannot("the control plane is not built; `scripts/kube.py build` does it, in about 8 minutes")
    return folder()


def build() -> Path:
    """Build what is missing. Each program appears under its name only when it is whole, so an interrupted build goes on."""
    target = folder()
    if complete():
        return target
    found = output("go", "env", "GOVERSION")
    if version(found) < GO_OLDEST:
        raise Cannot(
            f"Go {'.'.join(map(str, GO_OLDEST))} or newer is needed to build the control plane,"
            f" and {found.replace('go', 'Go ') or 'no Go'} is here"
        )
    target.mkdir(parents=True, exist_ok=True)
    with open(target.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for module, packages, names in PLAN:
            if all((target / name).exists() for name in names):
                continue
            began = time.monotonic()
            say(f"building {' '.join(names)} {pinned(module)}")
            with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
                build_module(module, packages, names, Path(scratch))
                for name in names:
                    os.replace(Path(scratch) / name, target / name)
            say(f"building {' '.join(names)} took {time.monotonic() - began:.0f} s")
    return target


def build_module(module: str, packages: list[str], names: list[str], scratch: Path) -> None:
    """One `go build`. -mod=readonly: exactly what go.mod and go.sum say, or an error."""
    source, flags = MODULES / module, "-s -w"
    if module == "k8s":
        # Without these /version says v0.0.0-master, and charts with a kubeVersion are refused.
        number, at = pinned(module), "k8s.io/component-base/version"
        major, minor, _ = number.lstrip("v").split(".")
        values = {
            "gitVersion": number,
            "gitMajor": major,
            "gitMinor": minor,
            "gitTreeState": "clean",
            "gitCommit": "module",
        }
        flags += "".join(f" -X {at}.{key}={value}" for key, value in values.items())
    # -o with a folder names each program after its package; one whose name differs gets its own.
    to = scratch / names[0] if len(packages) == 1 else f"{scratch}/"
    go(source, "build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", str(to), *packages)
    if module == "kwok":
        stages = (
            Path(go(source, "list", "-mod=readonly", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kwok").strip())
            / "kustomize/stage"
        )
        texts = [file.read_text() for pattern in STAGES for file in sorted(stages.glob(pattern))]
        (scratch / "kwok-stages.yaml").write_text("".join(f"{text.rstrip()}\n---\n" for text in texts))


def go(source: Path, *arguments: str) -> str:
    settings = {**os.environ, "CGO_ENABLED": "0", "GOTOOLCHAIN": "local", "GOFLAGS": "", "GOWORK": "off"}
    parent = os.getpid()
    done = subprocess.run(
        ["go", *arguments],
        cwd=source,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: processes.die_with_parent(parent),
    )
    if done.returncode != 0:
        raise RuntimeError(f"go {arguments[0]} in {source.relative_to(places.ROOT)} failed:\n{done.stderr[-3000:]}")
    return done.stdout


def pinned(module: str) -> str:
    """The version that go.mod requires of the module's program."""
    main = {
        "helm": "helm.sh/helm/v4",
        "helm3": "helm.sh/helm/v3",
        "k8s": "k8s.io/kubernetes",
        "etcd": "go.etcd.io/etcd/server/v3",
        "kwok": "sigs.k8s.io/kwok",
    }[module]
    found = re.search(rf"(?m)^\s*(?:require )?{re.escape(main)} (v\S+)", (MODULES / module / "go.mod").read_text())
    if not found:
        raise RuntimeError(f"tests/kube/mod/{module}/go.mod does not require {main}")
    return found.group(1)


def say(text: str) -> None:
    print(f"kube: {text}", file=sys.stderr, flush=True)
