"""Canopy itself, as a user of its REST API sees it."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import canopy_up
import processes

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
PERSON = {"email": "ada@example.com", "password": "correct horse battery", "firstName": "Ada", "lastName": "Lovelace"}


class Canopy:
    """A running `canopy up` with the node's cluster registered, and its first administrator."""

    def __init__(self, program: Path, folder: Path, postgres_bin: Path, nats: Path, kubeconfig: Path):
        self.program, self.folder = program, folder
        self.arguments = ["--postgres-bin", postgres_bin, "--nats-server", nats]
        # A rollout may take ten minutes usually; so that a probe that fails for ever is told of within a run, less.
        # What sites use is asked for as often as clusters are looked at.
        own = {"CANOPY_KUBECONFIG": str(kubeconfig), "CANOPY_ROLLOUT_OVERALL": "4m", "CANOPY_PROBE_INTERVAL": "20s"}
        self.env = {**os.environ, **own}

    def start(self) -> None:
        log, self.token = self.folder / "canopy.log", None
        self.process, self.report = canopy_up.start(self.program, self.folder / "canopy", log, self.env, *self.arguments)
        setup = self.call("POST", "/auth/setup", {"token": self.report["setupToken"], **PERSON})
        self.token = setup["token"]
        self.until("/clusters", lambda found: found and found[0]["status"] == "operational", 120)
        self.cluster = self.call("GET", "/clusters")[0]
        self.team = self.until("/teams", bool, 60)[0]["id"]

    def register(self, name: str, kubeconfig: str) -> str:
        """One more cluster; its id, when it was reached."""
        body = {
            "name": name,
            "description": "sites move here",
            "provider": "hetzner",
            "region": "eu-central",
            "datacenter": self.cluster["datacenter"],
            "k8sendpoint": "",
            "kubeconfig": base64.b64encode(kubeconfig.encode()).decode(),
        }
        made = self.call("POST", "/clusters", body)["id"]
        self.until(f"/clusters/{made}", lambda found: found["status"] == "operational", 120)
        return made

    def stop(self) -> None:
        processes.stop(self.process, 60)

    def call(self, method: str, path: str, body: dict | None = None, whole: bool = False):
        request = urllib.request.Request(f"{self.report['address']}/api{path}", method=method)
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        data = None if body is None else json.dumps(body).encode()
        try:
            with OPENER.open(request, data, timeout=60) as answer:
                found = json.load(answer)
                return found if whole else found["data"]
        except urllib.error.HTTPError as reason:
            text = reason.read().decode(errors="replace")[:1000]
            raise RuntimeError(f"{method} {path}: {reason.code} {text}") from None

    def until(self, path: str, ready, seconds: float = 300):
        """Ask again until the answer is so. On a busy machine a part of Canopy may be late, and says so: then it is asked again too."""
        deadline = time.monotonic() + seconds
        while not ready(found := self.patiently("GET", path)):
            if time.monotonic() > deadline:
                raise RuntimeError(f"GET {path} is after {seconds:.0f} s still {json.dumps(found)[:3000]}")
            time.sleep(0.25)
        return found

    def patiently(self, method: str, path: str, body: dict | None = None, seconds: float = 60):
        """Something that changes nothing, so it may be asked again when it is answered that something is late."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self.call(method, path, body)
            except RuntimeError as reason:
                if ": 503 " not in str(reason) or time.monotonic() > deadline:
                    raise
                time.sleep(0.5)

    def settled(self, site: str, seconds: float = 600) -> dict:
        """The deployment, when nothing is being done to it."""
        return self.until(f"/deployments/{site}", lambda found: found["status"] != "pending" and not found["currentTaskId"], seconds)

    def task(self, task: str, seconds: float = 600) -> dict:
        """The task, when it is over. On a busy machine it may be known a moment after it was named."""
        known = time.monotonic() + 30
        while True:
            try:
                return self.until(f"/tasks/{task}", lambda found: found["finishedAt"], seconds)
            except RuntimeError as reason:
                if ": 404 " not in str(reason) or time.monotonic() > known:
                    raise
                time.sleep(0.25)

    def logs(self, site: str, source: str | None = None, tail: int = 500, previous: bool = False) -> list[dict]:
        path = f"/deployments/{site}/logs?tail={tail}" + (f"&source={source}" if source else "")
        return self.call("GET", path + ("&previous=true" if previous else ""))

    def followed(self, site: str, lines: list[dict], stopped: threading.Event) -> None:
        """Put lines of the log into `lines` as they come, until `stopped`."""
        request = urllib.request.Request(f"{self.report['address']}/api/deployments/{site}/logs?follow=true&tail=2000")
        request.add_header("authorization", f"Bearer {self.token}")
        with OPENER.open(request, timeout=60) as answer:
            for line in answer:  # an empty one comes every few seconds
                if line.strip():
                    lines.append(json.loads(line))
                if stopped.is_set():
                    return
