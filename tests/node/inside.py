"""The run itself, as the first process of its room (see namespaces.py): the node, Canopy, and what must be seen of them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

import kube_build
import namespaces
import node
import plane
from canopy import Canopy
from cluster import Cluster
from failures import Failures
from ingress import Ingress
from nodejs import NodeJs
from php_sites import PhpSite
from repository import Repositories
from seen import Seen
from volumes import Provisioner
from wordpress import WordPress


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "programs", "archive", "canopy", "postgres-bin", "nats-server"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--hold", action="store_true", help="keep the room after the run, until stdin ends")
    parser.add_argument("--chromium", type=Path)
    given = parser.parse_args()
    seen = Seen()
    namespaces.furnish(given.folder, node.NAME)
    control = plane.Plane(kube_build.complete_folder(), given.folder / "plane", None)
    control.folder.mkdir(mode=0o700)
    admin = control.start_for(node.NAME)
    seen.say("the control plane is ready")
    machine = node.Node(given.folder / "node", given.programs, control)
    cluster = Cluster(control.api)
    machine.start(admin, given.archive)
    seen.that("the node is ready", True)
    provisioner = Provisioner(cluster, given.folder / "volumes").start()
    ingress = Ingress(given.folder / "ingress")
    repositories = Repositories(given.folder / "repositories")
    canopy = Canopy(given.canopy, given.folder, given.postgres_bin, given.nats_server, admin)
    canopy.start()
    seen.that("Canopy finds the cluster operational, with one node", canopy.cluster["nodes"] == 1, canopy.cluster)
    try:
        site = WordPress(canopy, cluster, seen, given.folder)
        seen.part("a WordPress site is installed", site.install)
        seen.part("it answers", site.answers)
        seen.part("its administrator", site.sign_in)
        seen.part("a picture of it", lambda: site.look(ingress, given.chromium))
        seen.part("it is written in", site.write)
        seen.part("it is restarted", site.restart)
        seen.part("it is upgraded", site.upgrade)
        seen.part("its files", site.files)
        seen.part("its database", site.database)
        seen.part("its log", site.logs)
        seen.part("a process is killed", site.killed)
        program = NodeJs(canopy, cluster, seen, repositories)
        seen.part("a Node.js program is installed", program.install)
        seen.part("it answers", program.answers)
        seen.part("it is rolled", program.roll)
        for kind in ("laravel", "orangecms"):
            php = PhpSite(canopy, cluster, seen, repositories, kind)
            seen.part(f"a program of the kind {kind} is installed", php.install)
            seen.part("it answers", php.answers)
            seen.part("it is uninstalled", php.uninstall)
        wrong = Failures(canopy, cluster, seen)
        seen.part("an image that is missing", wrong.image)
        seen.part("a program that ends", wrong.crash)
        seen.part("a program that takes too much memory", wrong.memory)
        if given.hold:
            sys.stdin.read()
        seen.part("the Node.js program is uninstalled", program.uninstall)
        seen.part("the WordPress site is uninstalled", site.uninstall)
    finally:
        canopy.stop()
        ingress.stop()
        repositories.stop()
        provisioner.stop()
        machine.stop()
        control.stop()
    print(json.dumps({"passed": seen.passed, "failed": seen.failed}), flush=True)
    return 1 if seen.failed else 0


if __name__ == "__main__":
    sys.exit(main())
