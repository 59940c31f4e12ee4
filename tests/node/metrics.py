"""metrics-server beside the kubelet, behind the API server as metrics.k8s.io; and what its figures are compared with."""

from __future__ import annotations

import json
import re
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import namespaces
from cluster import Cluster

PORT = 4443
GROUP = "/apis/metrics.k8s.io/v1beta1"
SCALES = {"n": 1e-9, "u": 1e-6, "m": 1e-3, "Ki": 1024, "Mi": 1024**2, "Gi": 1024**3}


def arguments(kubeconfig: Path, folder: Path) -> list[str]:
    """What metrics-server is told. The kubelet's certificate is its own word, as on many nodes."""
    asked = [f"--{name}={kubeconfig}" for name in ("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")]
    return [
        *asked,
        f"--bind-address={namespaces.ADDRESS}",
        f"--secure-port={PORT}",
        f"--cert-dir={folder}",
        "--kubelet-insecure-tls",
        "--kubelet-preferred-address-types=InternalIP",
        "--kubelet-request-timeout=5s",
        "--metric-resolution=10s",
    ]


def register(api) -> None:
    """The Service that leads to it, and the word to the API server that it answers for its group."""
    name, place = "metrics-server", "/api/v1/namespaces/kube-system"
    ports = [{"name": "https", "port": 443, "targetPort": PORT, "protocol": "TCP"}]
    api.create(f"{place}/services", {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": {"ports": ports}})
    api.create("/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices", {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": name, "labels": {"kubernetes.io/service-name": name}},
        "addressType": "IPv4",
        "endpoints": [{"addresses": [namespaces.ADDRESS], "conditions": {"ready": True}}],
        "ports": [{"name": "https", "port": PORT, "protocol": "TCP"}],
    })  # fmt: skip
    api.create("/apis/apiregistration.k8s.io/v1/apiservices", {
        "apiVersion": "apiregistration.k8s.io/v1",
        "kind": "APIService",
        "metadata": {"name": "v1beta1.metrics.k8s.io"},
        "spec": {
            "service": {"name": name, "namespace": "kube-system"},
            "group": "metrics.k8s.io",
            "version": "v1beta1",
            "insecureSkipTLSVerify": True,
            "groupPriorityMinimum": 100,
            "versionPriority": 100,
        },
    })  # fmt: skip


@dataclass
class Measured:
    """One container over one window, as metrics.k8s.io says."""

    ended: float  # seconds since 1970
    window: float  # seconds
    cpu: float  # thousandths of a core
    memory: float  # bytes


@dataclass
class Counted:
    """What the control groups of a container say at one moment."""

    at: float
    cpu: float  # thousandths of a core, times seconds, since its start
    memory: float  # bytes, without files that could be forgotten at once


@dataclass
class Watch:
    """Looks at metrics.k8s.io and at the control groups of all containers of a namespace, until it is stopped."""

    cluster: Cluster
    namespace: str
    measured: list[tuple[float, dict[str, Measured]]] = field(default_factory=list)  # when it was asked, by pod and container
    counted: dict[str, list[Counted]] = field(default_factory=dict)
    problem: str = ""

    def __enter__(self) -> Watch:
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_reason) -> None:
        self.stopped.set()
        self.thread.join()

    def run(self) -> None:
        while not self.stopped.wait(0.5):
            try:
                self.look()
            except (OSError, RuntimeError, KeyError, ValueError) as reason:
                self.problem = f"{type(reason).__name__}: {reason}"

    def look(self) -> None:
        for name, group in self.groups().items():
            self.counted.setdefault(name, []).append(count(group))
        asked = time.time()
        found = {}
        for pod in self.cluster.list(f"{GROUP}/namespaces/{self.namespace}/pods"):
            ended, window = moment(pod["timestamp"]), duration(pod["window"])
            for box in pod["containers"]:
                cpu, memory = quantity(box["usage"]["cpu"]) * 1000, quantity(box["usage"]["memory"])
                found[f"{pod['metadata']['name']}/{box['name']}"] = Measured(ended, window, cpu, memory)
        self.measured.append((asked, found))

    def groups(self) -> dict[str, tuple[Path, Path]]:
        """The groups for processor time and memory of each container."""
        found = {}
        for pod in self.cluster.pods(self.namespace):
            for box in pod["status"].get("containerStatuses", []):
                below = f"pod{pod['metadata']['uid']}/{box.get('containerID', '').rpartition('/')[2]}"
                time_of = kubepods(below, "cpuacct.usage") or kubepods(below, "cpu.stat")
                size_of = kubepods(below, "memory.usage_in_bytes") or kubepods(below, "memory.current")
                if time_of and size_of:
                    found[f"{pod['metadata']['name']}/{box['name']}"] = (time_of[0], size_of[0])
        return found

    def last(self, until: float) -> dict[str, Measured]:
        """What metrics.k8s.io said last at that moment."""
        return next((found for asked, found in reversed(self.measured) if asked <= until), {})

    def at(self, name: str, moment: float) -> Counted | None:
        """The counters between two looks, on a straight line; none where there was no look before or after."""
        looks = self.counted.get(name, [])
        for before, after in zip(looks, looks[1:]):
            if before.at <= moment <= after.at:
                part = (moment - before.at) / (after.at - before.at)
                return Counted(moment, *(a + (b - a) * part for a, b in ((before.cpu, after.cpu), (before.memory, after.memory))))
        return None


def kubepods(below: str, name: str) -> list[Path]:
    """That file of a pod's or container's group, in whichever hierarchy and class of service it is."""
    tops = [namespaces.GROUPS / "kubepods", *namespaces.GROUPS.glob("*/kubepods")]
    return [file for top in tops for middle in ("", "burstable", "besteffort") if (file := top / middle / below / name).exists()]


def count(group: tuple[Path, Path]) -> Counted:
    time_of, size_of = group
    at, text = time.time(), time_of.read_text()
    if time_of.name == "cpuacct.usage":
        cpu = int(text) / 1e6  # nanoseconds
    else:
        cpu = int(re.search(r"^usage_usec (\d+)$", text, re.M).group(1)) / 1e3
    size, said = int(size_of.read_text()), size_of.with_name("memory.stat").read_text()
    word = "total_inactive_file" if size_of.name == "memory.usage_in_bytes" else "inactive_file"
    return Counted(at, cpu, size - int(re.search(rf"^{word} (\d+)$", said, re.M).group(1)))


def quantity(text: str) -> float:
    """As Kubernetes writes amounts."""
    number, scale = re.fullmatch(r"(\d+)(\D*)", text).groups()
    return int(number) * SCALES.get(scale, 1)


def duration(text: str) -> float:
    """As Go writes times, in seconds."""
    scales = {"h": 3600, "m": 60, "s": 1, "ms": 1e-3, "µs": 1e-6, "us": 1e-6}
    return sum(float(number) * scales[unit] for number, unit in re.findall(r"([\d.]+)(ms|us|µs|h|m|s)", text))


def moment(text: str) -> float:
    """A time of the API server or of Canopy, in seconds since 1970."""
    whole, fraction = re.fullmatch(r"(.{19})(\.\d+)?Z", text).groups()
    return datetime.strptime(f"{whole}+0000", "%Y-%m-%dT%H:%M:%S%z").timestamp() + float(fraction or 0)


def near(one: float, other: float, part: float = 0.1) -> bool:
    """Whether they differ by at most that part of the larger one."""
    return abs(one - other) <= part * max(abs(one), abs(other))


def told(**figures: float) -> str:
    """Figures for a line of the run."""
    return json.dumps({name: round(value, 1) for name, value in figures.items()})
