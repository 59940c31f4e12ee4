#!/usr/bin/env python3
"""Dependency policy: what may be a dependency (deny.toml, by cargo-deny) and the rules of this project's own.

1. Every line of [workspace.dependencies] has a comment above it that says what it is for, and is used by a member.
2. A member takes its dependencies from there, so that each version stands once.
3. Who may know whom: see BOUNDARIES and RESERVED, and no service links another one.
4. A dependency that is declared is used: its name occurs in the sources. One that is used out of sight is listed in the
   crate's Cargo.toml under [package.metadata.cargo-machete], as `ignored = ["name"]`, with the reason.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import places
import rust_queries
import tools

# crate: (what it must not reach, even through others, in any build but its tests; the reason)
BOUNDARIES = {
    "kit": (["proto", "access", "kube"], "the chassis knows no business word"),
    "helm": (["tokio", "sqlx", "kube", "tonic", "async-nats", "hyper"], "rendering does no I/O"),
    "proto": (["kit", "sqlx", "kube"], "the contracts stand alone"),
}
# crate: (what it must not declare; the reason)
NOT_ITSELF = {
    "bff": (["sqlx", "kube"], "no SQL and no cluster in the bff"),
    "kit": (["proto"], "the chassis knows no business word, in its tests neither"),
}
# crate: (the only members that may declare it, but for tests; the reason)
RESERVED = {
    "kube": ({"infrastructure"}, "only infrastructure holds kubeconfigs and talks to Kubernetes"),
    "reqwest": (set(), "HTTP clients are hyper-util's, which is there anyway"),
}
# The binary links all services; the others reach each other by gRPC.
LINKS_SERVICES = {"canopy"}
# Compiled from .proto files: the generated code, which is not in src/, uses these.
GENERATED = {"proto": {"prost", "prost-types", "tonic", "tonic-prost"}}


class Workspace:
    """What cargo knows of the packages."""

    def __init__(self):
        printed = subprocess.run(
            ["cargo", "metadata", "--format-version=1", "--locked"],
            cwd=places.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if printed.returncode != 0:
            raise RuntimeError(f"cargo metadata failed:\n{printed.stderr.strip()}")
        metadata = json.loads(printed.stdout)
        self.packages = {package["id"]: package for package in metadata["packages"]}
        self.members = [self.packages[id] for id in metadata["workspace_members"]]
        self.edges = {
            node["id"]: [dep["pkg"] for dep in node["deps"] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])]
            for node in metadata["resolve"]["nodes"]
        }

    def reach(self, package: dict) -> dict[str, list[str]]:
        """Everything that the package links: name to the way there."""
        found, waiting = {}, [(package["id"], [package["name"]])]
        while waiting:
            at, way = waiting.pop(0)
            for next_id in self.edges[at]:
                name = self.packages[next_id]["name"]
                if name not in found:
                    found[name] = [*way, name]
                    waiting.append((next_id, found[name]))
        return found

    def ident(self, dependency: dict) -> str:
        """The name by which sources call the dependency: its library's, unless renamed."""
        if dependency["rename"]:
            return dependency["rename"].replace("-", "_")
        for package in self.packages.values():
            if package["name"] == dependency["name"]:
                for target in package["targets"]:
                    if {"lib", "proc-macro", "rlib"} & set(target["kind"]):
                        return target["name"].replace("-", "_")
        return dependency["name"].replace("-", "_")


