"""A WordPress site, from its creation to its end."""

from __future__ import annotations

import base64
import html
import json
import os
import re
import signal
import time
import urllib.parse
from pathlib import Path

import rolling
from browser import Visitor
from canopy import Canopy
from cluster import Cluster, until
from ingress import Ingress, picture
from node import processes_of
from second import Second
from seen import Seen
from shell import Shell
from sftp import sftp

DOMAIN = "garden.example.com"
PASSWORDS = {"appPass": "Rose & 'thorn' 7", "databasePass": "water\\lily'9", "databaseRootPass": "root \"of\" all"}
# A PNG of one pixel.
ROSE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")

# A page of the tests' own among the site's files: what PHP says of itself, Redis with what WordPress is told, SQL as root.
PROBE = """<?php
if ($_GET['do'] === 'memory') {
    ob_start();
    phpinfo(INFO_CONFIGURATION);
    preg_match('~memory_limit</td><td class="v">([^<]*)<~', ob_get_clean(), $found);
    echo $found[1];
} elseif ($_GET['do'] === 'redis') {
    require 'wp-load.php';
    $redis = fsockopen(WP_REDIS_HOST, 6379, $code, $said, 2);
    fwrite($redis, "PING\\r\\nAUTH " . WP_REDIS_PASSWORD . "\\r\\nINCR canopy\\r\\nQUIT\\r\\n");
    echo stream_get_contents($redis);
} elseif ($_GET['do'] === 'sql') {
    $db = mysqli_connect(explode(':', getenv('WORDPRESS_DB_HOST'))[0], 'root', $_POST['password']);
    echo $db->query($_POST['sql']) ? 'done' : $db->error;
}
"""


