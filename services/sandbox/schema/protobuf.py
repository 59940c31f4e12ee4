#!/usr/bin/env python3
"""Writes protobuf.json: how the kinds look in Kubernetes' protobuf encoding, which Helm and kubectl write with.

    protobuf.py <folder of the Go module k8s.io/api> <folder of k8s.io/apimachinery>

It is read from the tags of Go's types: field number → name in JSON and type. `*` before a type: a zero was meant. An
empty name: the fields of that type stand in its parent. Types: s text, y bytes, i whole, f number, b truth, [] list,
{} map. Kubernetes is licensed under Apache 2.0, as is this project.
"""

import json
import re
import sys
from pathlib import Path

PACKAGES = {
    "core": "core/v1", "apps": "apps/v1", "batch": "batch/v1", "networking": "networking/v1", "policy": "policy/v1",
    "autoscaling": "autoscaling/v2", "storage": "storage/v1", "authentication": "authentication/v1", "authorization": "authorization/v1",
}
SPECIAL = {
    "resource.Quantity": "quantity", "intstr.IntOrString": "intstr", "meta.Time": "time", "meta.MicroTime": "time",
    "meta.FieldsV1": "raw", "runtime.RawExtension": "raw", "meta.Duration": "i",
}
PLAIN = {"string": "s", "bool": "b", "int32": "i", "int64": "i", "int": "i", "uint8": "i", "float64": "f", "[]byte": "y"}
IMPORTS = {"metav1": "meta", "v1": "core", "corev1": "core", "apiv1": "core", "types": "types", "intstr": "intstr", "resource": "resource", "runtime": "runtime"}
ROOTS = [
    "core.ConfigMap", "core.Event", "core.LimitRange", "core.Namespace", "core.Node", "core.PersistentVolume", "core.PersistentVolumeClaim",
    "core.Pod", "core.ResourceQuota", "core.Secret", "core.Service", "core.ServiceAccount", "apps.Deployment", "apps.ReplicaSet",
    "apps.StatefulSet", "batch.CronJob", "batch.Job", "networking.Ingress", "networking.IngressClass", "networking.NetworkPolicy",
    "policy.PodDisruptionBudget", "policy.Eviction", "autoscaling.HorizontalPodAutoscaler", "storage.StorageClass",
    "authentication.SelfSubjectReview", "authorization.SelfSubjectAccessReview", "authorization.SelfSubjectRulesReview", "meta.DeleteOptions",
]
FIELD = re.compile(r'^\s+(?:\w+\s+)?(\S+(?:\[\S+\]\S+)?)\s+`json:"([^"]*)"[^`]*protobuf:"\w+,(\d+),')


def read(package: str, text: str, structs: dict, aliases: dict) -> None:
    struct = None
    for line in text.splitlines():
        if match := re.match(r"^type (\w+) struct \{", line):
            struct = structs.setdefault(f"{package}.{match[1]}", {})
        elif line.startswith("}"):
            struct = None
        elif match := re.match(r"^type (\w+) ([^=\s{]\S*)$", line):
            aliases[f"{package}.{match[1]}"] = match[2]
        elif struct is not None and (match := FIELD.match(line)):
            name, *options = match[2].split(",")
            struct[match[3]] = ("" if "inline" in options else name, match[1])


def typed(package: str, text: str, structs: dict, aliases: dict) -> str:
    """A Go type as the table writes it."""
    if text in PLAIN:
        return PLAIN[text]
    if text.startswith("*"):
        return "*" + typed(package, text[1:], structs, aliases)
    if text.startswith("[]"):
        return "[]" + typed(package, text[2:], structs, aliases)
    if match := re.match(r"^map\[[\w.]+\](.*)$", text):
        return "{}" + typed(package, match[1], structs, aliases)
    if "." in text:
        place, name = text.split(".")
        place = IMPORTS.get(place, place)
    else:
        place, name = package, text
    full = f"{place}.{name}"
    if full in SPECIAL:
        return SPECIAL[full]
    if full in aliases:
        return typed(place, aliases[full], structs, aliases)
    if full in structs:
        return full
    return "s"  # types.UID and its like


def main() -> None:
    api, machinery = map(Path, sys.argv[1:])
    structs, aliases = {}, {}
    for package, folder in PACKAGES.items():
        for file in sorted((api / folder).glob("*types*.go")):
            read(package, file.read_text(), structs, aliases)
    read("meta", (machinery / "pkg/apis/meta/v1/types.go").read_text(), structs, aliases)
    table, queue = {}, list(ROOTS)
    while queue:
        name = queue.pop()
        if name in table or name not in structs:
            continue
        package = name.split(".")[0]
        table[name] = {number: [field, typed(package, go, structs, aliases)] for number, (field, go) in structs[name].items()}
        queue.extend(re.sub(r"^[*\[\]{}]+", "", kind) for _, kind in table[name].values())
    with (Path(__file__).parent / "protobuf.json").open("w") as out:
        rows = (f"{json.dumps(name)}:{json.dumps(table[name], separators=(',', ':'))}" for name in sorted(table))
        out.write("{" + ",\n".join(rows) + "}\n")


if __name__ == "__main__":
    main()
