"""A Node.js program from a Git repository: built, visited, rolled on to another commit and back."""

from __future__ import annotations

import json

from browser import Visitor
from canopy import Canopy
from cluster import Cluster, until
from repository import Repositories
from seen import Seen
from watcher import Watcher

DOMAIN = "tea.example.com"
PACKAGE = {
    "name": "tea",
    "version": "1.0.0",
    "private": True,
    "scripts": {"build": "node build.js", "start": "node server.js"},
}
LOCK = {"name": "tea", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": {"": {"name": "tea", "version": "1.0.0"}}}
# What the build makes, the environment, and a number that Redis counts, in the few words that Redis' protocol needs.
SERVER = """
const http = require('node:http'), net = require('node:net'), fs = require('node:fs');
const redis = new URL(process.env.REDIS_URL);
const count = () => new Promise((done, fail) => {
  const socket = net.connect(redis.port, redis.hostname, () =>
    socket.write(`AUTH ${decodeURIComponent(redis.password)}\\r\\nINCR visits\\r\\nQUIT\\r\\n`));
  let said = '';
  socket.on('data', (part) => { said += part; });
  socket.on('end', () => done(Number((/:(\\d+)/.exec(said) || [])[1])));
  socket.on('error', fail);
});
const server = http.createServer(async (request, answer) => {
  const visits = request.url === '/' ? await count().catch((reason) => String(reason)) : null;
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify({built: fs.readFileSync('built.txt', 'utf8'), greeting: process.env.GREETING, mode: process.env.NODE_ENV, visits}));
});
server.listen(Number(process.env.PORT), process.env.HOST, () => console.log('listening'));
process.on('SIGTERM', () => server.close());
"""


def files(version: str) -> dict[str, str]:
    build = f"require('node:fs').writeFileSync('built.txt', '{version}'); console.log('built {version}');"
    return {"package.json": json.dumps(PACKAGE), "package-lock.json": json.dumps(LOCK), "build.js": build, "server.js": SERVER}


class NodeJs:
    """The site and how it is asked."""

    def __init__(self, canopy: Canopy, cluster: Cluster, seen: Seen, repositories: Repositories):
        self.canopy, self.cluster, self.seen, self.repositories = canopy, cluster, seen, repositories

    def install(self) -> None:
        self.url = self.repositories.commit("tea", files("one"), "v1")
        made = self.canopy.call("POST", "/deployments", {
            "name": "Tea",
            "type": "nodejs",
            "clusterId": self.canopy.cluster["id"],
            "team_id": self.canopy.team,
            "services": {"nginx": True, "mysql": False, "redis": True, "phpmyadmin": False, "ftp": False},
            "baseParameters": {"domain": DOMAIN, "appUser": "admin", "appPass": "Rose & thorn 7"},
            "source": {"kind": "git", "git": {"url": self.url, "ref": "v1"}},
            "env": {"GREETING": "hello"},
        })  # fmt: skip
        self.site, self.namespace, self.release = made["id"], made["namespace"], made["releaseName"]
        task = self.canopy.task(made["taskId"])
        self.seen.that("a Node.js program from Git is installed", task["status"] == "complete", task["error"])
        self.canopy.settled(self.site)

    def answers(self) -> None:
        found = self.ask()
        self.seen.that("it answers what its build made", found["built"] == "one", found)
        self.seen.that("it sees its environment", (found["greeting"], found["mode"]) == ("hello", "production"), found)
        self.seen.that("Redis counts its visits", self.ask()["visits"] == found["visits"] + 1, found)
        built = [line["message"] for line in self.canopy.logs(self.site, "build")]
        self.seen.that("Canopy shows what the build said", "built one" in built, built)

    def visitor(self) -> Visitor:
        return Visitor(self.cluster.address(self.namespace, f"{self.release}-web"), DOMAIN)

    def ask(self) -> dict:
        answer = self.visitor().ask("/")
        if answer.status != 200:
            raise RuntimeError(f"GET / is {answer.status}: {answer.body[:300]}")
        return json.loads(answer.body)

    def roll(self) -> None:
        self.repositories.commit("tea", files("two"), "v2")
        for tag, version in (("v2", "two"), ("v1", "one")):
            with Watcher(self.visitor(), "/quiet") as watcher:
                body = {"source": {"kind": "git", "git": {"url": self.url, "ref": tag}}}
                made = self.canopy.call("PUT", f"/deployments/{self.site}", body)
                task = self.canopy.task(made["taskId"])
                self.canopy.settled(self.site)
                until(f"the site answers {version}", 60, lambda: self.ask()["built"] == version)
            self.seen.that(f"it is rolled to {tag}", task["status"] == "complete", task["error"])
            none = f"not one of {watcher.asked} requests failed meanwhile"
            self.seen.that(none, not watcher.failures, watcher.failures[:5])

    def uninstall(self) -> None:
        removed = self.canopy.call("DELETE", f"/deployments/{self.site}")
        self.canopy.task(removed["taskId"])
        until("the namespace is gone", 180, lambda: self.cluster.get(f"/api/v1/namespaces/{self.namespace}") is None)
        self.seen.that("after uninstall its namespace is gone", True)
