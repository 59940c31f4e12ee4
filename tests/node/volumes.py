"""A volume provisioner: a folder for each claim of its class, taken away with the claim."""

from __future__ import annotations

import json
import shutil
import threading
import time
from pathlib import Path

from cluster import Cluster
from node import NAME
from plane import PROVISIONER, STORAGE_CLASS

CLAIMS, VOLUMES = "/api/v1/persistentvolumeclaims", "/api/v1/persistentvolumes"


class Provisioner:
    """A thread that looks after claims and volumes until it is stopped."""

    def __init__(self, cluster: Cluster, folder: Path):
        self.cluster, self.folder, self.problem = cluster, folder, None
        # By the beginning of a namespace's name: claims that are passed over, and those that are refused, with the reason.
        self.silent: set[str] = set()
        self.refusing: dict[str, str] = {}
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        folder.mkdir()

    def start(self) -> Provisioner:
        self.thread.start()
        return self

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join()

    def run(self) -> None:
        while not self.stopped.wait(0.3):
            try:
                self.look()
                self.problem = None
            except (OSError, RuntimeError) as reason:  # the API server is busy or restarts: the next look is soon
                self.problem = str(reason)

    def look(self) -> None:
        for claim in self.cluster.list(CLAIMS):
            if claim["spec"].get("storageClassName") == STORAGE_CLASS and not claim["spec"].get("volumeName"):
                self.answer(claim)
        for volume in self.cluster.list(VOLUMES):
            if volume["status"].get("phase") in ("Released", "Failed"):
                shutil.rmtree(volume["spec"]["local"]["path"], ignore_errors=True)
                self.cluster.delete(f"{VOLUMES}/{volume['metadata']['name']}")

    def answer(self, claim: dict) -> None:
        namespace = claim["metadata"]["namespace"]
        if namespace.startswith(tuple(self.silent)):
            return
        for beginning, reason in self.refusing.items():
            if namespace.startswith(beginning):
                self.refuse(claim, reason)
                return
        self.provide(claim)

    def refuse(self, claim: dict, reason: str) -> None:
        """As provisioners tell it: a warning about the claim."""
        metadata, now = claim["metadata"], time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        name = f"{metadata['name']}.refused"
        path = f"/api/v1/namespaces/{metadata['namespace']}/events"
        if self.cluster.get(f"{path}/{name}"):
            return
        about = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", **{key: metadata[key] for key in ("name", "namespace", "uid")}}
        event = {
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": name}, "involvedObject": about, "type": "Warning",
            "reason": "ProvisioningFailed", "message": f"failed to provision volume with StorageClass \"{STORAGE_CLASS}\": {reason}",
            "count": 1, "firstTimestamp": now, "lastTimestamp": now, "source": {"component": PROVISIONER},
        }  # fmt: skip
        self.cluster.create(path, json.dumps(event))

    def provide(self, claim: dict) -> None:
        name = f"claim-{claim['metadata']['uid']}"
        place = self.folder / name
        place.mkdir(exist_ok=True)
        here = {"key": "kubernetes.io/hostname", "operator": "In", "values": [NAME]}
        volume = {
            "apiVersion": "v1",
            "kind": "PersistentVolume",
            "metadata": {"name": name, "annotations": {"pv.kubernetes.io/provisioned-by": PROVISIONER}},
            "spec": {
                "capacity": {"storage": claim["spec"]["resources"]["requests"]["storage"]},
                "accessModes": claim["spec"]["accessModes"],
                "persistentVolumeReclaimPolicy": "Delete",
                "storageClassName": STORAGE_CLASS,
                # A local volume, not a path of the host: the kubelet gives it to the pod's group, as a provider's disk.
                "local": {"path": str(place)},
                "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [here]}]}},
                "claimRef": {
                    "apiVersion": "v1",
                    "kind": "PersistentVolumeClaim",
                    **{key: claim["metadata"][key] for key in ("name", "namespace", "uid")},
                },
            },
        }
        self.cluster.create(VOLUMES, json.dumps(volume))
