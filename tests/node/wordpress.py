"""A WordPress site, from its creation to its end."""

from __future__ import annotations

import re
from pathlib import Path

from browser import Visitor
from canopy import Canopy
from cluster import Cluster, until
from seen import Seen

DOMAIN = "garden.example.com"
PASSWORDS = {"appPass": "Rose & 'thorn' 7", "databasePass": "water\\lily'9", "databaseRootPass": "root \"of\" all"}


class WordPress:
    """The site and how it is asked."""

    def __init__(self, canopy: Canopy, cluster: Cluster, seen: Seen, volumes: Path):
        self.canopy, self.cluster, self.seen, self.volumes = canopy, cluster, seen, volumes

    def install(self) -> None:
        made = self.canopy.call("POST", "/deployments", self.asked())
        self.site, self.namespace, self.release = made["id"], made["namespace"], made["releaseName"]
        try:
            task = self.canopy.task(made["taskId"])
        finally:
            self.show_pods()
        self.seen.that("WordPress is installed: the task has succeeded", task["status"] == "complete", task["error"])
        found = self.canopy.settled(self.site)
        self.seen.that("Canopy says that it runs, without an error", found["status"] == "running" and not found["errorLog"], (found["status"], found["errorLog"]))

    def asked(self) -> dict:
        return {
            "name": "Garden",
            "type": "wordpress",
            "clusterId": self.canopy.cluster["id"],
            "team_id": self.canopy.team,
            "services": {"nginx": True, "mysql": True, "redis": True, "phpmyadmin": True, "ftp": False},
            "baseParameters": {"domain": DOMAIN, "appUser": "admin", "appPass": PASSWORDS["appPass"]},
            "databaseParameters": {
                "databaseUser": "garden",
                "databaseName": "garden_site",
                "databasePass": PASSWORDS["databasePass"],
                "databaseRootPass": PASSWORDS["databaseRootPass"],
            },
        }

    def visitor(self, service: str = "web") -> Visitor:
        return Visitor(self.cluster.address(self.namespace, f"{self.release}-{service}"), DOMAIN)

    def answers(self) -> None:
        front = self.visitor().ask("/")
        self.seen.that("GET / is 200", front.status == 200, (front.status, front.headers, front.body[:500]))
        title = re.search(r"<title>(.*?)</title>", front.body, re.S)
        self.seen.that("its title is the site's", title and title.group(1) == "Garden", title and title.group(1))

    def sign_in(self) -> None:
        """The administrator with the password that Canopy shows."""
        shown = self.canopy.call("POST", f"/deployments/{self.site}/secrets/reveal", {})
        self.seen.that("Canopy shows the passwords that were chosen", shown["appPass"] == PASSWORDS["appPass"], shown.keys())
        visitor = self.visitor()
        visitor.ask("/wp-login.php")
        form = {"log": "admin", "pwd": shown["appPass"], "testcookie": "1", "redirect_to": "/wp-admin/profile.php"}
        page = visitor.follow("/wp-login.php", form)
        self.seen.that("the administrator signs in with it", page.status == 200 and 'id="your-profile"' in page.body, (page.status, page.body[:800]))
        wrong = self.visitor()
        wrong.ask("/wp-login.php")
        page = wrong.follow("/wp-login.php", {**form, "pwd": "something else"})
        self.seen.that("and with no other", "login_error" in page.body, (page.status, page.body[:300]))

    def show_pods(self) -> None:
        """What the pods do, when an install has not gone well."""
        for pod in self.cluster.pods(self.namespace):
            statuses = pod["status"].get("initContainerStatuses", []) + pod["status"].get("containerStatuses", [])
            states = ", ".join(f"{one['name']} {'ready' if one['ready'] else next(iter(one['state']), '?')}" for one in statuses)
            self.seen.say(f"pod {pod['metadata']['name']}: {pod['status']['phase']} ({states})")

    def uninstall(self) -> None:
        removed = self.canopy.call("DELETE", f"/deployments/{self.site}")
        self.canopy.task(removed["taskId"])
        until("the namespace is gone", 180, lambda: self.cluster.get(f"/api/v1/namespaces/{self.namespace}") is None)
        self.seen.that("after uninstall the namespace is gone", True)
        until("its volumes are gone", 60, lambda: not self.cluster.list("/api/v1/persistentvolumes"))
        self.seen.that("and so are its volumes and their folders", not any(self.volumes.iterdir()), list(self.volumes.iterdir()))
