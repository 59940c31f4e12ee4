"""A disk of the storm's own: a file system in a file, in the mount namespace of the run. It can be full, and it can lose its power."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import time
from pathlib import Path

SIZE = 1 << 30  # bytes
# Of Linux' fs/ext4/ext4.h: the file system takes nothing more, and what its journal does not hold yet is lost, as when the power goes.
EXT4_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587D, 2
PATIENCE = 60  # seconds until those who used it are gone


class Disk:
    """Mounted at `place`."""

    def __init__(self, image: Path, place: Path):
        self.image, self.place = image, place

    @classmethod
    def mounted(cls, folder: Path, place: Path) -> Disk | None:
        """A new one, whose file is in memory; None where this machine does not let us."""
        memory = folder / "memory"
        memory.mkdir()
        if not _works("mount", "-t", "tmpfs", "-o", f"size={SIZE + (64 << 20)}", "canopy-torture", memory):
            return None
        disk = cls(memory / "disk", place)
        with disk.image.open("wb") as image:
            image.truncate(SIZE)
        if not (_works("mkfs.ext4", "-q", "-F", "-m", "0", "-E", "lazy_itable_init=0,lazy_journal_init=0", disk.image) and disk._mount()):
            _works("umount", memory)
            return None
        return disk

    def fill(self) -> None:
        """Leave no space."""
        with self._filler.open("ab", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(1 << 20))
            except OSError:
                pass

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)

    def lose_power(self) -> None:
        """From now on nothing that is written gets to the disk; what was not synced is lost."""
        folder = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, EXT4_IOC_SHUTDOWN, struct.pack("I", NOLOGFLUSH))
        finally:
            os.close(folder)

    def plug_in(self) -> None:
        """After a loss of power: ends whoever still has it open, and mounts it as the next boot would."""
        deadline = time.monotonic() + PATIENCE
        while not _works("umount", self.place):
            if time.monotonic() > deadline:
                raise RuntimeError(f"somebody keeps {self.place}: {self._users()}")
            for pid in self._users():
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)
        if not self._mount():
            raise RuntimeError(f"{self.image} cannot be mounted again")
        self.free()

    def unmount(self) -> None:
        for place in (self.place, self.image.parent):
            subprocess.run(["umount", place], check=True)

    @property
    def _filler(self) -> Path:
        return self.place / "filler"

    def _mount(self) -> bool:
        return _works("mount", "-o", "loop", self.image, self.place)

    def _users(self) -> list[int]:
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                links = [process / "cwd", *(process / "fd").iterdir()]
                if any(os.readlink(link).startswith(f"{self.place}/") for link in links if link.is_symlink()):
                    found.append(int(process.name))
            except OSError:
                continue  # it has ended, or closed it
        return found


def _works(*command) -> bool:
    return subprocess.run([str(part) for part in command], check=False, capture_output=True).returncode == 0
