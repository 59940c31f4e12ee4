#!/usr/bin/env python3
"""`make image`: the image of all roles without Docker and without a registry, as a file that `docker load`, `ctr images import` and
`skopeo copy` take (an OCI archive). Dockerfile makes the same where base images can be pulled.

    scripts/image.py                        build console and program (profile dist), then the image
    scripts/image.py --program FILE         of this program
    scripts/image.py --tag NAME:VERSION     another name than registry.example.com/canopy:VERSION

It wants Linux, root (or a user namespace), and buildah and mmdebstrap (Debian, Ubuntu: apt-get install buildah mmdebstrap). In it are
the program, the libraries that it links (of this machine's release of Debian, with which it was built), certificates and a user.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import places
import web

PACKAGES = ("libc6", "libgcc-s1", "ca-certificates")
USER = "65532:65532"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, help="instead of building one")
    parser.add_argument("--tag", help="name and version")
    parser.add_argument("--out", type=Path, help="the archive [default: target/image/canopy.tar]")
    given = parser.parse_args()
    places.find_toolchains()
    for tool in ("buildah", "mmdebstrap"):
        if not shutil.which(tool):
            print(f"image: {tool} is missing (Debian, Ubuntu: apt-get install {tool}).", file=sys.stderr)
            return 1
    version = tomllib.loads((places.ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    tag = given.tag or f"registry.example.com/canopy:{version}"
    out = (given.out or places.cargo_target() / "image/canopy.tar").absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    program = given.program or build()
    with tempfile.TemporaryDirectory(prefix="canopy-image-") as scratch:
        root = Path(scratch) / "root"
        libraries(root, program, Path(scratch) / "packages")
        put(program, root / "usr/local/bin/canopy")
        size = pack(root, tag, out, Path(scratch) / "storage")
    print(f"{tag}: {size / 2**20:.1f} MiB, {program.stat().st_size / 2**20:.1f} MiB of it the program; {out} has {out.stat().st_size / 2**20:.1f} MiB")
    return 0


def build() -> Path:
    web.build()
    subprocess.run(["cargo", "build", "--locked", "--profile", "dist", "-p", "canopy"], cwd=places.ROOT, check=True)
    return places.cargo_target() / "dist/canopy"


def libraries(root: Path, program: Path, unpacked: Path) -> None:
    """What the program links, one file with all authorities, and a user."""
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)["VERSION_CODENAME"]
    subprocess.run(["mmdebstrap", "--quiet", "--variant=extract", f"--include={','.join(PACKAGES)}", release, str(unpacked)], check=True)
    said = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    for library in re.findall(r"(/\S+) \(0x", said):
        put(unpacked / Path(library).relative_to("/"), root / Path(library).relative_to("/"))
    authorities = sorted((unpacked / "usr/share/ca-certificates").rglob("*.crt"))
    for name, text in {
        "etc/ssl/certs/ca-certificates.crt": "".join(one.read_text() for one in authorities),
        "etc/passwd": f"root:x:0:0:root:/:/sbin/nologin\nnonroot:x:{USER}:nonroot:/:/sbin/nologin\n",
        "etc/group": f"root:x:0:\nnonroot:x:{USER.split(':')[1]}:\n",
        "etc/nsswitch.conf": "hosts: files dns\n",
    }.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (root / "tmp").mkdir()
    (root / "tmp").chmod(0o1777)


def put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)
    target.chmod(0o755)


def pack(root: Path, tag: str, out: Path, storage: Path) -> int:
    """Writes the archive; the bytes of what is in the image."""

    def buildah(*arguments: str) -> str:
        command = ["buildah", "--root", str(storage), "--runroot", f"{storage}-run", "--storage-driver", "vfs", *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    container = buildah("from", "scratch")
    buildah("copy", "--quiet", container, str(root), "/")
    buildah("config", "--user", USER, "--entrypoint", json.dumps(["/usr/local/bin/canopy"]), "--cmd", "", container)
    buildah("commit", "--quiet", "--rm", container, tag)
    out.unlink(missing_ok=True)
    buildah("push", "--quiet", tag, f"oci-archive:{out}:{tag}")
    return sum(file.stat().st_size for file in root.rglob("*") if file.is_file())


if __name__ == "__main__":
    sys.exit(main())
