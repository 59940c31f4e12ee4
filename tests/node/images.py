"""Stand-ins for the images that the charts name: Debian's packages behind the interface of the official images.

All share one layer with the packages (images/packages.txt, arranged by images/base.sh); each has a layer of its own over it, with
its entrypoint, its settings and its folders. The archive that `ctr images import` reads is kept by the hash of what it is made of.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import re
import subprocess
import tarfile
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import places

HERE = Path(__file__).resolve().parent / "images"
CHARTS = places.ROOT / "services/deployments/charts"
RELEASE = "bookworm"
PAUSE = "canopy.internal/pause:1"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass
class StandIn:
    """What one image says of itself."""

    layers: list[str]
    entrypoint: list[str] = field(default_factory=list)
    cmd: list[str] = field(default_factory=list)
    user: str = ""
    folder: str = ""
    env: dict[str, str] = field(default_factory=dict)
    stop: str = "SIGTERM"
    writable: list[str] = field(default_factory=list)  # folders that everyone may write to, as their owner may in the image
    base: bool = True  # stands on the packages


PHP = {"PHP_INI_DIR": "/usr/local/etc/php", "PHP_VERSION": "8.2"}
WORDPRESS = ["docker-entrypoint.sh"]
SITE = ["var/www/html", "var/log/apache2", "run/apache2", "run/lock/apache2"]
STAND_INS = {
    "pause": StandIn(["pause"], ["/pause"], user="65535:65535", base=False),
    "wordpress-fpm": StandIn(["wordpress"], WORDPRESS, ["php-fpm"], folder="/var/www/html", env=PHP, stop="SIGQUIT", writable=SITE),
    "wordpress-apache": StandIn(["wordpress"], WORDPRESS, ["apache2-foreground"], folder="/var/www/html", env=PHP, stop="SIGWINCH", writable=SITE),
    "wordpress-cli": StandIn(["wordpress", "wordpress-cli"], WORDPRESS, ["wp", "shell"], "www-data", "/var/www/html", PHP),
    "nginx": StandIn(["nginx"], ["/docker-entrypoint.sh"], ["nginx", "-g", "daemon off;"], "101", stop="SIGQUIT"),
    "mysql": StandIn(["mysql"], [], ["mysqld"], writable=["var/lib/mysql", "run/mysqld"]),
    "valkey": StandIn(["valkey"], ["docker-entrypoint.sh"], ["valkey-server"], folder="/data", writable=["data"]),
    "phpmyadmin": StandIn(
        ["phpmyadmin"], ["/docker-entrypoint.sh"], ["apache2-foreground"], folder="/var/www/html", env=PHP, stop="SIGWINCH",
        writable=["sessions", *SITE],
    ),
    "sftpgo": StandIn(["sftpgo"], [], ["sftpgo", "serve"], "1000:1000", "/var/lib/sftpgo", writable=["var/lib/sftpgo", "srv/sftpgo"]),
    "git": StandIn([], ["git"], ["--help"], folder="/git"),
    "composer": StandIn(["composer"], ["composer"], ["composer"], folder="/app"),
    "node": StandIn(["npm"], [], ["node"]),
}  # fmt: skip
# Which stand-in is meant by a reference, by the beginning of its name.
MEANT = (
    (r"wordpress:cli-", "wordpress-cli"),
    (r"wordpress:.*-fpm", "wordpress-fpm"),
    (r"wordpress:.*-apache", "wordpress-apache"),
    (r"nginxinc/nginx-unprivileged:", "nginx"),
    (r"mysql:", "mysql"),
    (r"valkey/valkey:", "valkey"),
    (r"phpmyadmin:", "phpmyadmin"),
    (r"drakkan/sftpgo:", "sftpgo"),
    (r"alpine/git:", "git"),
    (r"composer:", "composer"),
    (r"node:", "node"),
)
NPM = "npm@10.9.4"  # for the Node.js of Debian, whose own package of it needs 300 others


def named_by_charts() -> dict[str, str]:
    """Every reference in the charts' values that has a stand-in, with the stand-in's name."""
    found = set()
    for values in CHARTS.glob("*/values.yaml"):
        text = values.read_text()
        found.update(f"{name}:{tag}" for name, tag in re.findall(r'repository: ([\w./-]+), tag: "?([\w.@:-]+)"?', text))
        digests = dict(re.findall(r"^ {4}([\w.-]+): (sha256:\w+)$", text, re.M))
        own = re.search(r"^image:\n  repository: (\S+)", text, re.M)
        for version, tag in re.findall(r'^ {4}"([\d.]+)": ([\w.@:-]+)$', text, re.M):
            flavours = ["-fpm", "-apache"] if own.group(1) == "wordpress" else [""]
            for flavour in flavours:
                digest = digests.get(f"{version}{flavour}")
                found.add(f"{own.group(1)}:{tag}{flavour}" + (f"@{digest}" if digest else ""))
    meant = {PAUSE: "pause"}
    for reference in found:
        for pattern, name in MEANT:
            if re.match(pattern, reference):
                meant[reference] = name
    return meant


def untold() -> list[str]:
    """Images that a chart's values name and the table in its README does not."""
    found = []
    for values in sorted(CHARTS.glob("*/values.yaml")):
        readme = values.with_name("README.md").read_text().partition("## Images")[2]
        named = set(re.findall(r"repository: ([\w./-]+)", values.read_text()))
        found += [f"{values.parent.name}: {name}" for name in sorted(named) if f"`{name}" not in readme]
    return found


