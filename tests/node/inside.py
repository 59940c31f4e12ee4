"""The run itself, as the first process of its room (see namespaces.py): the node, Canopy, and what must be seen of them."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

import images
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
from production import Production
from repository import Repositories
from second import Second
from seen import Seen
from volumes import Provisioner
from wordpress import WordPress


PARTS = ("wordpress", "nodejs", "php", "failures", "production", "move")


class Run:
    """The parts of a run, each with sites of its own."""

    def __init__(self, canopy, cluster, seen, given, ingress, repositories, machine, provisioner, second):
        self.canopy, self.cluster, self.seen, self.given = canopy, cluster, seen, given
        self.ingress, self.repositories, self.machine, self.provisioner = ingress, repositories, machine, provisioner
        self.second: Second | None = second
        self.at_the_end = []
        self.threads: list[threading.Thread] = []
        self.site: WordPress | None = None

    def all(self, parts: list[str]) -> None:
        """Failures wait most of their time, and so does measuring; meanwhile come those that leave the node alone."""
        wrong = Failures(self.canopy, self.cluster, self.seen, self.provisioner, self.machine)
        if "failures" in parts:
            wrong.begin()
        if "wordpress" in parts:
            self.beside(self.begin_wordpress)
        if "nodejs" in parts:
            self.nodejs()
        if "production" in parts:
            self.beside(self.production)
        if "php" in parts:
            self.php()
        for thread in self.threads:
            thread.join()
        if self.site:
            self.wordpress(self.site, wrong.end)
        wrong.end()
        if "failures" in parts:
            self.seen.part("a node whose disk is full", wrong.disk)

    def beside(self, run) -> None:
        """Beside whatever comes next, until what cuts the node's power."""
        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()

    def begin_wordpress(self) -> None:
        """Install it, and begin with the site that is to use its database with a wrong password: that takes minutes."""
        site = WordPress(self.canopy, self.cluster, self.seen, self.ingress, self.given.folder)
        self.at_the_end.append(("the WordPress site is uninstalled", site.uninstall))
        if self.seen.part("a WordPress site is installed", site.install):
            self.site = site
            self.shut_out = threading.Thread(target=self.seen.part, args=("a wrong password of the database", site.wrong_password))
            self.shut_out.start()

    def wordpress(self, site: WordPress, before_power_cut) -> None:
        part = self.seen.part
        part("WordPress answers", site.answers)
        part("its administrator", site.sign_in)
        part("a picture of it", lambda: site.look(self.given.chromium))
        part("it is written in", site.write)
        part("Redis", site.redis)
        part("it is restarted", site.restart)
        part("it is upgraded", site.upgrade)
        part("its files", site.files)
        self.shut_out.join()
        part("its database", site.database)
        part("its log", site.logs)
        part("a shell in it", site.shell)
        part("a process is killed", site.killed)
        before_power_cut()
        part("the node starts again", lambda: site.power_cut(self.machine))
        if self.second and part("a second cluster", self.second.ready):
            part("it moves there", lambda: site.move(self.second))

    def nodejs(self) -> None:
        program, part = NodeJs(self.canopy, self.cluster, self.seen, self.ingress, self.repositories), self.seen.part
        self.at_the_end.append(("the Node.js program is uninstalled", program.uninstall))
        part("a Node.js program is installed", program.install)
        part("it answers", program.answers)
        part("it is rolled", program.roll)
        part("its log across its death", program.dies)
        self.beside(lambda: part("what it uses", program.usage))

    def php(self) -> None:
        for kind in ("laravel", "orangecms"):
            php = PhpSite(self.canopy, self.cluster, self.seen, self.ingress, self.repositories, kind)
            self.seen.part(f"a program of the kind {kind} is installed", php.install)
            self.seen.part("it answers", php.answers)
            self.seen.part("it is rolled", php.roll)
            self.seen.part("it is uninstalled", php.uninstall)

    def production(self) -> None:
        own = Production(self.cluster, self.seen, self.ingress, self.repositories, self.machine, self.given)
        part = self.seen.part
        try:
            if part("Canopy as pods of the node", own.install) and part("one signs in to it", own.sign_in):
                part("all its pods are replaced", own.replaced)
            part("it is removed", own.uninstall)
        finally:
            own.stop()

    def left(self) -> list[str]:
        """What of the sites the cluster still has."""
        kinds = ("/api/v1/persistentvolumes", "/api/v1/namespaces?labelSelector=canopy.internal/deployment")
        clusters = [(self.cluster, self.provisioner)]
        if self.second and hasattr(self.second, "cluster"):
            clusters.append((self.second.cluster, self.second.provisioner))
        names = [item["metadata"]["name"] for cluster, _ in clusters for kind in kinds for item in cluster.list(kind)]
        return names + [str(folder) for _, provisioner in clusters for folder in provisioner.folder.iterdir()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "programs", "archive", "canopy", "postgres-bin", "nats-server"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--hold", action="store_true", help="keep the room after the run, until stdin ends")
    parser.add_argument("--chromium", type=Path)
    parser.add_argument("--image", type=Path)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    given = parser.parse_args()
    seen = Seen()
    namespaces.furnish(given.folder, node.NAME)
    control = plane.Plane(kube_build.complete_folder(), given.folder / "plane")
    control.folder.mkdir(mode=0o700)
    admin = control.start_for(node.NAME)
    seen.say("the control plane is ready")
    machine = node.Node(given.folder / "node", given.programs, control)
    cluster = Cluster(control.api)
    machine.start(admin, given.archive)
    seen.that("the node is ready", True)
    seen.that("each chart's README tells what each of its images needs", not (untold := images.untold()), untold)
    provisioner = Provisioner(cluster, given.folder / "volumes").start()
    ingress = Ingress(cluster, given.folder / "ingress")
    repositories = Repositories(given.folder / "repositories")
    canopy = Canopy(given.canopy, given.folder, given.postgres_bin, given.nats_server, admin)
    canopy.start()
    seen.that("Canopy finds the cluster operational, with one node", canopy.cluster["nodes"] == 1, canopy.cluster)
    second = Second(given.folder, given.programs, given.archive) if {"wordpress", "move"} <= set(given.only) else None
    try:
        run = Run(canopy, cluster, seen, given, ingress, repositories, machine, provisioner, second)
        run.all(given.only)
        if given.hold:
            sys.stdin.read()
        for name, uninstall in run.at_the_end:
            seen.part(name, uninstall)
        seen.that("no volume and no namespace of a site is left", not (left := run.left()), left)
    finally:
        canopy.stop()
        if second:
            second.stop()
        ingress.stop()
        repositories.stop()
        provisioner.stop()
        machine.stop()
        control.stop()
    print(json.dumps({"passed": seen.passed, "failed": seen.failed}), flush=True)
    return 1 if seen.failed else 0


if __name__ == "__main__":
    sys.exit(main())
