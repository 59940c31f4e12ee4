"""A second cluster with one node, to which a site moves: in a room within the room. The two have a link, and no way to any other network.

The room's first process runs `main`: control plane and node, until its stdin ends. `Second` is what is seen of it from outside.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

import kube_build
import kube_objects
import kube_pki
import namespaces
import node
import plane
import processes
from cluster import Cluster
from ingress import Ingress
from volumes import Provisioner

ADDRESS = "10.98.0.1"  # its node's
LINK = ("hop-out", "hop-in")
PATIENCE = 60  # seconds in which the room is to be there


class Second:
    """It starts at once. The thread that makes it must live as long as it does: the kernel ends both together."""

    def __init__(self, folder: Path, programs: Path, archive: Path):
        self.folder = folder / "second"
        self.folder.mkdir()
        groups, parent = namespaces.make_groups(namespaces.WITHIN), os.getpid()
        inside = [sys.executable, __file__, "--folder", self.folder, "--programs", programs, "--archive", archive]

        def in_the_child() -> None:
            processes.die_with_parent(parent)
            namespaces.enter(groups)

        env = {**os.environ, "CANOPY_NODE_ADDRESS": ADDRESS}
        command = namespaces.command(groups, [str(word) for word in inside])
        self.log = self.folder / "second.log"
        with self.log.open("w") as log:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": log, "text": True}
            self.process = subprocess.Popen(command, preexec_fn=in_the_child, env=env, **pipes)

    def ready(self) -> None:
        """Wait until it is, and make the link."""
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the second cluster did not start:\n{processes.tail(self.log)}")
        self.link()
        server = f"https://{ADDRESS}:{json.loads(line)['port']}"
        pki = kube_pki.Authority(self.folder / "plane/pki")
        self.kubeconfig = pki.kubeconfig(server, pki.certificate_user("admin"))
        self.cluster = Cluster(kube_objects.Api(server, pki.context("admin")))
        self.provisioner = Provisioner(self.cluster, self.folder / "volumes").start()
        self.ingress = Ingress(self.cluster, self.folder / "ingress", ADDRESS)

    def link(self) -> None:
        """A wire between the rooms, with a route at each end. `unshare` itself is in the new network already."""
        here, there = LINK
        into = ["nsenter", f"--target={self.process.pid}", "--net"]
        namespaces.run("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", self.process.pid)
        for words, name, address in (([], here, ADDRESS), (into, there, namespaces.ADDRESS)):
            namespaces.run(*words, "ip", "link", "set", name, "up")
            namespaces.run(*words, "ip", "route", "add", f"{address}/32", "dev", name)

    def stop(self) -> None:
        for part in ("ingress", "provisioner"):
            if found := getattr(self, part, None):
                found.stop()
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "programs", "archive"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    for place in namespaces.LAID_OVER:  # the outer room's; this one lays its own over the machine's
        namespaces.run("umount", "--lazy", place)
    namespaces.furnish(given.folder, node.NAME)
    control = plane.Plane(kube_build.complete_folder(), given.folder / "plane")
    control.folder.mkdir(mode=0o700)
    machine = node.Node(given.folder / "node", given.programs, control)
    try:
        machine.start(control.start_for(node.NAME), given.archive)
        print(json.dumps({"port": control.ports["apiserver"]}), flush=True)
        sys.stdin.read()
    finally:
        machine.stop()
        control.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