def as_stored(reference: str) -> str:
    """The name under which the container runtime looks for a reference: with its registry, and without the tag before a digest."""
    name, _, digest = reference.partition("@")
    if digest:
        name = name.rsplit(":", 1)[0]
    first = name.split("/")[0]
    if "/" not in name:
        name = f"docker.io/library/{name}"
    elif "." not in first and ":" not in first:
        name = f"docker.io/{name}"
    return f"{name}@{digest}" if digest else name


def build(programs: Path, say) -> Path:
    """The archive with all stand-ins, built when what it is made of has changed; `programs`: where those from Go are."""
    kept = places.cache() / "node"
    kept.mkdir(parents=True, exist_ok=True)
    with open(kept / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        base = base_layer(kept, say)
        state = hashlib.sha256(f"{base.name} {programs.name} {sorted(named_by_charts())}".encode() + Path(__file__).read_bytes())
        for file in sorted(file for file in HERE.rglob("*") if file.is_file()):
            state.update(f"\0{file.relative_to(HERE)}\0{file.stat().st_mode & 0o111}\0".encode() + file.read_bytes())
        archive = kept / f"images-{state.hexdigest()[:16]}.tar"
        if not archive.exists():
            for old in kept.glob("images-*.tar"):
                old.unlink()
            began = time.monotonic()
            with tempfile.TemporaryDirectory(dir=kept) as scratch:
                pack(base, programs, Path(scratch), Path(scratch) / "images.tar")
                os.replace(Path(scratch) / "images.tar", archive)
            say(f"packed {len(STAND_INS)} images in {time.monotonic() - began:.0f} s")
        return archive


def base_layer(kept: Path, say) -> Path:
    """The layer with the packages. They are Debian's of the day on which it was built."""
    state = hashlib.sha256((HERE / "packages.txt").read_bytes() + (HERE / "base.sh").read_bytes()).hexdigest()[:16]
    layer = kept / f"base-{state}.tar"
    if not layer.exists():
        for old in kept.glob("base-*.tar"):
            old.unlink()
        began = time.monotonic()
        packages = ",".join((HERE / "packages.txt").read_text().split())
        part = layer.with_suffix(".part.tar")
        done = subprocess.run(
            ["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", f"--include={packages}",
             '--aptopt=Apt::Install-Recommends "false"', "--dpkgopt=path-exclude=/usr/share/locale/*",
             f'--customize-hook={HERE / "base.sh"} "$1"', RELEASE, str(part)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode != 0:
            part.unlink(missing_ok=True)
            raise RuntimeError(f"mmdebstrap failed:\n{done.stderr[-3000:]}")
        os.replace(part, layer)
        say(f"installed {len(packages.split(','))} packages and what they need in {time.monotonic() - began:.0f} s")
    return layer


def pack(base: Path, programs: Path, scratch: Path, archive: Path) -> None:
    """An archive in docker's format: a configuration and a list of layers for each image."""
    layers = {"base": base}
    for name in sorted({layer for image in STAND_INS.values() for layer in image.layers}):
        layers[name] = own_layer(name, programs, scratch)
    for name, image in STAND_INS.items():
        if image.writable:
            layers[f"{name}-folders"] = folders(name, image, scratch)
    hashes = {name: digest(file) for name, file in layers.items()}
    names: dict[str, list[str]] = {}
    for reference, name in named_by_charts().items():
        if "@" not in reference:
            names.setdefault(name, []).append(reference)
    manifest = []
    with tarfile.open(archive, "w") as out:
        for name, file in layers.items():
            out.add(file, f"{hashes[name]}.tar")
        for name, image in STAND_INS.items():
            used = (["base"] if image.base else []) + image.layers + ([f"{name}-folders"] if image.writable else [])
            configuration = json.dumps(configured(image, [hashes[layer] for layer in used])).encode()
            file = f"{hashlib.sha256(configuration).hexdigest()}.json"
            add(out, file, configuration)
            tags = [as_stored(reference) for reference in [f"canopy.internal/{name}:1", *names.get(name, [])]]
            manifest.append({"Config": file, "RepoTags": sorted(set(tags)), "Layers": [f"{hashes[layer]}.tar" for layer in used]})
        add(out, "manifest.json", json.dumps(manifest).encode())


def pack_programs(made: dict[str, tuple[Path, str, str]], scratch: Path) -> Path:
    """An archive of images with one program each, with the libraries that it links and certificates, as distroless images have.

    By reference: the program, its name there, and the user.
    """
    archive, manifest = scratch / "programs.tar", []
    with tarfile.open(archive, "w") as out:
        for reference, (program, name, user) in made.items():
            layer = scratch / f"{name}.tar"
            with tarfile.open(layer, "w") as files:
                files.add(program.resolve(), f"usr/local/bin/{name}", filter=plain)
                said = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
                for library in re.findall(r"(/\S+) \(0x", said):
                    files.add(Path(library).resolve(), library.lstrip("/"), filter=plain)
                files.add("/etc/ssl/certs/ca-certificates.crt", "etc/ssl/certs/ca-certificates.crt", filter=plain)
            image = StandIn([name], [f"/usr/local/bin/{name}"], user=user)
            configuration = json.dumps(configured(image, [digest(layer)])).encode()
            file = f"{hashlib.sha256(configuration).hexdigest()}.json"
            add(out, file, configuration)
            out.add(layer, f"{digest(layer)}.tar")
            manifest.append({"Config": file, "RepoTags": [reference], "Layers": [f"{digest(layer)}.tar"]})
        add(out, "manifest.json", json.dumps(manifest).encode())
    return archive


def configured(image: StandIn, hashes: list[str]) -> dict:
    return {
        "architecture": "amd64",
        "os": "linux",
        "config": {
            "Env": [f"{key}={value}" for key, value in {"PATH": PATH, **image.env}.items()],
            "Entrypoint": image.entrypoint or None,
            "Cmd": image.cmd,
            "User": image.user,
            "WorkingDir": image.folder,
            "StopSignal": image.stop,
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{value}" for value in hashes]},
    }


def own_layer(name: str, programs: Path, scratch: Path) -> Path:
    """The files of images/<name>, owned by root, or what is built or fetched."""
    layer = scratch / f"{name}.tar"
    with tarfile.open(layer, "w") as out:
        if name == "pause":
            program = scratch / "pause"
            subprocess.run(["cc", "-static", "-O2", "-s", "-o", program, HERE / "pause/pause.c"], check=True)
            out.add(program, "pause", filter=plain)
        elif name == "sftpgo":
            out.add(programs / "sftpgo", "usr/local/bin/sftpgo", filter=plain)
        elif name == "npm":
            subprocess.run(["npm", "pack", "--silent", NPM], cwd=scratch, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            with tarfile.open(next(scratch.glob("npm-*.tgz"))) as packed:
                packed.extractall(scratch / "npm", filter="data")
            out.add(scratch / "npm/package", "usr/local/lib/node_modules/npm", filter=plain)
            for program in ("npm", "npx"):
                link = tarfile.TarInfo(f"usr/local/bin/{program}")
                link.type, link.linkname = tarfile.SYMTYPE, f"../lib/node_modules/npm/bin/{program}-cli.js"
                out.addfile(link)
        else:
            for file in sorted((HERE / name).rglob("*")):
                out.add(file, str(file.relative_to(HERE / name)), recursive=False, filter=plain)
    return layer


def folders(name: str, image: StandIn, scratch: Path) -> Path:
    layer = scratch / f"{name}-folders.tar"
    with tarfile.open(layer, "w") as out:
        for folder in image.writable:
            entry = tarfile.TarInfo(folder)
            entry.type, entry.mode = tarfile.DIRTYPE, 0o1777
            out.addfile(entry)
    return layer


def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """The same on every machine: root's, of no time."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry


def add(out: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    out.addfile(entry, io.BytesIO(content))


def digest(file: Path) -> str:
    state = hashlib.sha256()
    with open(file, "rb") as content:
        while block := content.read(1 << 20):
            state.update(block)
    return state.hexdigest()
