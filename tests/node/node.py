"""The node: containerd, kubelet, kube-proxy, CoreDNS, metrics-server and an ingress controller, each a process with its log."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import images
import kube_objects
import metrics
import namespaces
import processes

NAME = "node-1"
SOCKET = "/run/containerd/containerd.sock"


class Node:
    """Its processes and what they were told."""

    def __init__(self, folder: Path, programs: Path, plane):
        self.folder, self.programs, self.plane = folder, programs, plane
        self.running: dict[str, subprocess.Popen] = {}
        (folder / "log").mkdir(parents=True)

    def start(self, admin: Path, archive: Path) -> None:
        """Start everything, and wait until the node is ready."""
        self.start_containerd()
        importing = threading.Thread(target=self.import_images, args=(archive,))
        importing.start()
        self.write("cni/10-bridge.conflist", json.dumps(network()))
        self.write("resolv.conf", f"nameserver {namespaces.ADDRESS}\n")
        self.launch("coredns", [self.programs / "coredns", "-conf", self.write("Corefile", self.names(admin))])
        proxy = self.write("proxy.json", json.dumps(self.proxy(admin)))
        self.launch("kube-proxy", [self.programs / "kube-proxy", f"--config={proxy}"])
        importing.join()
        if self.problem:
            raise RuntimeError(self.problem)
        self.start_kubelet()
        self.launch("metrics-server", [self.programs / "metrics-server", *metrics.arguments(admin, self.folder / "metrics")])
        metrics.register(self.plane.api)
        controller = [self.programs / "ingress", namespaces.ADDRESS]
        self.launch("ingress", ["env", f"KUBECONFIG={admin}", *controller])

    def start_kubelet(self, full: str | None = None) -> None:
        """`full`: so much of the disk must be free, or the kubelet takes it for full."""
        settings = self.kubelet()
        settings["evictionHard"]["nodefs.available"] = full or settings["evictionHard"]["nodefs.available"]
        settings = self.write("kubelet.json", json.dumps(settings))
        command = [self.programs / "kubelet", f"--config={settings}", f"--kubeconfig={self.plane.node_kubeconfig}"]
        command += [f"--hostname-override={NAME}", f"--node-ip={namespaces.ADDRESS}", f"--root-dir={self.folder / 'kubelet'}"]
        self.launch_kubelet(command)
        self.wait("kubelet", 120, lambda: self.plane.api.node_is_ready(NAME))
        self.wait("coredns", 60, lambda: kube_objects.ok("http://127.0.0.1:8181/ready"))

    def launch_kubelet(self, command: list) -> None:
        """Until it is healthy. It ends when it asks containerd too early: that answers others before it answers a kubelet."""
        deadline = time.monotonic() + 60
        while True:
            self.launch("kubelet", command)
            try:
                self.wait("kubelet", 120, lambda: kube_objects.ok("http://127.0.0.1:10248/healthz"))
                return
            except RuntimeError as reason:
                if "server is not initialized yet" not in str(reason) or time.monotonic() > deadline:
                    raise

    def pressure(self, full: str | None) -> None:
        """Start the kubelet anew with another idea of a full disk; containers go on."""
        processes.stop(self.running["kubelet"], 20)
        self.start_kubelet(full)

    def power_cut(self) -> None:
        """Everything on the node is gone at once, with what only memory and mounts held; disks stay. Then it starts again."""
        for name in ("kubelet", "containerd"):
            self.running[name].kill()
            self.running[name].wait()
        deadline = time.monotonic() + 60
        while pids := in_containers():
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if time.monotonic() > deadline:
                raise RuntimeError(f"processes of containers do not end: {pids}")
            time.sleep(0.1)
        mounted = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        own = ("/run/containerd/", "/run/netns/", f"{self.folder / 'kubelet'}/")
        for place in sorted((place for place in mounted if place.startswith(own)), reverse=True):
            namespaces.run("umount", "--lazy", place)
        for place in ("/run/containerd", "/run/netns", "/var/lib/cni"):
            shutil.rmtree(place, ignore_errors=True)
        # The kubelet would look at each group that is left for seconds.
        groups = [namespaces.GROUPS / "kubepods", *namespaces.GROUPS.glob("*/kubepods")]
        if left := namespaces.remove_groups([group for group in groups if group.exists()]):
            raise RuntimeError(f"control groups are not removed: {left}")
        for link in os.listdir("/sys/class/net"):
            if link.startswith("veth") or link == "cni0":
                subprocess.run(["ip", "link", "delete", link], capture_output=True)
        self.start_containerd()
        self.start_kubelet()

    def start_containerd(self) -> None:
        self.launch("containerd", ["containerd", "--config", self.write("containerd.toml", self.containerd())])
        self.wait("containerd", 60, lambda: self.ctr("version").returncode == 0)

    def import_images(self, archive: Path) -> None:
        """All stand-ins, under the names that the charts use."""
        self.problem = None
        done = self.ctr("images", "import", "--all-platforms", str(archive), patience=300)
        if done.returncode != 0:
            self.problem = f"the images could not be imported: {done.stderr.strip()}"
            return
        for reference, name in images.named_by_charts().items():
            if "@" in reference:
                done = self.ctr("images", "tag", f"canopy.internal/{name}:1", images.as_stored(reference))
                if done.returncode != 0:
                    self.problem = f"{reference} could not be named: {done.stderr.strip()}"

    def stop(self) -> None:
        for name in ("ingress", "metrics-server", "kubelet", "kube-proxy", "coredns", "containerd"):
            if name in self.running:
                processes.stop(self.running[name], 20)
        self.running.clear()

    def ctr(self, *words: str, patience: float = 30) -> subprocess.CompletedProcess:
        command = ["ctr", "--address", SOCKET, "--namespace", "k8s.io", *words]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience)

    def launch(self, name: str, command: list) -> None:
        self.running[name] = processes.spawn(command, self.log(name), cwd=self.folder)

    def wait(self, name: str, seconds: float, ready) -> None:
        processes.wait_until(ready, self.running[name], self.log(name), seconds, name)

    def log(self, name: str) -> Path:
        return self.folder / "log" / f"{name}.log"

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def containerd(self) -> str:
        # Root may lack the right to lower a process' score for the kernel's choice when memory runs out.
        return f"""version = 2
