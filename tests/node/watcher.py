"""A client that asks ten times a second and notes each answer."""

from __future__ import annotations

import threading
import time

from browser import Visitor


class Watcher:
    """Asks until it is stopped."""

    def __init__(self, visitor: Visitor, path: str = "/"):
        self.visitor, self.path = visitor, path
        self.asked, self.failures = 0, []  # beginning and end (monotonic), and what was wrong
        self.began = time.monotonic()
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self) -> Watcher:
        self.thread.start()
        return self

    def __exit__(self, *_reason) -> None:
        self.stopped.set()
        self.thread.join()

    def run(self) -> None:
        while not self.stopped.wait(0.1):
            began = time.monotonic()
            self.asked += 1
            try:
                answer = self.visitor.ask(self.path, timeout=10)
                if answer.status >= 400:
                    self.failures.append((began, time.monotonic(), f"status {answer.status}"))
            except OSError as reason:
                self.failures.append((began, time.monotonic(), str(reason)))

    def gap(self) -> float:
        """Seconds from the beginning of the first request that failed to the end of the last."""
        return self.failures[-1][1] - self.failures[0][0] if self.failures else 0.0

    def summary(self) -> str:
        """How many failed, and over how long a time."""
        return f"{len(self.failures)} of {self.asked} requests failed, over {self.gap():.1f} s"

    def told(self) -> str:
        """When and how they failed, with those of one kind that follow each other together."""
        runs: list[list] = []
        for began, ended, what in self.failures:
            if runs and runs[-1][2] == what and began - runs[-1][1] < 1:
                runs[-1][1] = ended
            else:
                runs.append([began, ended, what])
        return "; ".join(f"{what} for {ended - began:.1f} s at {began - self.began:.1f} s" for began, ended, what in runs[:8]) or "none"
