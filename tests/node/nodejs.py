"""A Node.js program from a Git repository: built, visited, rolled on to another commit and back."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import metrics
import rolling
from browser import Visitor
from canopy import Canopy
from cluster import Cluster, until
from ingress import Ingress
from repository import Repositories
from seen import Seen

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
// A fifth of a core and 100 MB for as long as the program runs, so that there is something to measure.
let busy = null;
const load = () => {
  busy = Buffer.alloc(100_000_000, 1);
  const began = Date.now(), used = process.cpuUsage();
  setInterval(() => {
    for (;;) {
      const now = process.cpuUsage(used);
      if ((now.user + now.system) / 1000 > (Date.now() - began) / 5) break;
    }
  }, 50);
};
const server = http.createServer(async (request, answer) => {
  if (request.url.startsWith('/say/')) console.log(`said ${request.url.slice(5)}, é and "quotes"`);
  if (request.url === '/load' && !busy) load();
  if (request.url === '/die') { console.error('dies'); process.exit(7); }
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

    def __init__(self, canopy: Canopy, cluster: Cluster, seen: Seen, ingress: Ingress, repositories: Repositories):
        self.canopy, self.cluster, self.seen, self.ingress, self.repositories = canopy, cluster, seen, ingress, repositories

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
        self.ingress.opened(DOMAIN)
        found = self.ask()
        self.seen.that("it answers what its build made", found["built"] == "one", found)
        self.seen.that("it sees its environment", (found["greeting"], found["mode"]) == ("hello", "production"), found)
        self.seen.that("Redis counts its visits", self.ask()["visits"] == found["visits"] + 1, found)
        built = [line["message"] for line in self.canopy.logs(self.site, "build")]
        self.seen.that("Canopy shows what the build said", "built one" in built, built)

    def visitor(self) -> Visitor:
        return self.ingress.visitor(DOMAIN)

    def ask(self) -> dict:
        answer = self.visitor().ask("/")
        if answer.status != 200:
            raise RuntimeError(f"GET / is {answer.status}: {answer.body[:300]}")
        return json.loads(answer.body)

    def roll(self) -> None:
        self.repositories.commit("tea", files("two"), "v2")
        for tag, version in (("v2", "two"), ("v1", "one")):
            body = {"source": {"kind": "git", "git": {"url": self.url, "ref": tag}}}

            def answers() -> None:
                until(f"the site answers {version}", 60, lambda: self.ask()["built"] == version)

            rolling.change(self.canopy, self.seen, self.site, f"the roll of nodejs to {tag}", body, self.visitor(), "/quiet", then=answers)
        rolling.restart(self.canopy, self.seen, self.site, "the restart of nodejs", self.visitor(), "/quiet")

    def dies(self) -> None:
        """The program ends by itself: what Canopy shows of both runs, against what the container runtime has written."""
        # The pods of before the roll have ended: each request is the one program's.
        pods = until("one pod is left", 90, lambda: len(found := self.cluster.pods(self.namespace, "web")) == 1 and found)
        pod = pods[0]["metadata"]
        path = f"/api/v1/namespaces/{self.namespace}/pods/{pod['name']}"
        lines, stopped = [], threading.Event()
        follower = threading.Thread(target=self.canopy.followed, args=(self.site, lines, stopped), daemon=True)
        follower.start()
        for number in range(300):
            self.visitor().ask(f"/say/{number}")
        self.visitor().ask("/die")

        def again() -> bool:
            found = {one["name"]: one for one in self.cluster.get(path)["status"]["containerStatuses"]}["app"]
            return found["restartCount"] == 1 and found["ready"]

        until("the program runs again", 90, again)
        try:
            until("the site answers again", 60, lambda: self.visitor().ask("/quiet").status == 200)
        except RuntimeError:
            self.seen.say(str(self.cluster.get(path)["status"])[:3000])
            raise
        for number in range(300, 330):
            self.visitor().ask(f"/say/{number}")
        folder = Path(f"/var/log/pods/{self.namespace}_{pod['name']}_{pod['uid']}/app")
        end = 'said 329, é and "quotes"'
        until("the container runtime has written the last line", 60, lambda: end in written(folder / "1.log"))
        first, second = (written(folder / f"{run}.log") for run in (0, 1))
        self.seen.that("the program has said all it was asked to, in two runs", len(first) >= 301 and len(second) >= 30, (len(first), len(second)))
        for what, wanted, previous in (("before its death", first, True), ("since", second, False)):
            shown = [line["message"] for line in self.canopy.logs(self.site, tail=2000, previous=previous)]
            self.seen.that(f"Canopy shows line by line what it has said {what}: {len(wanted)} lines", shown == wanted, differ(shown, wanted))
        until("the stream has the last line", 60, lambda: any(line.get("message") == end for line in lines))
        stopped.set()
        shown = [line["message"] for line in lines if line.get("pod") == pod["name"]]
        self.seen.that(f"and a log that is followed has them all once, in order: {len(shown)} lines", shown == first + second, differ(shown, first + second))
        found = self.canopy.until(f"/deployments/{self.site}", lambda found: found["status"] == "running", 60)
        self.seen.that("by then Canopy says that the site runs", not found["errorLog"], found["errorLog"])

    def usage(self) -> None:
        """What it uses: Canopy's figures against those of metrics.k8s.io, and those against the control groups'."""
        self.visitor().ask("/load")
        began, path = time.time(), f"/deployments/{self.site}/usage"

        def measured(found: dict) -> bool:
            """A whole window of the load and a pause of the sampler have passed."""
            at = [metrics.moment(found[what]["at"]) for what in ("cpu", "memory") if found[what]["available"]]
            return len(at) == 2 and min(at) > began + 60

        with metrics.Watch(self.cluster, self.namespace) as watch:
            found = self.canopy.until(path, measured, 240)
        self.measured_as_counted(watch, began)
        self.used_as_measured(watch, found)

    def measured_as_counted(self, watch: metrics.Watch, began: float) -> None:
        """metrics.k8s.io against the program's control groups, over the same windows."""
        said = {one.ended: one for _, found in watch.measured for name, one in found.items() if name.endswith("/app")}
        [name] = {name for _, found in watch.measured for name in found if name.endswith("/app")}
        pairs = []
        for one in said.values():
            first, last = watch.at(name, one.ended - one.window), watch.at(name, one.ended)
            if first and last and one.ended - one.window > began:
                pairs.append((one, (last.cpu - first.cpu) / one.window, last.memory))
        self.seen.that(f"metrics.k8s.io says in {len(pairs)} windows what the program uses", len(pairs) >= 2, (len(said), watch.problem))
        for what, of in (("cpu", 1), ("memory", 2)):
            ours, theirs = (sum(values) / len(pairs) for values in zip(*((getattr(pair[0], what), pair[of]) for pair in pairs)))
            shown = metrics.told(metrics=ours, groups=theirs)
            self.seen.that(f"its {what} is that of the control groups within 10 %: {shown}", metrics.near(ours, theirs), shown)

    def used_as_measured(self, watch: metrics.Watch, found: dict) -> None:
        """Canopy's figures, of all pods of the site, against what metrics.k8s.io said when Canopy asked."""
        for what in ("cpu", "memory"):
            figure = found[what]
            at = metrics.moment(figure["at"])
            said = watch.last(at)
            theirs = sum(getattr(one, what) for one in said.values())
            shown = metrics.told(canopy=figure["used"], metrics=theirs)
            self.seen.that(f"Canopy's {what} is that of metrics.k8s.io within 10 %: {shown}", metrics.near(figure["used"], theirs), (shown, sorted(said)))
        boxes = [box for pod in self.cluster.pods(self.namespace) for box in pod["spec"]["containers"]]
        self.seen.that("all containers of the site are in it", len(said) == len(boxes), (sorted(said), len(boxes)))
        limits = sum(metrics.quantity(box["resources"]["limits"]["memory"]) for box in boxes)
        right = (found["memory"]["of"], found["memory"]["basis"]) == (limits, "limits")
        self.seen.that("and its memory is a part of all limits together", right, (found["memory"], limits))

    def uninstall(self) -> None:
        removed = self.canopy.call("DELETE", f"/deployments/{self.site}")
        self.canopy.task(removed["taskId"])
        until("the namespace is gone", 180, lambda: self.cluster.get(f"/api/v1/namespaces/{self.namespace}") is None)
        self.seen.that("after uninstall its namespace is gone", True)


def written(file: Path) -> list[str]:
    """The lines of a container's log as the container runtime wrote them: time, stream, whether whole or a part, text."""
    lines, part = [], ""
    for line in file.read_text().splitlines():
        _, _, kind, text = line.split(" ", 3)
        part += text
        if kind == "F":
            lines.append(part)
            part = ""
    return lines


def differ(shown: list[str], wanted: list[str]) -> str:
    """Where two logs part."""
    at = next((i for i, pair in enumerate(zip(shown, wanted)) if pair[0] != pair[1]), min(len(shown), len(wanted)))
    return f"{len(shown)} lines for {len(wanted)}; from line {at}: {shown[at : at + 3]} for {wanted[at : at + 3]}"
