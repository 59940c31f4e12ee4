"""Somebody who changes one site after the other, and knows exactly what they are to be."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field

from api import PATIENCE, Api, Findings, Refused, Unknown

VERBS = {"restart": 5, "domain": 4, "scale": 4, "power": 2, "rollback": 3, "delete": 1}


@dataclass
class Site:
    """As it must be."""

    name: str
    id: str = ""
    namespace: str = ""
    domain: str = ""
    replicas: int = 1
    stopped: bool = False
    # domain, replicas and stopped of each revision, the first one first
    revisions: list[tuple[str, int, bool]] = field(default_factory=list)
    # verb of each task that was accepted
    tasks: dict[str, str] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)
    deleted: bool = False

    @property
    def wanted(self) -> tuple[str, int, bool]:
        return (self.domain, self.replicas, self.stopped)

    @wanted.setter
    def wanted(self, value: tuple[str, int, bool]) -> None:
        self.domain, self.replicas, self.stopped = value


class Owner(threading.Thread):
    """Works until `stopped`, and ends with the change that is at work."""

    cancelled = 0.15  # of the changes

    def __init__(self, number: int, seed: int, api: Api, place: dict, findings: Findings, stopped: threading.Event):
        super().__init__(name=f"owner-{number}", daemon=True)
        self.number, self.api, self.place, self.findings, self.stopped = number, api, place, findings, stopped
        self.dice = random.Random(f"owner {seed} {number}")
        self.sites: list[Site] = []
        self.unknown = self.refused = 0
        self.verb = ""  # what is at work

    def next(self, site: Site) -> str:
        """What is done next."""
        return self.dice.choices(list(VERBS), list(VERBS.values()))[0]

    def run(self) -> None:
        try:
            while not self.stopped.is_set():
                site = self.sites[-1] if self.sites and not self.sites[-1].deleted else None
                if site is None:
                    self._create()
                else:
                    self._change(site)
        except Exception as reason:
            self.findings.wrongly("each change comes to its end", f"{self.name}: {type(reason).__name__} {reason}")

    # --- what is asked for

    def _create(self) -> None:
        self.verb, name = "create", f"site-{self.number}-{len(self.sites) + 1}"
        site = Site(name, domain=f"{name}.example.com")
        body = {
            "name": name,
            "type": "nodejs",
            "clusterId": self.place["cluster"],
            "team_id": self.place["team"],
            "services": {"mysql": False, "phpmyadmin": False, "redis": False, "ftp": False},
            "baseParameters": {"domain": site.domain, "appUser": "admin", "appPass": "a long enough password"},
            "source": {"image": "registry.example.com/site:1", "port": 3000},
        }
        try:
            made = self.api.once("POST", "/deployments", body)["data"]
        except Unknown:
            self.unknown += 1
            found = [each for each in self.api.all(f"/deployments?search={name}") if each["name"] == name]
            if not found:
                return
            if len(found) > 1:
                self.findings.wrongly("what is asked for once is made once", f"{name} was made {len(found)} times")
            made = found[0] | {"taskId": found[0]["lastTaskId"]}
        site.id, site.namespace = made["id"], made["namespace"]
        site.revisions.append(site.wanted)
        site.tasks[made["taskId"]] = "create"
        self.sites.append(site)
        self._follow(site, "create", made["taskId"])

    def _change(self, site: Site) -> None:
        self.verb = verb = self.next(site)
        path, wanted = f"/deployments/{site.id}", site.wanted
        method, call, body = "POST", f"{path}/{verb}", None
        if verb == "domain":
            wanted = (f"{site.name}-{len(site.tasks)}.example.com", site.replicas, site.stopped)
            method, call, body = "PUT", path, {"baseParameters": {"domain": wanted[0]}}
        elif verb == "scale":
            wanted = (site.domain, self.dice.choice([n for n in (1, 2, 3) if n != site.replicas]), site.stopped)
            body = {"replicas": wanted[1]}
        elif verb == "power":
            wanted = (site.domain, site.replicas, not site.stopped)
            call = f"{path}/{'start' if site.stopped else 'stop'}"
        elif verb == "rollback":
            if len(site.revisions) < 2:
                return
            number = self.dice.randrange(1, len(site.revisions))
            wanted, body = site.revisions[number - 1], {"revision": number}
        elif verb == "delete":
            method, call = "DELETE", path
        elif site.stopped:
            return  # what has no pods is not restarted
        task = self._asked(site, method, call, body)
        if task is None:
            return
        site.tasks[task] = verb
        if verb not in ("restart", "delete"):
            site.wanted = wanted
            site.revisions.append(wanted)
        self._follow(site, verb, task)

    def _asked(self, site: Site, method: str, call: str, body: dict | None) -> str | None:
        """The task that came of it; None: nothing was done."""
        last = self.api.read(f"/deployments/{site.id}")["lastTaskId"]
        try:
            return self.api.once(method, call, body)["data"]["taskId"]
        except Refused as reason:
            self.refused += 1
            if reason.status != 409:
                self.findings.wrongly("a change is refused only while another is at work", f"{site.name}: {method} {call} {body}: {reason}")
            else:
                self._rested(site)
            return None
        except Unknown:
            self.unknown += 1
        # Nobody else changes this site: another last task is ours. An answer that was lost can come after a moment.
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                found = self.api.read(f"/deployments/{site.id}")
            except Refused as reason:
                if reason.status == 404 and method == "DELETE":
                    site.deleted = True
                    return None
                raise
            if found["lastTaskId"] != last:
                return found["lastTaskId"]
            time.sleep(0.5)
        return None

    # --- what becomes of it

    def _follow(self, site: Site, verb: str, task: str) -> None:
        if verb != "delete" and self.dice.random() < self.cancelled:
            try:
                self.api.once("POST", f"/tasks/{task}/cancel", {})
                site.cancelled.add(task)
            except Refused:
                pass  # it was over already
            except Unknown:
                site.cancelled.add(task)
        found = self._rested(site)
        if found is None:
            if verb != "delete":
                self.findings.wrongly("nothing is half done", f"{site.name} is gone, and nobody has deleted it")
            site.deleted = True
            return
        if found["lastResult"] != "succeeded":
            if task not in site.cancelled:
                said = self.api.read(f"/tasks/{task}")
                self.findings.wrongly("what nobody cancels comes about", f"{site.name}: {verb} ended as {said['status']}: {said['error']}")
            self._bring_about(site)
            found = self._rested(site)
        if verb == "delete":
            return  # it was cancelled or refused; it is still there
        self._is_as_wanted(site, verb, found)

    def _bring_about(self, site: Site) -> None:
        """What was asked for and did not come about is tried again until it has."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            task = self._asked(site, "POST", f"/deployments/{site.id}/retry", None)
            if task:
                site.tasks[task] = "retry"
            found = self._rested(site)
            if found is None or found["lastResult"] == "succeeded":
                return
            time.sleep(1)
        self.findings.wrongly("what was cancelled comes about by trying again", site.name)

    def _rested(self, site: Site) -> dict | None:
        """The site when nothing is at work on it; None: it is gone."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                found = self.api.read(f"/deployments/{site.id}")
            except Refused as reason:
                if reason.status == 404:
                    return None
                raise
            if found["currentTaskId"] is None:
                return found
            if time.monotonic() > deadline:
                raise RuntimeError(f"{site.name}: task {found['currentTaskId']} does not end")
            time.sleep(0.3)

    def _is_as_wanted(self, site: Site, verb: str, found: dict | None) -> None:
        if found is None:
            self.findings.wrongly("nothing is half done", f"{site.name} is gone after {verb}")
            return
        shown = (found["baseParameters"]["domain"], found["replicas"], found["stopped"])
        if shown != site.wanted or found["revision"] != len(site.revisions) or found["effectiveRevision"] != found["revision"]:
            numbers = f"revision {found['revision']}, effective {found['effectiveRevision']}, expected {len(site.revisions)}"
            self.findings.wrongly("nothing is half done", f"{site.name} after {verb}: {shown} instead of {site.wanted}; {numbers}")
