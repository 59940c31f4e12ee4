"""The part of `make bench` with many clusters: what they cost, how fast a dead pod is noticed, and what those that hang cost the others.

A tenth of the clusters is in one process of simulated clusters and stays well, the others are in a second one that is stopped in
the end (SIGSTOP): it takes connections and never answers.
"""

from __future__ import annotations

import base64
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import measure
import processes
import tools
from bench_system import Canopy, Refused, frame, print_memory, scratch
from kube_api import KubeApi

SPEED = 20  # times as fast as in a real cluster pods come and go
POSTING = 8  # people who create sites at once
DEAD = 100  # sites that lose their pods, one after the other
PATIENCE = 60  # seconds until that counts as not noticed
AGAIN = 10  # times a creation that was answered with 503 is repeated
RESTARTS = 40  # of sites on healthy clusters, before and while the others hang


class Clusters:
    """A process of simulated clusters."""

    def __init__(self, program: Path, folder: Path, count: int):
        self.folder, self.count = folder, count
        with folder.with_suffix(".log").open("w") as log:
            command = [program, "sandbox", "--dir", folder, "--clusters", count, "--speed", SPEED]
            self.process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=log, text=True)
        self.kubeconfigs = []
        for _ in range(count):
            path = self.process.stdout.readline().strip()
            if not path:
                sys.exit(f"bench: the simulated clusters did not start:\n{processes.tail(folder.with_suffix('.log'))}")
            self.kubeconfigs.append(Path(path).read_text())

    def __enter__(self) -> Clusters:
        return self

    def __exit__(self, *_reason) -> None:
        processes.stop(self.process, 60)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


