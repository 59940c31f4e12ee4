"""What a test control plane needs in it to be useful, and the few calls to put it there."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

NODE = "node-0"


class Api:
    """The API server, as the administrator."""

    def __init__(self, server: str, context: ssl.SSLContext):
        self.server = server
        # Past any proxy of the environment: it is on this machine.
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )

    def get(self, path: str) -> bytes:
        with self.opener.open(self.server + path, timeout=10) as answer:
            return answer.read()

    def ready(self, path: str) -> bool:
        """Whether the path answers 200 now."""
        try:
            self.get(path)
            return True
        except OSError:
            return False

    def create(self, path: str, item: dict) -> None:
        """Create the object, unless it is there from an earlier start."""
        request = urllib.request.Request(
            self.server + path, json.dumps(item).encode(), {"Content-Type": "application/json"}
        )
        try:
            self.opener.open(request, timeout=30).close()
        except urllib.error.HTTPError as reason:
            if reason.code != 409:
                raise RuntimeError(
                    f"POST {path}: {reason.code} {reason.read().decode(errors='replace')[:500]}"
                ) from None

    def node_is_ready(self, name: str) -> bool:
        try:
            conditions = json.loads(self.get(f"/api/v1/nodes/{name}")).get("status", {}).get("conditions", [])
        except OSError:
            return False
        return any(condition["type"] == "Ready" and condition["status"] == "True" for condition in conditions)


def ok(url: str) -> bool:
    """Whether a health address of a program answers 200 now; its certificate is made up at its start, so not checked."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
    try:
        opener.open(url, timeout=5).close()
        return True
    except OSError:
        return False


def initial(metrics: bool) -> Iterator[tuple[str, dict]]:
    """(path, object) of what is created at the start."""
    yield "/api/v1/nodes", node()
    yield "/apis/storage.k8s.io/v1/storageclasses", storage_class()
    if metrics:
        for plural, kind, scope in (("nodes", "NodeMetrics", "Cluster"), ("pods", "PodMetrics", "Namespaced")):
            yield "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", metrics_definition(plural, kind, scope)


def node() -> dict:
    size = {"cpu": "8", "memory": "32Gi", "pods": "110"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": NODE,
            "annotations": {"node.alpha.kubernetes.io/ttl": "0", "kwok.x-k8s.io/node": "fake"},
            "labels": {
                "type": "kwok",
                "kubernetes.io/hostname": NODE,
                "kubernetes.io/os": "linux",
                "kubernetes.io/arch": "amd64",
            },
        },
        "status": {"allocatable": size, "capacity": size},
    }


def storage_class() -> dict:
    # kwok binds claims of this class only; without a default class a StatefulSet stays pending.
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "kwok-volume", "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
        "provisioner": "kwok.x-k8s.io/volume",
    }


def metrics_definition(plural: str, kind: str, scope: str) -> dict:
    """metrics.k8s.io as a custom resource: a test writes the numbers that a metrics server would have measured."""
    anything = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {
            "name": f"{plural}.metrics.k8s.io",
            "annotations": {"api-approved.kubernetes.io": "unapproved, test fixture only"},
        },
        "spec": {
            "group": "metrics.k8s.io",
            "scope": scope,
            "names": {"plural": plural, "kind": kind, "listKind": f"{kind}List"},
            "versions": [{"name": "v1beta1", "served": True, "storage": True, "schema": anything}],
        },
    }


def pod_logs(file: Path) -> str:
    """kwok's answer to a request for any pod's log."""
    return (
        "apiVersion: kwok.x-k8s.io/v1alpha1\nkind: ClusterLogs\nmetadata:\n  name: all\n"
        f"spec:\n  logs:\n  - containers: []\n    logsFile: {json.dumps(str(file))}\n    follow: true\n"
    )
