"""What goes wrong, by a seed: processes that are killed or stand still, up to three at once, and now and then something rarer."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter

from clock import DAY
from system import SERVERS, System

SHORT, LONG = (0.2, 5.0), (15.0, 45.0)  # seconds that something lasts; the long ones outlast a lease
PAUSE = (1.0, 7.0)  # seconds between two faults
RARE = 0.25  # of the faults: one that is not of a single process, each of them once before any comes again
OFF = 8 * DAY  # seconds that the clock is set forward or back
NATS_AWAY = 600  # seconds at most that NATS does not answer once in a run, which is a quarter of a shorter one


class Faults(threading.Thread):
    """Until `stopped`; then all that stands still goes on."""

    def __init__(self, system: System, seed: int, seconds: float, stopped: threading.Event):
        super().__init__(name="faults", daemon=True)
        self.system, self.dice, self.stopped = system, random.Random(f"faults {seed}"), stopped
        self.nats_away = min(NATS_AWAY, seconds / 4)
        self.done: Counter[str] = Counter()
        self.ends: list[tuple[float, int]] = []  # when a process that stands still goes on
        self.full_until = self.off_until = float("inf")
        self.rare: list[str] = []
        # the thread that has started the system cuts its power, and says when it runs again
        self.wants_cut, self.runs_again = threading.Event(), threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(self.dice.uniform(*PAUSE)):
            self._end(time.monotonic())
            for _ in range(self.dice.choices((1, 2, 3), (8, 3, 1))[0]):
                if self.dice.random() < RARE:
                    self._rare()
                else:
                    self._process()
        self._end(None)

    def missing(self) -> list[str]:
        """What this machine does not let us do."""
        return [*([] if self.system.disk else ["full disk", "power cut"]), *([] if self.system.clock else ["clock"])]

    def _process(self) -> None:
        victim = self.dice.choice([*self.system.roles, *self.system.roles, *SERVERS, "cluster"])
        verb = "stop" if victim == "cluster" else self.dice.choices(("kill", "stop"), (3, 1))[0]
        seconds = self._seconds()
        if verb == "stop":
            self._stand_still(victim, seconds)
        elif self.system.signal(victim, signal.SIGKILL):
            self.done[f"kill {victim}"] += 1

    def _stand_still(self, victim: str, seconds: float) -> None:
        pid = self.system.pid(victim)
        if pid is None or any(pid == still for _, still in self.ends) or not self.system.signal(victim, signal.SIGSTOP):
            return
        self.done[f"stop {victim}"] += 1
        self.ends.append((time.monotonic() + seconds, pid))

    def _rare(self) -> None:
        if not self.rare:
            self.rare = ["lost stream", "locked tables", "rotation of keys"]
            self.rare += ["full disk", "power cut"] if self.system.disk else []
            self.rare += ["clock forward", "clock back"] if self.system.clock else []
            self.rare += ["NATS away"] if not self.done["NATS away"] else []
            self.dice.shuffle(self.rare)
        what, seconds, schema = self.rare.pop(), self._seconds(), self.dice.choice(self.system.roles)
        until = time.monotonic() + seconds
        self.done[what] += 1
        if what == "full disk":
            self.system.disk.fill()
            self.full_until = until
        elif what == "power cut":
            self._end(None)
            self.runs_again.clear()
            self.wants_cut.set()
            self.runs_again.wait()
        elif what == "lost stream":
            self.system.lose_stream()
        elif what == "locked tables":
            self.system.lock(schema, seconds)
        elif what == "rotation of keys":
            # by a wrong clock the keys of before would be kept for too short a time
            if self.system.clock_is_right() and not self.system.is_rotating():
                self.system.rotate_keys()
        elif what == "NATS away":
            self._stand_still("nats", self.nats_away)
        else:
            self.system.clock.set(OFF if what == "clock forward" else -OFF)
            self.off_until = until

    def _seconds(self) -> float:
        return self.dice.uniform(*self.dice.choices((SHORT, LONG), (4, 1))[0])

    def _end(self, now: float | None) -> None:
        """End what has lasted for long enough; None: everything."""
        over = [(at, pid) for at, pid in self.ends if now is None or at <= now]
        self.ends = [each for each in self.ends if each not in over]
        for _, pid in over:
            self.system.go_on(pid)
        if self.full_until != float("inf") and (now is None or self.full_until <= now):
            self.full_until = float("inf")
            self.system.disk.free()
        if self.off_until != float("inf") and (now is None or self.off_until <= now):
            self.off_until = float("inf")
            self.system.clock.set(0)