def run(program: Path, clusters: int, sites: int) -> int:
    with scratch() as folder:
        few = max(1, clusters // 10)
        with Clusters(program, folder / "well", few) as well, Clusters(program, folder / "hanging", max(1, clusters - few)) as hanging:
            allowed = [KubeApi(kubeconfig).address for part in (well, hanging) for kubeconfig in part.kubeconfigs]
            with Canopy(program, folder, tools.postgres(), tools.nats(), "--no-sandbox", "--cluster-allow", ",".join(allowed)) as canopy:
                canopy.start()
                canopy.set_up()
                measured(canopy, well, hanging, sites)
    return 0


def measured(canopy: Canopy, well: Clusters, hanging: Clusters, count: int) -> None:
    team = canopy.until("/teams", bool)[0]["id"]
    began = time.monotonic()
    ids = registered(canopy, [*well.kubeconfigs, *hanging.kubeconfigs])
    print(f"{len(ids)} clusters are registered and watched after {time.monotonic() - began:.0f} s")
    time.sleep(20)  # idle is what it is when the start is over
    memory(canopy, well, hanging, f"{len(ids)} clusters, no site")

    began, used = time.monotonic(), canopy.processor()
    made, posted = installed(canopy, count, ids, team)
    took = time.monotonic() - began
    spent = sum(canopy.processor().values()) - sum(used.values())
    [[failed]] = canopy.sql("select count(*) from tasks.task where status = 'failed'")
    print(f"{count} sites: asked for in {posted - began:.0f} s, running after {took:.0f} s: {count / took:.1f} tasks/s, {spent / count * 1000:.0f} ms of processor each, {failed} failed")
    time.sleep(20)
    memory(canopy, well, hanging, f"{count} sites on {len(ids)} clusters")
    idle = canopy.processor()
    time.sleep(30)
    parts = {name: (used - idle[name]) / 30 * 100 for name, used in canopy.processor().items()}
    listed_parts = "  ".join(f"{name} {part:.1f}" for name, part in sorted(parts.items(), key=lambda part: -part[1]) if part >= 0.1)
    print(f"idle: {sum(parts.values()):.1f} % of one processor  {listed_parts}")

    healthy = [site for number, site in enumerate(made) if number % len(ids) < well.count]
    noticed(canopy, [(well.kubeconfigs[number % len(ids)], site) for number, site in enumerate(made) if number % len(ids) < well.count])
    before = restarted(canopy, healthy)
    asked = listed(canopy)
    with hanging.stopped():
        began = time.monotonic()
        canopy.until("/clusters?limit=100", lambda found: sum(each["status"] != "operational" for each in found) >= min(100, hanging.count) * 0.9, 600)
        print(f"{hanging.count} of {len(ids)} clusters hang: said so after {time.monotonic() - began:.0f} s")
        meanwhile = restarted(canopy, healthy)
        print(f"a restart on a healthy cluster: {before * 1000:.0f} ms before, {meanwhile * 1000:.0f} ms meanwhile: × {meanwhile / before:.2f}")
        again = listed(canopy)
        print(f"the list of 20: p50 {asked.p50:.2f} ms before, {again.p50:.2f} ms meanwhile; p99 {asked.p99:.2f} and {again.p99:.2f} ms")
        memory(canopy, well, hanging, "while they hang")


def installed(canopy: Canopy, count: int, clusters: list[str], team: str) -> tuple[list[dict], float]:
    """Creates the sites and waits until all of them run; they, and when the last one had been asked for. Each tenth is told, so that
    a run that is cut off has shown something too."""
    ended: list[float] = []
    faults: list[BaseException] = []

    def end(one: Future) -> None:
        ended.append(time.monotonic())
        if not one.cancelled() and (reason := one.exception()):
            faults.append(reason)

    with ThreadPoolExecutor(POSTING) as people:
        asked = [people.submit(created, canopy, number, clusters[number % len(clusters)], team) for number in range(count)]
        for one in asked:
            one.add_done_callback(end)
        tenths, since, before = 1, time.monotonic(), 0
        while (done := int(canopy.sql("select count(*) from tasks.task where finished_at is not null")[0][0])) < count:
            if faults:
                people.shutdown(wait=False, cancel_futures=True)
                raise faults[0]
            if done >= tenths * count / 10:
                now, parts = time.monotonic(), canopy.memory()
                print(f"  {done} sites: {(done - before) / (now - since):.1f} a second; {sum(parts.values()):.0f} MiB, infrastructure {parts['infrastructure']:.0f}", flush=True)
                tenths, since, before = int(done * 10 / count) + 1, now, done
            time.sleep(0.2 if count - done < 50 else 2)
    return [one.result() for one in asked], ended[-1]


def registered(canopy: Canopy, kubeconfigs: list[str]) -> list[str]:
    body = {"name": "DC", "provider": "hetzner", "region": "eu-central", "city": "", "country": "", "address": "", "status": "operational"}
    datacenter = canopy.call("POST", "/datacenters", body)["id"]
    ids = []
    for number, kubeconfig in enumerate(kubeconfigs):
        body = {
            "name": f"cluster-{number + 1}",
            "description": "simulated",
            "provider": "hetzner",
            "region": "eu-central",
            "datacenter": datacenter,
            "k8sendpoint": "https://cluster.example.com",
            "kubeconfig": base64.b64encode(kubeconfig.encode()).decode(),
        }
        ids.append(canopy.call("POST", "/clusters", body)["id"])
    for cluster in ids:
        canopy.until(f"/clusters/{cluster}", lambda found: found["status"] == "operational")
    return ids


def created(canopy: Canopy, number: int, cluster: str, team: str) -> dict:
    """Asked for again, as its answer says, when Canopy is away for a moment; each time is printed."""
    body = {
        "name": f"site-{number}",
        "type": "nodejs",
        "clusterId": cluster,
        "team_id": team,
        "services": {"mysql": False, "phpmyadmin": False, "redis": False, "ftp": False},
        "baseParameters": {"domain": f"site-{number}.example.com", "appUser": "admin", "appPass": "a long enough password"},
        "source": {"image": "registry.example.com/site:1", "port": 3000},
    }
    for again in range(AGAIN + 1):
        try:
            return canopy.call("POST", "/deployments", body, key=f"site-{number}")
        except Refused as refused:
            if refused.status != 503 or again == AGAIN:
                raise
            print(f"  site {number}: {refused}", flush=True)
            time.sleep(1)


def noticed(canopy: Canopy, sites: list[tuple[str, dict]]) -> None:
    """From the end of a site's pods to the frame of the live stream that names it. They are taken away where Canopy does not see it: their
    Deployment is scaled to none."""
    times, missed = [], 0
    with canopy.watch() as frames:
        for kubeconfig, site in random.Random(1).sample(sites, min(DEAD, len(sites))):
            api, workloads = KubeApi(kubeconfig), f"/apis/apps/v1/namespaces/{site['namespace']}/deployments"
            name = api.ask("GET", workloads)["items"][0]["metadata"]["name"]
            began = time.monotonic()
            api.ask("PATCH", f"{workloads}/{name}", {"spec": {"replicas": 0}})
            while site["id"].encode() not in frame(frames) and time.monotonic() < began + PATIENCE:
                pass
            missed += time.monotonic() >= began + PATIENCE
            times.append(time.monotonic() - began)
            api.ask("PATCH", f"{workloads}/{name}", {"spec": {"replicas": 1}})
    times.sort()
    print(
        f"from the end of its pods to the hint in a browser: median {times[len(times) // 2] * 1000:.0f} ms,"
        f" p99 {times[int(len(times) * 0.99)] * 1000:.0f} ms, of {len(times)}; {missed} not within {PATIENCE} s"
    )


def restarted(canopy: Canopy, sites: list[dict]) -> float:
    """Seconds of one restart, one after the other."""
    chosen = random.Random(2).sample(sites, min(RESTARTS, len(sites)))
    began = time.monotonic()
    for site in chosen:
        task = canopy.call("POST", f"/deployments/{site['id']}/restart", {})["taskId"]
        canopy.until(f"/tasks/{task}", lambda found: found["finishedAt"] is not None)
    return (time.monotonic() - began) / len(chosen)


def listed(canopy: Canopy) -> measure.Load:
    return measure.load(f"{canopy.report['address']}/api/deployments?limit=20", canopy.token, 1, 4)


def memory(canopy: Canopy, well: Clusters, hanging: Clusters, when: str) -> None:
    print_memory(when, canopy.memory())
    simulated = sum(measure.memory(part.process.pid) for part in (well, hanging))
    print(f"  beside it the simulated clusters: {simulated:.0f} MiB")
