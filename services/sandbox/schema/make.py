#!/usr/bin/env python3
"""Writes kubernetes.json: what a real API server says about the kinds that the sandbox serves.

    kubectl proxy --port 8001 &      (or any way to reach a real API server without credentials)
    make.py http://127.0.0.1:8001

Schemas come from /openapi/v3 without their descriptions, resources from the discovery documents. Kubernetes is licensed
under Apache 2.0, as is this project.
"""

import json
import sys
import urllib.request
from pathlib import Path

# group version -> kinds; the order is the order of discovery
SERVED = {
    "v1": [
        "ConfigMap", "Event", "LimitRange", "Namespace", "Node", "PersistentVolume", "PersistentVolumeClaim", "Pod",
        "ResourceQuota", "Secret", "Service", "ServiceAccount",
    ],
    "apps/v1": ["Deployment", "ReplicaSet", "StatefulSet"],
    "batch/v1": ["CronJob", "Job"],
    "networking.k8s.io/v1": ["Ingress", "IngressClass", "NetworkPolicy"],
    "policy/v1": ["PodDisruptionBudget"],
    "autoscaling/v2": ["HorizontalPodAutoscaler"],
    "storage.k8s.io/v1": ["StorageClass"],
    "authentication.k8s.io/v1": ["SelfSubjectReview"],
    "authorization.k8s.io/v1": ["SelfSubjectAccessReview", "SelfSubjectRulesReview"],
}
SUBRESOURCES = {"status", "scale", "log", "exec", "finalize", "eviction"}
KEPT = {
    "type", "format", "properties", "items", "additionalProperties", "required", "allOf", "oneOf", "$ref", "default", "enum",
    "x-kubernetes-group-version-kind", "x-kubernetes-list-map-keys", "x-kubernetes-list-type", "x-kubernetes-map-type",
    "x-kubernetes-patch-merge-key", "x-kubernetes-patch-strategy",
}


def fetch(server: str, path: str):
    with urllib.request.urlopen(server + path, timeout=30) as answer:
        return json.load(answer)


def lean(schema):
    """The schema without what only people read."""
    kept = {}
    for key, value in schema.items():
        if key not in KEPT:
            continue
        if key == "properties":
            kept[key] = {name: lean(one) for name, one in value.items()}
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            kept[key] = lean(value)
        elif key in ("allOf", "oneOf"):
            kept[key] = [lean(one) for one in value]
        else:
            kept[key] = value
    return kept


def references(schema):
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rsplit("/", 1)[1]
            else:
                yield from references(value)
    elif isinstance(schema, list):
        for one in schema:
            yield from references(one)


def main() -> None:
    server = sys.argv[1].rstrip("/")
    schemas, resources, wanted = {}, {}, []
    for version, kinds in SERVED.items():
        path = "api/v1" if version == "v1" else f"apis/{version}"
        group = version.rpartition("/")[0]
        document = fetch(server, f"/openapi/v3/{path}")["components"]["schemas"]
        for name, schema in document.items():
            schemas.setdefault(name, lean(schema))
            for known in schema.get("x-kubernetes-group-version-kind", []):
                if known["group"] == group and known["version"] == version.rpartition("/")[2] and known["kind"] in kinds:
                    wanted.append(name)
        found = fetch(server, f"/{path}")["resources"]
        plain = {r["name"] for r in found if r["kind"] in kinds and "/" not in r["name"]}
        resources[version] = [
            {key: value for key, value in r.items() if key != "storageVersionHash"}
            for r in found
            if r["name"] in plain or r["name"].partition("/")[0] in plain and r["name"].partition("/")[2] in SUBRESOURCES
        ]
    needed, queue = {}, wanted
    while queue:
        name = queue.pop()
        if name not in needed:
            needed[name] = schemas[name]
            queue.extend(references(schemas[name]))
    line = lambda value: json.dumps(value, separators=(",", ":"), sort_keys=True)  # noqa: E731
    with (Path(__file__).parent / "kubernetes.json").open("w") as out:
        out.write('{"version":' + line(fetch(server, "/version")["gitVersion"]) + ',\n"resources":{\n')
        out.write(",\n".join(f"{line(key)}:[\n" + ",\n".join(map(line, rows)) + "]" for key, rows in resources.items()))
        out.write('},\n"schemas":{\n')
        out.write(",\n".join(f"{line(name)}:{line(needed[name])}" for name in sorted(needed)))
        out.write("}}\n")


if __name__ == "__main__":
    main()
