"""What is shown: a line for each thing seen, and what was not seen."""

from __future__ import annotations

import subprocess
import threading
import time

TOLD = 1500  # characters of what was found instead


class Seen:
    """The lines of a run."""

    def __init__(self):
        self.began = time.monotonic()
        self.passed = 0
        self.failed: list[str] = []
        self.lock = threading.Lock()  # parts of a run may go on beside each other

    def say(self, text: str) -> None:
        with self.lock:
            print(f"{time.monotonic() - self.began:6.1f} s  {text}", flush=True)

    def that(self, what: str, so: object, told: object = "") -> bool:
        """Note whether `what` is so; `told` is what was found when it is not."""
        if so:
            self.passed += 1
            self.say(f"seen: {what}")
        else:
            self.failed.append(what)
            self.say(f"NOT SEEN: {what}: {str(told)[:TOLD]}")
        return bool(so)

    def part(self, name: str, run) -> bool:
        """A part of the run; an error ends the part only. Whether there was none."""
        self.say(f"--- {name}")
        try:
            run()
            return True
        except (RuntimeError, OSError, KeyError, IndexError, ValueError, subprocess.SubprocessError) as reason:
            return self.that(f"{name}, to its end", False, f"{type(reason).__name__}: {reason}")
