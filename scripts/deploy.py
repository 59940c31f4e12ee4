#!/usr/bin/env python3
"""What the tests of k8s/, the Tiltfile, alerts and dashboard need: the program of tests/deploy and the CRDs of the operators.

    deploy.py build     build the program, fetch the CRDs from the operators' Go modules and the API's document from Kubernetes', and
                        print the folder with them
    deploy.py path      print the folder, if it is complete

Pinned by go.mod and go.sum and cached outside the tree; their hash names the folder.
Exit code 77: it can't be done on this machine, and the sentence on stderr says why.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

import kube_build
import places
from tools import output, version

SOURCE = places.ROOT / "tests/deploy"
# names the Kubernetes that the tests run
KUBERNETES = places.ROOT / "tests/kube/mod/k8s"
CANNOT = 77
# The module, and the files in it.
CRDS = {
    "github.com/cloudnative-pg/cloudnative-pg": "config/crd/bases/*_clusters.yaml",
    "github.com/cert-manager/cert-manager": "deploy/crds/crd-*issuers.yaml deploy/crds/crd-certificates.yaml",
    "github.com/prometheus-operator/prometheus-operator":
        "example/prometheus-operator-crd/*_servicemonitors.yaml example/prometheus-operator-crd/*_prometheusrules.yaml",
    "sigs.k8s.io/gateway-api": "config/crd/standard/*_httproutes.yaml",
}


def folder() -> Path:
    """Where the parts of the present pins belong."""
    state = hashlib.sha256(repr(CRDS).encode() + (KUBERNETES / "go.mod").read_bytes())
    for file in sorted(file for file in SOURCE.rglob("*") if file.is_file()):
        state.update(f"\0{file.relative_to(SOURCE)}\0".encode() + file.read_bytes())
    return places.cache() / "deploy" / state.hexdigest()[:16]


def complete() -> Path:
    if not (folder() / "deploy").exists():
        raise kube_build.Cannot("the checks of k8s/ are not built; `scripts/deploy.py build` does it")
    return folder()


def build() -> Path:
    """Build what is missing. The program comes last, so an interrupted build goes on."""
    target, found, oldest = folder(), output("go", "env", "GOVERSION"), kube_build.GO_OLDEST
    if (target / "deploy").exists():
        return target
    if version(found) < oldest:
        wanted = ".".join(map(str, oldest))
        raise kube_build.Cannot(f"Go {wanted} or newer is needed to check k8s/, and {found.replace('go', 'Go ') or 'no Go'} is here")
    target.mkdir(parents=True, exist_ok=True)
    with open(target / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with tempfile.TemporaryDirectory(dir=target) as scratch:
            fetch_crds(target / "crds")
            api = module(KUBERNETES, "k8s.io/kubernetes") / "api/openapi-spec/swagger.json"
            shutil.copyfile(api, target / "swagger.json")
            kube_build.go(SOURCE, "build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", f"{scratch}/deploy", ".")
            os.replace(f"{scratch}/deploy", target / "deploy")
    return target


def module(source: Path, name: str) -> Path:
    """The folder of a module that a go.mod names; nothing is built of it."""
    return Path(json.loads(kube_build.go(source, "mod", "download", "-json", name))["Dir"])


def fetch_crds(to: Path) -> None:
    """From the modules that tests/deploy/crds/go.mod names."""
    to.mkdir(exist_ok=True)
    for name, patterns in CRDS.items():
        source = module(SOURCE / "crds", name)
        found = [file for pattern in patterns.split() for file in source.glob(pattern)]
        if len(found) < len(patterns.split()):
            raise RuntimeError(f"{source} has no {patterns}")
        for file in found:
            # one operator's files are a chart's templates, in comments and labels
            lines = [line for line in file.read_text().splitlines(keepends=True) if "{{" not in line]
            (to / file.name).write_text("".join(lines))


def main() -> int:
    places.find_toolchains()
    actions = {("build",): build, ("path",): complete}
    action = actions.get(tuple(sys.argv[1:]))
    if not action:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(action())
    except kube_build.Cannot as reason:
        print(reason, file=sys.stderr)
        return CANNOT
    return 0


if __name__ == "__main__":
    sys.exit(main())
