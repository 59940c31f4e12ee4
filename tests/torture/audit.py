"""When all is calm: what was accepted against what there is, by Canopy's word and by the cluster's."""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from pathlib import Path

from api import PATIENCE, Api, Findings, Refused
from owner import Owner, Site
from system import System

# The fact that is recorded with each acceptance.
REQUESTED = {"restart": "RestartRequested"}


class Audit:
    """Of a system that nobody torments any more."""

    def __init__(self, system: System, owners: list[Owner], findings: Findings, helm: Path):
        self.system, self.owners, self.findings, self.helm = system, owners, findings, helm
        self.api = owners[0].api
        self.sites = [site for owner in owners for site in owner.sites]
        self.checked: Counter[str] = Counter()

    def run(self) -> None:
        self._calm()
        self._rotation()
        for owner in self.owners:
            self._session(owner.api, owner.name)
        for site in self.sites:
            self._tasks(site)
            if not site.deleted:
                self._site(site)
                self._events(site)
        self._namespaces()
        self._releases()
        self._dead_letters()

    def _that(self, what: str, holds: bool, otherwise: str) -> None:
        self.checked[what] += 1
        if not holds:
            self.findings.wrongly(what, otherwise)

    def _calm(self) -> None:
        """Every part says that it is well."""
        deadline = time.monotonic() + PATIENCE
        while True:
            health = self.api.read("/health")
            if health["status"] == "healthy":
                return
            if time.monotonic() > deadline:
                self.findings.wrongly("it becomes healthy again", json.dumps(health)[:1000])
                return
            time.sleep(1)

    def _rotation(self) -> None:
        """Whatever became of the rotations in the middle of it: one more comes to its end, so each sealed value was opened."""
        try:
            said = "" if self.system.rotate_keys().wait(PATIENCE) == 0 else "it has failed"
        except subprocess.TimeoutExpired:
            said = "it does not end"
        log = (self.system.folder / "rotations.log").read_text(errors="replace")
        self._that("keys can be rotated, and every value opens", not said, f"{said}: {log[-1000:]}")

    def _session(self, api: Api, name: str) -> None:
        api.token = api.first_token
        try:
            api.read("/users/profile")
            said = ""
        except Refused as reason:
            said = str(reason)
        self._that("nobody is signed out", not said, f"{name}: {said}")

    def _tasks(self, site: Site) -> None:
        for task, verb in site.tasks.items():
            try:
                found = self.api.read(f"/tasks/{task}")
            except Refused as reason:
                self._that("no task is lost", False, f"{site.name} {verb}: {reason}")
                continue
            self._that("no task is lost", True, "")
            self._that("each task has ended", found["finishedAt"] is not None, f"{site.name} {verb}: {found['status']}")
            self._that("each task that nobody cancelled is complete", task in site.cancelled or found["status"] == "complete", f"{site.name} {verb}: {found['error']}")
        known = {each["id"] for each in self.api.all(f"/tasks?deploymentId={site.id}")}
        self._that("no task is doubled", known == set(site.tasks), f"{site.name}: {len(known)} tasks, accepted were {len(site.tasks)}")

    def _site(self, site: Site) -> None:
        found = self.api.read(f"/deployments/{site.id}")
        expected = "stopped" if site.stopped else "running"
        self._that("each site is as it was asked for", found["status"] == expected, f"{site.name} is {found['status']}: {found['errorLog']}")
        numbers = len(self.api.all(f"/deployments/{site.id}/revisions"))
        self._that("no revision is lost or doubled", numbers == len(site.revisions), f"{site.name}: {numbers}, expected {len(site.revisions)}")
        base = f"/namespaces/{site.namespace}"
        webs = [each for each in self._listed(f"/apis/apps/v1{base}/deployments") if each["metadata"]["name"].endswith("-web")]
        replicas = [each["spec"]["replicas"] for each in webs]
        self._that("the cluster has what was asked for", replicas == [0 if site.stopped else site.replicas], f"{site.name}: replicas {replicas}, expected {site.wanted}")
        hosts = {rule["host"] for each in self._listed(f"/apis/networking.k8s.io/v1{base}/ingresses") for rule in each["spec"]["rules"]}
        self._that("the cluster has what was asked for", site.domain in hosts, f"{site.name}: hosts {hosts}, expected {site.domain}")

    def _listed(self, path: str) -> list[dict]:
        """Of the cluster."""
        return self.system.cluster.ask("GET", path)["items"]

    def _events(self, site: Site) -> None:
        """Facts are told once for each acceptance; they may need a moment after an outage."""
        expected = Counter(REQUESTED[verb] for verb in site.tasks.values() if verb in REQUESTED)
        deadline = time.monotonic() + 60
        while True:
            told: Counter[str] = Counter()
            for event in self.api.all(f"/events?deployment={site.id}"):
                if event["reason"] in REQUESTED.values():
                    told[event["reason"]] += event["count"]
            if told == expected or time.monotonic() > deadline:
                break
            time.sleep(1)
        self._that("each fact is told once", told == expected, f"{site.name}: {dict(told)}, expected {dict(expected)}")

    def _namespaces(self) -> None:
        there = {each["metadata"]["name"] for each in self._listed("/api/v1/namespaces?labelSelector=canopy.internal/deployment")}
        expected = {site.namespace for site in self.sites if not site.deleted}
        self._that("a namespace for each site, and no other", there == expected, f"too many: {there - expected}, missing: {expected - there}")

    def _releases(self) -> None:
        command = [self.helm, "list", "--all-namespaces", "--output", "json", "--max", "0", "--kubeconfig", self.system.kubeconfig]
        listed = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, check=True).stdout
        releases = {each["namespace"]: each["status"] for each in json.loads(listed)}
        for site in self.sites:
            if not site.deleted:
                status = releases.get(site.namespace)
                self._that("no release stays locked", status == "deployed", f"{site.name}: {status}")

    def _dead_letters(self) -> None:
        letters = self.api.read("/admin/dead-letters")["letters"]
        self._that("no command is given up", not letters, json.dumps(letters)[:1000])
