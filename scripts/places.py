"""Where things are: the tree, and the cache folder outside it.

Everything that is fetched or built for the tests is kept outside the tree, so that a clean clone starts warm.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOM_OF_A_RUN = 4 << 30  # bytes; its files take up to one GiB


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


def for_a_run() -> Path:
    """Where a run keeps its files, those of its PostgreSQL among them: in memory where there is room, else where TMPDIR says. Tests make
    and remove databases by the thousand, and whoever makes a file on ext4 passes over each inode that was freed a moment ago: that
    took two fifths of the processor."""
    memory, elsewhere = Path("/dev/shm"), Path(tempfile.gettempdir())
    if "TMPDIR" in os.environ or not os.access(memory, os.W_OK):
        return elsewhere
    there = os.statvfs(memory)
    runs_programs = not there.f_flag & os.ST_NOEXEC
    has_room = min(there.f_bavail * there.f_frsize, free_memory() // 2) >= ROOM_OF_A_RUN
    return memory if runs_programs and has_room else elsewhere


def free_memory() -> int:
    """Bytes that programs can still have, as Linux says."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))


def take_over(target: Path, run: Callable[..., None]) -> None:
    """CI's builds are kept between clones and pile up: start again before the disk is full. Cargo sees by the age of a source whether it
    was built, so what another clone built of Canopy's own crates is removed: it would pass for this one's. `run` runs a command here."""
    target.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(target).free < 12 << 30:
        print(f"less than 12 GiB are free, so {target} is emptied")
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(exist_ok=True)
    builder = target / "built-by"
    if not builder.exists() or builder.read_text() != str(ROOT):
        run("cargo", "clean", "--workspace", "--quiet", "--target-dir", target)
        builder.write_text(str(ROOT))
