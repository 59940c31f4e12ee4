#!/usr/bin/env python3
"""Dependency policy: what may be a dependency and who may link whom (cargo-deny, by deny.toml and deny-links.toml), whether it is
used (cargo-shear), and what neither of them can say:

1. Rendering reaches no crate that does I/O, also through others (a wrapper of cargo-deny is a crate that depends on it at once).
2. Every line of [workspace.dependencies] has a comment above it that says what it is for.
3. Every file and folder of the tree that a document names is there, and every test that SECURITY.md names.
4. No source file has more lines than a reader takes in.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import places
import tools

LINES = 400  # of a source file, unless it is generated
SOURCES = {".rs", ".py", ".ts", ".tsx", ".mjs", ".css", ".sql"}
RENDERING_REACHES_NONE_OF = {"tokio", "sqlx", "kube", "tonic", "async-nats", "hyper"}


def run(*command) -> tuple[int, str]:
    done = subprocess.run(list(map(str, command)), cwd=places.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout.strip()


def by_tools() -> Iterator[str]:
    deny = [tools.cargo("deny"), "--locked", "--color=never"]
    for command in (
        [*deny, "check", "bans", "licenses", "sources"],
        [*deny, "--exclude-dev", "--config=deny-links.toml", "check", "bans"],
        [tools.cargo("shear"), "shear", "--locked", "--deny-warnings", "--color=never"],
    ):
        code, said = run(*command)
        if code != 0:
            yield f"{command[0].name} has found something:\n{said}"


def rendering() -> Iterator[str]:
    code, said = run("cargo", "tree", "--locked", "--package=helm", "--edges=normal,build", "--prefix=none", "--target=all")
    if code != 0:
        yield said
    reached = {line.split()[0] for line in said.splitlines() if line}
    for crate in sorted(reached & RENDERING_REACHES_NONE_OF):
        yield f"helm must not depend on {crate}, as rendering does no I/O: `cargo tree -p helm -i {crate}` shows the way"


def comments() -> Iterator[str]:
    text = (places.ROOT / "Cargo.toml").read_text()
    above = ""
    for line in text.split("[workspace.dependencies]")[1].split("\n[")[0].splitlines():
        name = re.match(r"([\w-]+)\s*=", line)
        if name and "path =" not in line and not re.match(r"# *[^- ]", above):
            yield f"Cargo.toml: {name[1]} has no comment above it that says what it is for"
        above = line


def named() -> Iterator[str]:
    """What stands between backticks, or is linked to, and begins as a path of the tree does; patterns are left out."""
    documents = [*places.ROOT.glob("*.md"), *places.ROOT.glob("docs/*.md")]
    tops = "|".join(sorted(re.escape(each.name) for each in places.ROOT.iterdir() if each.is_dir() and not each.name.startswith(".")))
    for document in documents:
        text = document.read_text()
        paths = re.findall(rf"`((?:{tops})/[\w./-]*)`", text)
        linked = [(document.parent / path).resolve() for path in re.findall(r"\]\((?!https?:|#)([^)#]+)", text)]
        for path in [*(places.ROOT / path for path in paths), *linked]:
            if not path.exists():
                yield f"{document.relative_to(places.ROOT)} names {path}, which is not there"


def tests() -> Iterator[str]:
    """What stands between backticks in SECURITY.md and reads as a sentence is the name of a test."""
    named = set(re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+){3,})`", (places.ROOT / "SECURITY.md").read_text()))
    there = {
        name
        for top in ("bff", "services")
        for source in (places.ROOT / top).rglob("*.rs")
        for name in re.findall(r"\bfn ([a-z0-9_]+)\(", source.read_text())
    }
    for name in sorted(named - there):
        yield f"SECURITY.md names the test {name}, which is not there"


def long_files() -> Iterator[str]:
    code, said = run("git", "ls-files", "--cached", "--others", "--exclude-standard")
    if code != 0:
        yield said
        return
    for path in map(Path, said.splitlines()):
        file = places.ROOT / path
        if path.suffix in SOURCES and not path.is_relative_to("web/src/gen") and file.is_file():
            lines = file.read_bytes().count(b"\n")
            if lines > LINES:
                yield f"{path} has {lines} lines, and {LINES} are what a file may have: split it by what it does"


def main() -> int:
    places.find_toolchains()
    try:
        problems = [problem for check in (comments, named, tests, long_files, rendering, by_tools) for problem in check()]
    except tools.Missing as reason:
        problems = [str(reason)]
    for problem in problems:
        print(f"policy: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
