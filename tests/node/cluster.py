"""The few calls to the API server that the tests make themselves, as the cluster's administrator."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request


class Cluster:
    """The API server."""

    def __init__(self, api):
        self.api = api
        self.kinds: dict[str, dict[str, dict]] = {}  # by group and version

    def list(self, path: str) -> list[dict]:
        return json.loads(self.api.get(path))["items"]

    def get(self, path: str) -> dict | None:
        try:
            return json.loads(self.api.get(path))
        except urllib.error.HTTPError as reason:
            if reason.code == 404:
                return None
            raise

    def create(self, path: str, item: str) -> None:
        self.api.create(path, json.loads(item))

    def apply(self, item: dict) -> None:
        """Server-side apply of an object of any kind."""
        version = item["apiVersion"]
        place = f"/apis/{version}" if "/" in version else f"/api/{version}"
        if place not in self.kinds:
            found = json.loads(self.api.get(place))["resources"]
            self.kinds[place] = {one["kind"]: one for one in found if "/" not in one["name"]}
        kind, metadata = self.kinds[place][item["kind"]], item["metadata"]
        within = f"/namespaces/{metadata['namespace']}" if kind["namespaced"] else ""
        self.patch(f"{place}{within}/{kind['name']}/{metadata['name']}?fieldManager=tests&force=true", "apply-patch+yaml", json.dumps(item))

    def merge(self, path: str, change: dict) -> None:
        self.patch(path, "merge-patch+json", json.dumps(change))

    def patch(self, path: str, kind: str, text: str) -> None:
        headers = {"Content-Type": f"application/{kind}"}
        request = urllib.request.Request(self.api.server + path, text.encode(), headers, method="PATCH")
        try:
            self.api.opener.open(request, timeout=30).close()
        except urllib.error.HTTPError as reason:
            raise RuntimeError(f"PATCH {path}: {reason.code} {reason.read().decode(errors='replace')[:500]}") from None

    def delete(self, path: str) -> None:
        request = urllib.request.Request(self.api.server + path, method="DELETE")
        try:
            self.api.opener.open(request, timeout=30).close()
        except urllib.error.HTTPError as reason:
            if reason.code != 404:
                raise

    def pods(self, namespace: str, component: str | None = None) -> list[dict]:
        path = f"/api/v1/namespaces/{namespace}/pods"
        if component:
            path += f"?labelSelector=app.kubernetes.io/component={component}"
        return self.list(path)

    def address(self, namespace: str, service: str) -> tuple[str, int]:
        """Address and port of a Service."""
        found = self.get(f"/api/v1/namespaces/{namespace}/services/{service}")
        if not found:
            raise RuntimeError(f"there is no Service {service} in {namespace}")
        return found["spec"]["clusterIP"], found["spec"]["ports"][0]["port"]

    def log(self, namespace: str, pod: str, container: str, previous: bool = False) -> str:
        path = f"/api/v1/namespaces/{namespace}/pods/{pod}/log?container={container}"
        return self.api.get(path + ("&previous=true" if previous else "")).decode(errors="replace")


def until(what: str, seconds: float, ready):
    """The first true answer of `ready()`; an error when there is none in that time."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            found = ready()
        except OSError as reason:
            found, last = None, str(reason)
        else:
            last = str(found)
        if found:
            return found
        if time.monotonic() > deadline:
            raise RuntimeError(f"{what}: not within {seconds:.0f} s ({last[:500]})")
        time.sleep(0.25)