root = "{self.folder / "containerd"}"
state = "/run/containerd"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.devmapper"]
[grpc]
  address = "{SOCKET}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "{images.PAUSE}"
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "{self.folder / "cni"}"
"""

    def kubelet(self) -> dict:
        return {
            "apiVersion": "kubelet.config.k8s.io/v1beta1",
            "kind": "KubeletConfiguration",
            "address": namespaces.ADDRESS,
            "authentication": {
                "anonymous": {"enabled": False},
                "webhook": {"enabled": True},
                "x509": {"clientCAFile": str(self.plane.pki.folder / "ca.crt")},
            },
            "authorization": {"mode": "Webhook"},
            "cgroupDriver": "cgroupfs",
            "cgroupsPerQOS": True,
            "enforceNodeAllocatable": ["pods"],
            "failCgroupV1": False,
            "failSwapOn": False,
            "clusterDNS": [namespaces.ADDRESS],
            "clusterDomain": "cluster.local",
            "containerRuntimeEndpoint": f"unix://{SOCKET}",
            "evictionHard": {"memory.available": "100Mi", "nodefs.available": "1%"},
            "imageGCHighThresholdPercent": 100,
            "oomScoreAdj": 0,
            "resolvConf": str(self.folder / "resolv.conf"),
            "volumePluginDir": str(self.folder / "plugins"),
            "podLogsDir": "/var/log/pods",
            "syncFrequency": "10s",
            "evictionPressureTransitionPeriod": "5s",
        }

    def proxy(self, admin: Path) -> dict:
        return {
            "apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
            "kind": "KubeProxyConfiguration",
            "mode": "iptables",
            "hostnameOverride": NAME,
            "bindAddress": namespaces.ADDRESS,
            "clusterCIDR": namespaces.PODS,
            "clientConnection": {"kubeconfig": str(admin)},
            "oomScoreAdj": 0,
            "conntrack": {"maxPerCore": 0, "min": 0, "tcpEstablishedTimeout": "0s", "tcpCloseWaitTimeout": "0s"},
            "healthzBindAddress": "127.0.0.1:10256",
            "metricsBindAddress": "127.0.0.1:10249",
        }

    def names(self, admin: Path) -> str:
        return f""".:53 {{
  bind {namespaces.ADDRESS}
  errors
  ready 127.0.0.1:8181
  kubernetes cluster.local in-addr.arpa {{
    kubeconfig {admin} test
  }}
}}
"""


def in_containers() -> list[int]:
    """Processes of pods, and those that look after them; not those of a node within this room."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name, groups = (entry / "comm").read_text(), (entry / "cgroup").read_text()
            if namespaces.WITHIN in groups:
                continue
            if "kubepods" in groups or name.startswith("containerd-shim"):
                if "State:\tZ" not in (entry / "status").read_text():
                    found.append(int(entry.name))
    return found


def processes_of(word: str, pod: str) -> list[int]:
    """Processes of the pod with that uid whose command line begins so."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            groups = (entry / "cgroup").read_text()
        except OSError:
            continue
        if line.startswith(word) and pod in groups:
            found.append(int(entry.name))
    return found


def network() -> dict:
    """Pods on one bridge, with addresses by turns; nothing leaves the machine."""
    addresses = {"type": "host-local", "ranges": [[{"subnet": namespaces.PODS}]], "routes": [{"dst": "0.0.0.0/0"}]}
    bridge = {"type": "bridge", "bridge": "cni0", "isGateway": True, "ipMasq": False, "hairpinMode": True, "ipam": addresses}
    return {"cniVersion": "0.4.0", "name": "pods", "plugins": [bridge]}
