"""Where things are: the tree, and the cache folder outside it.

Everything that is fetched or built for the tests is kept outside the tree, so that a clean clone starts warm.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def cache() -> Path:
    """The cache folder: CANOPY_CACHE, else canopy/ under XDG_CACHE_HOME, else ~/.cache/canopy."""
    chosen = os.environ.get("CANOPY_CACHE")
    if chosen:
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "canopy"


def shared_cache() -> Path:
    """A cache folder that an unprivileged user can enter.

    PostgreSQL refuses to run as root, so root starts it as another user, who can't look into /root.
    """
    folder = cache()
    if os.geteuid() != 0 or everyone_can_enter(folder):
        return folder
    return Path("/var/cache/canopy")


def everyone_can_enter(folder: Path) -> bool:
    """Whether the folder, or what exists of the way to it, lets every user through."""
    for part in [folder, *folder.parents]:
        if part.exists() and not part.stat().st_mode & stat.S_IXOTH:
            return False
    return True


def find_toolchains() -> None:
    """Add the usual folders of Rust and Go to PATH: a shell that was open while they were installed hasn't got them."""
    present = os.environ.get("PATH", "").split(os.pathsep)
    usual = [str(Path.home() / ".cargo/bin"), "/usr/local/go/bin"]
    os.environ["PATH"] = os.pathsep.join(
        present + [folder for folder in usual if folder not in present and Path(folder).is_dir()]
    )


def cargo_target() -> Path:
    """Where cargo builds."""
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").absolute()


def make_room(target: Path) -> None:
    """CI's builds are kept between clones and pile up: start again before the disk is full."""
    target.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(target).free < 12 << 30:
        print(f"less than 12 GiB are free, so {target} is emptied")
        shutil.rmtree(target, ignore_errors=True)