def cargo_deny() -> Iterator[str]:
    program = tools.cargo_deny()
    done = subprocess.run(
        [program, "--offline", "--locked", "--all-features", "--color=never", "check", "bans", "licenses", "sources"],
        cwd=places.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        yield f"cargo-deny:\n{done.stdout.strip()}"


def comments(workspace: Workspace) -> Iterator[str]:
    used = {
        dependency["rename"] or dependency["name"]
        for member in workspace.members
        for dependency in member["dependencies"]
    }
    above = ""
    for number, line in section(places.ROOT / "Cargo.toml", "workspace.dependencies"):
        name = re.match(r'"?([A-Za-z0-9_-]+)"?\s*=', line)
        if name and "path =" not in line and not re.match(r"# *[^- ]", above):
            yield f"Cargo.toml:{number}: {name[1]} has no comment above it that says what it is for"
        if name and name[1] not in used and not any(name[1] == member["name"] for member in workspace.members):
            yield f"Cargo.toml:{number}: no member uses {name[1]}"
        above = line


def versions_stand_once(workspace: Workspace) -> Iterator[str]:
    for member in workspace.members:
        manifest = Path(member["manifest_path"])
        for number, line in section(manifest, r"(target\..*\.)?(dev-|build-)?dependencies"):
            # A crate may name itself among its dev-dependencies, to switch on a feature for its own tests.
            name = re.match(r"([\w-]+)\s*=", line)
            if name and "workspace" not in line and name[1] != member["name"]:
                yield f"{manifest.relative_to(places.ROOT)}:{number}: not from [workspace.dependencies]: {line.strip()}"


def section(manifest: Path, name: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of one table of a Cargo.toml."""
    inside = False
    for number, line in enumerate(manifest.read_text().splitlines(), 1):
        if line.startswith("["):
            inside = re.fullmatch(rf"\[{name}\]", line.split("#")[0].strip()) is not None
        elif inside:
            yield number, line


def boundaries(workspace: Workspace) -> Iterator[str]:
    services = {
        member["name"] for member in workspace.members if (Path(member["manifest_path"]).parent / "migrations").is_dir()
    } - {"kit"}
    for member in workspace.members:
        name = member["name"]
        reached = workspace.reach(member)
        forbidden, reason = BOUNDARIES.get(name, ([], ""))
        for other in forbidden:
            if other in reached:
                yield f"{name} must not depend on {other} ({reason}): {' -> '.join(reached[other])}"
        declared = {dependency["name"]: dependency["kind"] for dependency in member["dependencies"]}
        forbidden, reason = NOT_ITSELF.get(name, ([], ""))
        for other in set(forbidden) & set(declared):
            yield f"{name} must not depend on {other} ({reason})"
        for dependency in member["dependencies"]:
            allowed, reason = RESERVED.get(dependency["name"], ({name}, ""))
            if name not in allowed and dependency["kind"] != "dev":
                yield f"{name} must not depend on {dependency['name']} ({reason})"
        if name in services - LINKS_SERVICES:
            for other in sorted(services & {other for other, kind in declared.items() if kind is None}):
                yield f"{name} must not link {other}: services reach each other by gRPC"


def unused(workspace: Workspace) -> Iterator[str]:
    for member in workspace.members:
        folder = Path(member["manifest_path"]).parent
        sources = (file for file in folder.rglob("*.rs") if "target" not in file.relative_to(folder).parts)
        text = "\n".join(rust_queries.without_strings(file.read_text())[0] for file in sources)
        ignored = set((member["metadata"] or {}).get("cargo-machete", {}).get("ignored", [])) | GENERATED.get(
            member["name"], set()
        )
        for dependency in member["dependencies"]:
            if dependency["name"] not in ignored and not names(text, workspace.ident(dependency)):
                kind = {None: "", "dev": "dev-", "build": "build-"}[dependency["kind"]]
                yield f"{folder.relative_to(places.ROOT)}/Cargo.toml: the {kind}dependency {dependency['name']} is not used"


def names(text: str, crate: str) -> bool:
    """Whether the source refers to the crate: as a path, as a bare `use`, or as an attribute."""
    return (
        re.search(rf"\b{crate}\s*::|\b(use|extern crate)\s+{crate}\b|[{{,]\s*{crate}\s*[,}}]|#!?\[{crate}\b", text)
        is not None
    )


def main() -> int:
    places.find_toolchains()
    try:
        workspace = Workspace()
        problems = [
            problem for check in (comments, versions_stand_once, boundaries, unused) for problem in check(workspace)
        ]
        problems += cargo_deny()
    except (RuntimeError, tools.Missing) as reason:
        problems = [str(reason)]
    for problem in problems:
        print(f"deny: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
