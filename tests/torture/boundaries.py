"""Faults at the boundaries of a task's steps: PostgreSQL itself says when a step begins or ends, and waits until the fault is done.

A trigger on tasks.task and tasks.step starts a program that names the boundary and does not end before it is told to. So a process dies
just before the change of a step is committed (its work is done, and nobody knows), or just after it.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter, defaultdict

from owner import Owner, Site
from system import System

VICTIMS = ("tasks", "deployments", "infrastructure", "nats", "postgres")
WALK = ("domain", "rollback", "delete")  # what follows the creation of a site
LAST = [(verb, "task", "complete") for verb in ("create", *WALK)]  # where one of these comes to its end, all its other boundaries are known
ENDED = ("complete", "failed")
STANDSTILL = 0.2  # of the faults: the victim stands still instead of dying
STILL = (0.5, 8.0)  # seconds
OUTLASTS = 0.2  # of the standstills: longer than a lease
LEASE = 5  # seconds of a lease; whose worker has died is taken up again so soon
SETTINGS = {"CANOPY_TASKS_LEASE": f"{LEASE}s"}
SPARED = 0.3  # of what stands at a boundary that was hit before, so that some work gets on
AHEAD = 2  # hits that a boundary may have more than the one with the fewest
WORN = 10  # times that a task was taken up: all rest until it has ended, for by design a task is given up after twenty

# Tells its standard input to whoever reads the pipe, and waits for the answer, ten seconds at most.
PROGRAM = """#!/bin/sh
read -r boundary
echo "$$ $boundary" > "$1/boundaries"
tries=0
while [ ! -e "$1/answers/$$" ] && [ $tries -lt 500 ]; do sleep 0.02; tries=$((tries + 1)); done
"""
TRIGGERS = """
create schema boundaries;
create function boundaries.tell(boundary text) returns void language plpgsql security definer as $$ begin
    execute format('copy (select %L) to program %L', boundary, '{program} {folder}');
end $$;
create function boundaries.task() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' or new.status <> old.status or new.attempt <> old.attempt then
        perform boundaries.tell(new.deployment_name || ' task ' || new.status || ' ' || new.attempt);
    end if;
    return null;
end $$;
create function boundaries.step() returns trigger language plpgsql as $$ begin
    if new.status <> old.status then
        perform boundaries.tell(t.deployment_name || ' ' || new.name || ' ' || new.status || ' ' || t.attempt) from tasks.task t where t.id = new.task_id;
    end if;
    return null;
end $$;
grant usage on schema boundaries to public;
create trigger boundary after insert or update on tasks.task for each row execute function boundaries.task();
create trigger boundary after update on tasks.step for each row execute function boundaries.step();
"""


class Walker(Owner):
    """Creates a site, changes it, goes back and deletes it, again and again; nothing is cancelled."""

    cancelled = 0.0

    def next(self, site: Site) -> str:
        changes = sum(verb != "retry" for verb in site.tasks.values())
        return WALK[min(changes, len(WALK)) - 1]


class Boundaries(threading.Thread):
    """Until so many faults are done and each boundary was hit, or the time is over; to its end it answers whoever stands at one."""

    def __init__(self, system: System, seed: int, count: int, seconds: float, owners: list[Walker]):
        super().__init__(name="boundaries", daemon=True)
        self.system, self.dice, self.count, self.owners = system, random.Random(f"boundaries {seed}"), count, owners
        self.until = time.monotonic() + seconds
        self.done: Counter[str] = Counter()
        # victims, by what was at work, its step and what became of it
        self.hit: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        # how often each open task was taken up, by its site
        self.taken: dict[str, int] = {}
        self.still: list[threading.Timer] = []
        self.answers = system.folder / "answers"
        self.pipe = self._installed()

    def is_over(self) -> bool:
        return (self._are_enough() and not self.never_hit()) or time.monotonic() > self.until

    def _are_enough(self) -> bool:
        """Then only what was never hit is."""
        return sum(self.done.values()) >= self.count

    def _installed(self):
        pipe, program = self.system.folder / "boundaries", self.system.folder / "boundary.sh"
        os.mkfifo(pipe)
        self.answers.mkdir()
        program.write_text(PROGRAM)
        # PostgreSQL has a user of its own
        for path, mode in ((pipe, 0o666), (self.answers, 0o755), (program, 0o755)):
            path.chmod(mode)
        # for both, so that nobody waits at the pipe for the other side
        opened = os.fdopen(os.open(pipe, os.O_RDWR), "r", buffering=1)
        self.system.sql(TRIGGERS.format(program=program, folder=self.system.folder))
        return opened

    def run(self) -> None:
        for line in self.pipe:
            waiting, site, step, became, attempt = line.split()
            self.taken[site] = 0 if step == "task" and became in ENDED else int(attempt)
            if not self.is_over() and max(self.taken.values()) < WORN:
                self._boundary((self._verb(site), step, became), waiting)
            else:
                self._answer(waiting)

    def _verb(self, site: str) -> str:
        """What is at work on it."""
        return next((owner.verb for owner in self.owners if site.startswith(f"site-{owner.number}-")), "")

    def _boundary(self, boundary: tuple[str, str, str], waiting: str) -> None:
        hit = self.hit[boundary]
        victim = min(VICTIMS, key=lambda victim: (hit[victim], self.dice.random()))
        spared = hit.total() > 0 and (
            self._are_enough() or self.dice.random() < SPARED or hit.total() > AHEAD + min(each.total() for each in self.hit.values())
        )
        before = self.dice.random() < 0.5
        if not spared and before:
            self._fault(boundary, victim, "before")
        self._answer(waiting)
        if not spared and not before:
            self._fault(boundary, victim, "after")

    def _answer(self, waiting: str) -> None:
        (self.answers / waiting).touch()

    def _fault(self, boundary: tuple[str, str, str], victim: str, when: str) -> None:
        pid = self.system.pid(victim)
        stands = self.dice.random() < STANDSTILL
        seconds = 2 * LEASE if self.dice.random() < OUTLASTS else self.dice.uniform(*STILL)
        if pid is None or not self.system.signal(victim, signal.SIGSTOP if stands else signal.SIGKILL):
            return  # it is between two lives
        self.hit[boundary][victim] += 1
        self.done[f"{'stop' if stands else 'kill'} {victim} {when} the commit"] += 1
        if stands:
            timer = threading.Timer(seconds, self.system.go_on, (pid,))
            timer.start()
            self.still.append(timer)

    def calm(self) -> None:
        """All that stands still goes on."""
        for timer in self.still:
            timer.join()

    def never_hit(self) -> list[str]:
        return [" ".join(boundary) for boundary in sorted({*LAST, *list(self.hit)}) if not self.hit.get(boundary)]