class WordPress:
    """The site and how it is asked."""

    def __init__(self, canopy: Canopy, cluster: Cluster, seen: Seen, ingress: Ingress, folder: Path):
        self.canopy, self.cluster, self.seen, self.ingress = canopy, cluster, seen, ingress
        self.volumes, self.scratch, self.pictures = folder / "volumes", folder / "visitor", folder / "pictures"

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

    def page_of_ours(self) -> None:
        """Lay PROBE among the site's files."""
        file = self.folder_of(f"{self.release}-data") / "html/probe.php"
        file.write_text(PROBE)
        os.chown(file, 33, 33)

    def visitor(self) -> Visitor:
        return self.ingress.visitor(DOMAIN)

    def answers(self) -> None:
        straight = Visitor(self.cluster.address(self.namespace, f"{self.release}-web"), DOMAIN).ask("/")
        self.seen.that("its Service answers", straight.status == 200, (straight.status, straight.headers, straight.body[:500]))
        front = self.ingress.opened(DOMAIN)
        self.seen.that("GET https://…/ through the ingress controller, with the site's own certificate, is 200", front.status == 200, (front.status, front.headers, front.body[:500]))
        title = re.search(r"<title>(.*?)</title>", front.body, re.S)
        self.seen.that("its title is the site's", title and title.group(1) == "Garden", title and title.group(1))

    def sign_in(self) -> None:
        """The administrator with the password that Canopy shows."""
        shown = self.canopy.call("POST", f"/deployments/{self.site}/secrets/reveal", {})
        self.seen.that("Canopy shows the passwords that were chosen", shown["appPass"] == PASSWORDS["appPass"], list(shown))
        visitor = self.visitor()
        visitor.ask("/wp-login.php")
        form = {"log": "admin", "pwd": shown["appPass"], "testcookie": "1", "redirect_to": "/wp-admin/profile.php"}
        page = visitor.follow("/wp-login.php", form)
        self.seen.that("the administrator signs in with it", page.status == 200 and 'id="your-profile"' in page.body, (page.status, page.body[:800]))
        wrong = self.visitor()
        wrong.ask("/wp-login.php")
        page = wrong.follow("/wp-login.php", {**form, "pwd": "something else"})
        self.seen.that("and with no other", "login_error" in page.body, (page.status, page.body[:300]))

    def write(self) -> None:
        """A post and a picture, as the editor of the site sends them."""
        editor = self.signed_in(PASSWORDS["appPass"])
        nonce = editor.ask("/wp-admin/admin-ajax.php?action=rest-nonce").body
        rest = {"X-WP-Nonce": nonce}
        post = json.dumps({"title": "First roses", "content": "They came early.", "status": "publish"}).encode()
        made = editor.ask("/index.php?rest_route=/wp/v2/posts", body=post, headers={**rest, "Content-Type": "application/json"})
        self.seen.that("a post is published", made.status == 201, (made.status, made.body[:500]))
        self.post = f"/?p={json.loads(made.body)['id']}"
        sent = {**rest, "Content-Type": "image/png", "Content-Disposition": 'attachment; filename="rose.png"'}
        made = editor.ask("/index.php?rest_route=/wp/v2/media", body=ROSE, headers=sent)
        self.seen.that("a picture is uploaded", made.status == 201, (made.status, made.body[:500]))
        self.file = urllib.parse.urlsplit(json.loads(made.body)["source_url"]).path
        self.still_there("afterwards")

    def signed_in(self, password: str) -> Visitor:
        visitor = self.visitor()
        visitor.ask("/wp-login.php")
        form = {"log": "admin", "pwd": password, "testcookie": "1", "redirect_to": "/wp-admin/profile.php"}
        page = visitor.follow("/wp-login.php", form)
        if 'id="your-profile"' not in page.body:
            raise RuntimeError(f"the administrator could not sign in: {page.status}")
        return visitor

    def still_there(self, when: str) -> None:
        post, file = self.visitor().follow(self.post), self.visitor().ask(self.file)
        self.seen.that(f"{when} the post is there", post.status == 200 and "They came early." in post.body, post.status)
        self.seen.that(f"{when} the picture is there", file.status == 200, file.status)

    def redis(self) -> None:
        self.page_of_ours()
        said = self.visitor().ask("/probe.php?do=redis").body.split()
        right = said[:1] == ["-NOAUTH"] and said[-3:] == ["+OK", ":1", "+OK"]
        self.seen.that("Redis lets in with what WordPress is told, and not without, and counts", right, said)
        memory = self.visitor().ask("/probe.php?do=memory").body
        self.seen.that("memory_limit of phpinfo is 256M before the upgrade", memory == "256M", memory[:200])

    def wrong_password(self) -> None:
        """Another site is installed, that is to use this one's database with a wrong password."""
        asked = self.asked() | {"name": "Shut out"}
        asked["services"] = {"nginx": True, "mysql": False, "redis": False, "phpmyadmin": False, "ftp": False}
        asked["baseParameters"] = {**asked["baseParameters"], "domain": "shut-out.example.com"}
        host = f"{self.release}-mysql.{self.namespace}.svc.cluster.local"
        asked["databaseParameters"] = {"databaseHost": host, "databaseUser": "garden", "databaseName": "garden_site", "databasePass": "not the password", "databaseRootPass": "neither this"}
        began = time.monotonic()
        made = self.canopy.call("POST", "/deployments", asked)
        self.canopy.task(made["taskId"], 900)
        found = self.canopy.settled(made["id"])
        said = found["errorLog"] or ""
        self.seen.say(f"the installation with a wrong password failed after {time.monotonic() - began:.0f} s: {found['errorLogReason']}")
        for line in said.splitlines()[:8]:
            self.seen.say(f"      | {line[:220]}")
        right = found["status"] == "failed" and "install failed" in said and "Access denied for user 'garden'" in said
        self.seen.that("with a wrong password of the database Canopy says that the database refuses it", right, (found["status"], said))
        jobs = self.cluster.list(f"/apis/batch/v1/namespaces/{made['namespace']}/jobs")
        self.seen.that("and the cluster shows a Job that has given up", [job["status"].get("failed") for job in jobs] == [3], jobs)
        removed = self.canopy.call("DELETE", f"/deployments/{made['id']}")
        self.canopy.task(removed["taskId"])

    def power_cut(self, node) -> None:
        """The node's power is cut: every process is gone at once, and the node starts again."""
        node.power_cut()
        began = time.monotonic()
        until("the site answers again", 180, lambda: self.visitor().ask("/").status == 200)
        self.seen.say(f"the site answers again {time.monotonic() - began:.1f} s after the node does")
        self.still_there("after the node's restart")
        web = self.web_pod()["status"]["containerStatuses"]
        self.seen.that("its containers are new ones", all(one["restartCount"] >= 1 for one in web), web)
        found = self.canopy.until(f"/deployments/{self.site}", lambda found: found["status"] == "running", 120)
        self.seen.that("Canopy says that it runs after the node's restart", not found["errorLog"], found["errorLog"])

    def move(self, second: Second) -> None:
        """To another cluster, with what is on its volumes."""
        to = self.canopy.register("second", second.kubeconfig)
        files = self.on_volume()
        path, body = f"/deployments/{self.site}", {"clusterId": to}
        plan = self.canopy.patiently("POST", f"{path}/plan", body)
        reasons = [notice["reason"] for notice in plan["move"]["notices"]]
        announced = {"MoveCopiesData", "MoveStandsStill", "MoveNeedsDns"} <= set(reasons)
        self.seen.that("the plan of the move announces that the data is copied, and that the site stands still for it", announced, reasons)
        made = self.canopy.call("PUT", path, body | {"plan": plan["hash"]})
        task = self.canopy.task(made["taskId"], 900)
        copied = next((step for step in task["steps"] if step["name"] == "copy"), {})
        self.seen.say(f"the copying: {copied.get('message')}")
        self.seen.that("the move completes", task["status"] == "complete", task["error"])
        found = self.canopy.settled(self.site)
        self.seen.that("Canopy says that it runs on the other cluster", (found["clusterId"], found["status"]) == (to, "running"), found["errorLog"])
        left = self.cluster.get(f"/api/v1/namespaces/{self.namespace}")
        self.seen.that("nothing of it is left on the first", left is None, left)
        self.cluster, self.ingress, self.volumes = second.cluster, second.ingress, second.provisioner.folder
        front = self.ingress.opened(DOMAIN)
        self.seen.that("it answers on the other cluster", front.status == 200, (front.status, front.headers, front.body[:500]))
        self.still_there("after the move")
        self.signed_in(PASSWORDS["appPass"])
        self.seen.that("the administrator signs in there", True)
        there = self.on_volume()
        differs = sorted(name for name in files.keys() | there.keys() if files.get(name) != there.get(name))
        self.seen.that(f"its {len(files)} files are there with the same owners, rights and sizes", not differs, [(name, files.get(name), there.get(name)) for name in differs[:10]])

    def on_volume(self) -> dict[str, tuple]:
        """Owner, group, rights and size of each of the site's files. The folders at the top are made by the kubelet, as root: what copies
        is not root, so there the owner is left out."""
        root = self.folder_of(f"{self.release}-data")
        found = {}
        for file in root.rglob("*"):
            seen = file.lstat()
            owner = None if file.is_dir() and file.parent == root else seen.st_uid
            found[str(file.relative_to(root))] = (owner, seen.st_gid, oct(seen.st_mode), 0 if file.is_dir() else seen.st_size)
        return found

    def folder_of(self, name: str) -> Path:
        """The folder behind a claim."""
        for volume in self.cluster.list("/api/v1/persistentvolumes"):
            claim = volume["spec"]["claimRef"]
            if (claim["namespace"], claim["name"]) == (self.namespace, name):
                return Path(volume["spec"]["local"]["path"])
        raise RuntimeError(f"there is no volume behind the claim {name}")

    def restart(self) -> None:
        # MySQL has one pod.
        task = rolling.restart(self.canopy, self.seen, self.site, "a restart", self.visitor(), gap=True)
        if task["status"] != "complete":
            self.show_pods()
        self.seen.that("after the restart the site answers", self.visitor().ask("/").status == 200)
        self.still_there("after the restart")

    def change(self, method: str, path: str, body: dict, what: str) -> None:
        made = self.canopy.call(method, f"/deployments/{self.site}{path}", body)
        task = self.canopy.task(made["taskId"])
        if not self.seen.that(f"{what} completes", task["status"] == "complete", task["error"]):
            self.show_pods()
        self.canopy.settled(self.site)

    def planned(self, what: str, body: dict, gap: bool = False) -> None:
        task = rolling.change(self.canopy, self.seen, self.site, what, body, self.visitor(), gap=gap)
        if task["status"] != "complete":
            self.show_pods()

    def upgrade(self) -> None:
        """More memory for PHP, and SFTP switched on."""
        more = {"phpParameters": {"phpMemoryLimit": 384}, "services": {"ftp": True}}
        self.planned("the upgrade", more)
        memory = self.visitor().ask("/probe.php?do=memory").body
        self.seen.that("memory_limit of phpinfo is 384M after the upgrade", memory == "384M", memory[:200])
        self.still_there("after the upgrade")

    def files(self) -> None:
        """SFTP with what Canopy shows."""
        address = self.cluster.address(self.namespace, f"{self.release}-ftp")
        probe = self.scratch / "memory.php"
        probe.parent.mkdir(exist_ok=True)
        probe.write_text('<?php echo ini_get("memory_limit"), " ", getenv("WORDPRESS_DB_NAME");')
        shown = self.canopy.call("POST", f"/deployments/{self.site}/secrets/reveal", {})
        code, said = sftp(self.scratch, address, "admin", shown["appPass"], f"ls\nput {probe} memory.php\n")
        self.seen.that("SFTP is signed in to with what Canopy shows, and lists the site's files", code == 0 and "wp-config.php" in said, said)
        code, said = sftp(self.scratch, address, "admin", "something else", "ls\n")
        self.seen.that("and with nothing else", code == 255, (code, said))
        answer = self.visitor().ask("/memory.php")
        self.seen.that("memory_limit is what the upgrade set", answer.body == "384M garden_site", answer.body[:200])

    def database(self) -> None:
        """phpMyAdmin, before and after the database's password is changed in Canopy."""
        self.seen.that("phpMyAdmin is signed in to with what Canopy shows", self.phpmyadmin(PASSWORDS["databasePass"]))
        self.seen.that("and with nothing else", not self.phpmyadmin("something else"))
        new = "new\\lily \"7'"
        # MySQL learns it when it starts.
        self.planned("the change of the database's password", {"databaseParameters": {"databasePass": new}}, gap=True)
        self.seen.that("the site answers with the new password", self.visitor().ask("/").status == 200)
        self.seen.that("phpMyAdmin is signed in to with the new one", self.phpmyadmin(new))
        self.seen.that("and no more with the old one", not self.phpmyadmin(PASSWORDS["databasePass"]))
        sql = {"password": PASSWORDS["databaseRootPass"], "sql": "ALTER USER 'garden'@'%' IDENTIFIED BY 'by hand'"}
        self.seen.that("root's password works", (said := self.visitor().ask("/probe.php?do=sql", sql).body) == "done", said)
        front = self.visitor().ask("/")
        self.seen.that("with a password changed by hand WordPress has no database", front.status == 500 and "database" in front.body, front.status)
        self.seen.say(f"Canopy says of it: {self.canopy.call('GET', f'/deployments/{self.site}')['status']} (its pods are ready)")
        self.change("POST", "/restart", {}, "a restart")
        self.seen.that("after a restart the password of Canopy is the one that works", self.visitor().ask("/").status == 200)

    def phpmyadmin(self, password: str) -> bool:
        visitor = Visitor(self.cluster.address(self.namespace, f"{self.release}-phpmyadmin"), DOMAIN)
        page = visitor.ask("/index.php?route=/")
        token = re.search(r'name="token" value="([^"]*)"', page.body)
        session = re.search(r'name="set_session" value="([^"]*)"', page.body)
        if not token:
            raise RuntimeError(f"phpMyAdmin shows no form: {page.status} {page.body[:500]}")
        form = {"pma_username": "garden", "pma_password": password, "server": "1", "target": "index.php", "token": html.unescape(token.group(1))}
        form |= {"set_session": session.group(1)} if session else {}
        page = visitor.follow("/index.php?route=/", form)
        return page.status == 200 and "logged_in:true" in page.body

    def logs(self) -> None:
        """What Canopy shows of the log, against what was asked for."""
        visitor, paths = self.visitor(), [f"/line-{number}-of-the-log" for number in range(20)]
        for path in paths:
            visitor.ask(path)

        def shown() -> list[str]:
            lines = [line["message"] for line in self.canopy.logs(self.site, "nginx")]
            return [path for line in lines for path in paths if f'"{path}"' in line or f" {path} " in line]

        try:
            found = until("the lines are there", 30, lambda: len(found := shown()) >= len(paths) and found)
        except RuntimeError:
            found = shown() or self.canopy.logs(self.site, "nginx")[-3:]
        self.seen.that("each request is one line of the log that Canopy shows, in order", found == paths, found)

    def shell(self) -> None:
        """A terminal in two of its containers: what is typed there is done there, and is nowhere else."""
        with Shell(self.canopy, self.site, columns=97, rows=31) as shell:
            shell.type("echo $((6*7)) of $(id -u) in $(stty size)\r")
            shell.until("42 of 33 in 31 97")
            self.seen.that("a shell types in the container of WordPress, as its user and in the size that was asked for", True)
            shell.type("tty; test -f wp-config.php && echo \"here is $PWD\"\r")
            shown = shell.until("here is /var/www/html")
            self.seen.that("it is a terminal, among the site's files", "/dev/pts/" in shown, shown[-500:])
            shell.type("exit 3\r")
            end = shell.ended()
            self.seen.that("it ends with the shell's own exit code", end["exitCode"] == 3, end)
        with Shell(self.canopy, self.site, columns=80, rows=24, service="mysql") as shell:
            shell.type("cat /proc/1/comm; sleep 600\r")
            shell.until("mariadbd")
            shell.type("\x03echo over | tr a-z A-Z\r")
            shell.until("OVER")
            self.seen.that("in that of the database too, where Ctrl+C ends what runs", True)
        told = self.canopy.until(f"/events?deployment={self.site}&search=shell", lambda found: sum("was closed" in one["message"] for one in found) == 2, 60)
        opened = [one["message"] for one in told if "was opened" in one["message"]]
        self.seen.that("that they were opened and closed is history, and nothing that was typed", len(opened) == 2 and "wp-config" not in json.dumps(told), told)

    def killed(self) -> None:
        """A container's process that is killed: its pod gets a new one, and Canopy says by itself that all is well again."""
        pod = self.web_pod()["metadata"]
        [master] = processes_of("nginx: master process", pod["uid"])
        os.kill(master, signal.SIGKILL)
        path = f"/api/v1/namespaces/{self.namespace}/pods/{pod['name']}"

        def again() -> bool:
            found = {one["name"]: one for one in self.cluster.get(path)["status"]["containerStatuses"]}
            return found["nginx"]["restartCount"] == 1 and found["nginx"]["ready"]

        until("nginx runs again", 60, again)
        self.seen.that("after kill -9 of nginx the site answers again", self.visitor().ask("/").status == 200)
        found = self.canopy.until(f"/deployments/{self.site}", lambda found: found["status"] == "running", 60)
        self.seen.that("and Canopy says that it runs", not found["errorLog"], found["errorLog"])

    def web_pod(self) -> dict:
        """The pod that serves; one of before may still be ending."""
        return next(pod for pod in self.cluster.pods(self.namespace, "web") if "deletionTimestamp" not in pod["metadata"])

    def look(self, chromium: Path | None) -> None:
        if not chromium:
            return
        picture(chromium, DOMAIN, self.pictures / "wordpress.png")
        size = (self.pictures / "wordpress.png").stat().st_size
        self.seen.that("Chromium shows the front page", size > 10_000, f"a picture of {size} bytes")

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
