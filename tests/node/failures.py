"""What goes wrong, and what Canopy says of it: its error beside what the cluster shows. Each is a site of its own, all at once."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
import time

from canopy import Canopy
from cluster import Cluster, until
from node import Node, processes_of
from seen import Seen
from volumes import Provisioner

NODE = "canopy.internal/node:1"
PLAIN = {"nginx": False, "mysql": False, "redis": False, "phpmyadmin": False, "ftp": False}
# A site with a volume, that needs nothing else.
EMPTY = {
    "type": "laravel",
    "source": {"kind": "none"},
    "databaseParameters": {"databaseHost": "db.example.com", "databaseUser": "u", "databaseName": "d", "databasePass": "far away 1", "databaseRootPass": "far away 2"},
}
SERVES = "node -e require('http').createServer((q,s)=>s.end('here')).listen(3000)"


class Failures:
    """Programs that do not come up, and a site that is kept from its change."""

    def __init__(self, canopy: Canopy, cluster: Cluster, seen: Seen, provisioner: Provisioner, node: Node):
        self.canopy, self.cluster, self.seen, self.provisioner, self.node = canopy, cluster, seen, provisioner, node
        self.threads: list[threading.Thread] = []

    def begin(self) -> None:
        """Those that leave the node alone, beside each other and beside whatever else goes on."""
        parts = {
            "an image that is missing": self.image,
            "a program that ends": self.crash,
            "a program that takes too much memory": self.memory,
            "a program that does not listen": self.probe,
            "a full quota": self.quota,
            "a volume that nobody makes": self.unbound,
            "a volume that cannot be made": self.refused,
            "a process that is killed again and again": self.killed,
        }
        self.threads = [threading.Thread(target=self.seen.part, args=part) for part in parts.items()]
        for thread in self.threads:
            thread.start()

    def end(self) -> None:
        """Wait until all of them have been seen."""
        for thread in self.threads:
            thread.join()

    def create(self, name: str, **more) -> dict:
        return self.canopy.call("POST", "/deployments", {
            "name": name,
            "type": "nodejs",
            "clusterId": self.canopy.cluster["id"],
            "team_id": self.canopy.team,
            "services": PLAIN,
            "baseParameters": {"domain": f"{name.lower().replace(' ', '-')}.example.com", "appUser": "admin", "appPass": "Rose & thorn 7"},
            **more,
        })  # fmt: skip

    def program(self, image: str = NODE, start: str | None = None) -> dict:
        source = {"kind": "image", "port": 3000, "image": image}
        return {"source": source | ({"start": start} if start else {})}

    def fails(self, name: str, made: dict, code: str, words: list[str], truth, status: str = "failed", more=None) -> None:
        """The task's end, and then: the sentence has the words, its code is among the nested ones, and the cluster shows `truth`."""
        self.canopy.task(made["taskId"], 500)
        found = self.canopy.settled(made["id"])
        said, codes = found["errorLog"] or "", nested(found)
        self.seen.that(f"{name}: the site is {status}, for {code}", found["status"] == status and code in codes, (found["status"], codes, said))
        self.seen.that(f"{name}: Canopy says {' … '.join(words)}", all(word in said for word in words), said)
        for line in said.splitlines()[:6]:
            self.seen.say(f"      | {line[:220]}")
        shown = truth(self.cluster.pods(found["namespace"]))
        self.seen.that(f"{name}: the cluster shows it so", shown, self.states(found["namespace"]))
        if more:
            more(found)
        self.remove(made["id"])

    def remove(self, site: str) -> None:
        removed = self.canopy.call("DELETE", f"/deployments/{site}")
        if removed["taskId"]:
            self.canopy.task(removed["taskId"])

    def states(self, namespace: str) -> list:
        return [pod["status"] for pod in self.cluster.pods(namespace)]

    def image(self) -> None:
        missing = "registry.invalid/nothing:1"
        made = self.create("Missing image", **self.program(missing))

        def truth(pods: list[dict]) -> bool:
            return any(one.get("reason") in ("ErrImagePull", "ImagePullBackOff") for one in states(pods, "waiting"))

        self.fails("Missing image", made, "RolloutImagePull", [f"Image {missing} could not be pulled", "lookup registry.invalid on", "server misbehaving"], truth)

    def crash(self) -> None:
        made = self.create("Crash loop", **self.program(start="node -e console.log(6*7),process.exit(3)"))

        def truth(pods: list[dict]) -> bool:
            return any(one["exitCode"] == 3 for one in states(pods, "terminated"))

        self.fails("Crash loop", made, "RolloutCrashing", ["Container app", "exit code 3", "Last lines", "42"], truth)

    def memory(self) -> None:
        made = self.create("Out of memory", **self.program(start="node -e a=[];for(;;)a.push(Buffer.alloc(1e7,1))"))

        def truth(pods: list[dict]) -> bool:
            limits = [box["resources"]["limits"]["memory"] for pod in pods for box in pod["spec"]["containers"]]
            return limits == ["512Mi"] and any(one.get("reason") == "OOMKilled" for one in states(pods, "terminated"))

        self.fails("Out of memory", made, "RolloutMemory", ["Container app", "512Mi memory limit"], truth)

    def probe(self) -> None:
        made = self.create("Deaf", **self.program(start="node -e setInterval(()=>0,1000)"))

        def truth(pods: list[dict]) -> bool:
            return [one["ready"] for pod in pods for one in pod["status"]["containerStatuses"]] == [False]

        self.fails("Deaf", made, "RolloutOverdue", ["running but not ready", "Startup probe failed", "3000", "connection refused"], truth)

    def killed(self) -> None:
        """Nothing is asked of Canopy meanwhile: what it says of the site changes by itself, and back."""
        made = self.create("Killed", **self.program(start=SERVES))
        self.canopy.task(made["taskId"])
        self.canopy.settled(made["id"])
        ended, began = threading.Event(), time.monotonic()
        killer = threading.Thread(target=self.kill, args=(made["namespace"], ended))
        killer.start()
        try:
            found = self.canopy.until(f"/deployments/{made['id']}", lambda found: found["status"] != "running", 240)
        finally:
            ended.set()
            killer.join()
        said = found["errorLog"] or ""
        self.seen.say(f"{time.monotonic() - began:.0f} s after the first kill -9 Canopy says: {found['status']}, {found['errorLogReason']}: {said[:200]}")
        right = found["status"] == "failed" and "exit code 137" in said
        self.seen.that("a program that is killed again and again is shown as failed, with its exit code", right, (found["status"], nested(found), said))
        shown = [one["exitCode"] for one in states(self.cluster.pods(made["namespace"]), "terminated")]
        self.seen.that("the cluster shows the same", 137 in shown, self.states(made["namespace"]))
        found = self.canopy.until(f"/deployments/{made['id']}", lambda found: found["status"] == "running", 420)
        self.seen.that("left alone it runs again, and Canopy says so by itself", not found["errorLog"], found["errorLog"])
        self.remove(made["id"])

    def kill(self, namespace: str, ended: threading.Event) -> None:
        """kill -9 whatever of the site's containers runs, again and again."""
        while not ended.wait(0.2):
            uids = [pod["metadata"]["uid"] for pod in self.cluster.pods(namespace)]
            for pid in (pid for uid in uids for pid in processes_of("node -e", uid)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def quota(self) -> None:
        """Another quota is put into the namespace; what is there goes on."""
        made = self.create("Full quota", **self.program(start=SERVES))
        self.canopy.task(made["taskId"])
        self.canopy.settled(made["id"])
        quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "full"}, "spec": {"hard": {"pods": "1"}}}
        self.cluster.create(f"/api/v1/namespaces/{made['namespace']}/resourcequotas", json.dumps(quota))
        path = f"/api/v1/namespaces/{made['namespace']}/resourcequotas/full"
        until("the quota counts", 60, lambda: self.cluster.get(path)["status"].get("used", {}).get("pods") == "1")
        changed = self.canopy.call("PUT", f"/deployments/{made['id']}", {"env": {"COLOUR": "blue"}})

        def truth(pods: list[dict]) -> bool:
            sets = self.cluster.list(f"/apis/apps/v1/namespaces/{made['namespace']}/replicasets")
            said = [one["message"] for rs in sets for one in rs["status"].get("conditions", []) if one["type"] == "ReplicaFailure"]
            return len(pods) == 1 and any("exceeded quota: full" in one for one in said)

        words = ["No pod of web can be created", "exceeded quota: full", "The new version failed, the previous one is still running"]
        self.fails("Full quota", {**made, "taskId": changed["taskId"]}, "RolloutNoPod", words, truth, "running")

    def unbound(self) -> None:
        """The provisioner says nothing."""
        self.provisioner.silent.add("unbound-claim-")
        made = self.create("Unbound claim", **EMPTY)
        words = ["Volume ", "is not there", "external provisioner"]
        self.fails("Unbound claim", made, "RolloutNoVolume", words, lambda _: self.pending(made["namespace"]))

    def refused(self) -> None:
        """The provisioner says why not."""
        self.provisioner.refusing["refused-claim-"] = "no folder of 5Gi is left"
        made = self.create("Refused claim", **EMPTY)
        words = ["Volume ", "is not there", "no folder of 5Gi is left"]
        self.fails("Refused claim", made, "RolloutNoVolume", words, lambda _: self.pending(made["namespace"]))

    def pending(self, namespace: str) -> bool:
        claims = self.cluster.list(f"/api/v1/namespaces/{namespace}/persistentvolumeclaims")
        return [claim["status"]["phase"] for claim in claims] == ["Pending"]

    def disk(self) -> None:
        """The kubelet takes the disk for full: it lets no new pod in and puts out those that write."""
        self.node.pressure("99%")
        try:
            until("the node has disk pressure", 90, lambda: self.condition("DiskPressure"))
            made = self.create("Full disk", **self.program(start=SERVES))

            def truth(pods: list[dict]) -> bool:
                return self.condition("DiskPressure") and [pod["status"]["phase"] for pod in pods] == ["Pending"]

            self.fails("Full disk", made, "RolloutUnschedulable", ["No node can take pod", "untolerated taint", "Node/node-1 · node.kubernetes.io/disk-pressure"], truth)
        finally:
            self.node.pressure(None)
        until("the node has room again", 120, lambda: not self.condition("DiskPressure"))
        self.seen.that("with room again the node is as before", True)

    def condition(self, kind: str) -> bool:
        found = self.cluster.list("/api/v1/nodes")[0]["status"]["conditions"]
        return any(one["type"] == kind and one["status"] == "True" for one in found)


def states(pods: list[dict], kind: str) -> list[dict]:
    """States of that kind, now or before, of all containers."""
    all_of = [one for pod in pods for one in pod["status"].get("containerStatuses", [])]
    return [state[kind] for one in all_of for state in (one["state"], one["lastState"]) if kind in state]


def nested(found: dict) -> list[str]:
    """The error's code and those of its parameters that are messages themselves."""
    codes = [found["errorLogReason"]]

    def look(value) -> None:
        if isinstance(value, dict):
            codes.extend([value["reason"]] if isinstance(value.get("reason"), str) else [])
            for one in value.values():
                look(one)

    look(found["errorLogParams"])
    return codes
