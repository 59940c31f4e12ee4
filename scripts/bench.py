#!/usr/bin/env python3
"""`make bench`: what Canopy costs, measured from outside on this machine. Nothing else should run meanwhile.

    scripts/bench.py                      the build that is shipped (profile dist)
    scripts/bench.py --profile quick      the build that `make run` makes
    scripts/bench.py --only deployments   calls whose address has this word
    scripts/bench.py --small              without the 10,000 deployments and 1,000,000 events
    scripts/bench.py --clusters 100       many clusters instead, with 50 sites on each (bench_clusters.py)
    scripts/bench.py --hours              an hour idle instead, and one of light use: what grows (bench_hours.py)

It starts `canopy up` with a private data folder and the simulated cluster, loads it with wrk (Debian: apt-get install wrk), and in
the same run loads the bare path (`bench/`): the same crates and tables without rules, texts and logs. Processor time is that of
the servers, read from /proc before and after; so it hardly depends on what the loader costs.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import bench_clusters
import bench_hours
import measure
import places
import processes
import tools
import web
from bench_system import Canopy, frame, print_idle, print_memory, scratch

SITES = 10  # made for real; the simulated cluster's nodes have no room for many more
FEW = (100, 300)  # deployments and events; tasks as many as deployments
MANY = (10_000, 1_000_000)
SECONDS = 4  # of load for each call
OLDEST = "zeppelin"  # a word that only the oldest event has

# the bare path's calls
TWINS = ONE, LIST, TASKS, EVENTS = "bare: one deployment", "bare: list of 20", "bare: 20 tasks", "bare: 20 events"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="dist")
    parser.add_argument("--only", default="")
    parser.add_argument("--programs", type=Path, help="a folder with the programs, instead of building them")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--clusters", type=int, help="so many clusters, and nothing of the rest")
    parser.add_argument("--sites", type=int, help="on all of them together [default: 50 for each]")
    parser.add_argument("--hours", nargs="?", const="both", choices=["idle", "use", "both"], help="what grows, and nothing of the rest")
    parser.add_argument("--minutes", type=int, default=60, help="instead of an hour each")
    options = parser.parse_args()
    places.find_toolchains()
    if not options.hours and not shutil.which("wrk"):
        sys.exit("bench: wrk is missing (Debian, Ubuntu: apt-get install wrk).")
    programs = options.programs or build(options.profile)
    if options.clusters:
        return bench_clusters.run(programs / "canopy", options.clusters, options.sites or 50 * options.clusters)
    if options.hours:
        return bench_hours.run(programs / "canopy", options.hours, options.minutes)
    with scratch() as folder, Canopy(programs / "canopy", folder, tools.postgres(), tools.nats()) as canopy:
        bare: list[subprocess.Popen] = []
        try:
            prepare(canopy)
            print_idle(canopy)
            cluster, team = places_of(canopy)
            tasks(canopy, cluster, team)
            print_memory(f"after {SITES} sites came up", canopy.memory())
            bare = start_bare(programs / "bare", canopy, folder)
            grow(canopy, *FEW)
            few = calls(canopy, bare, options.only)
            show(f"{FEW[0]} deployments, {FEW[1]} events", few)
            print_memory("loaded", canopy.memory())
            if not options.small:
                grow(canopy, *MANY)
                many = calls(canopy, bare, options.only)
                show(f"{MANY[0]:,} deployments, {MANY[1]:,} events", many, few)
            time.sleep(60)
            print_memory("a minute later", canopy.memory())
        finally:
            for process in bare:
                processes.stop(process)
    return 0


def build(profile: str) -> Path:
    """The folder with the programs."""
    web.build()
    command = ["cargo", "build", "--locked", "--profile", profile, "-p", "canopy", "-p", "bare"]
    if subprocess.run(command, cwd=places.ROOT).returncode != 0:
        sys.exit("bench: it does not build")
    return places.cargo_target() / profile


def prepare(canopy: Canopy) -> None:
    """Start it once so that its database counts statements, and sign the administrator in."""
    canopy.start()
    canopy.sql("alter system set shared_preload_libraries = 'pg_stat_statements'")
    canopy.stop()
    canopy.start()
    canopy.sql("create extension if not exists pg_stat_statements")
    canopy.set_up()
    canopy.until("/clusters", lambda clusters: clusters and clusters[0]["status"] == "operational")
    time.sleep(100)  # idle is what it is when the start is over, and its connections to the database are closed


def places_of(canopy: Canopy) -> tuple[str, str]:
    return canopy.call("GET", "/clusters")[0]["id"], canopy.call("GET", "/teams")[0]["id"]


# --- work


def tasks(canopy: Canopy, cluster: str, team: str) -> None:
    """Sites that are created one after the other: how long each takes, and what is written for it."""
    times = []
    before, written = wal(canopy), disk(canopy)
    for number in range(SITES):
        began = time.monotonic()
        made = canopy.call("POST", "/deployments", site(f"Site {number}", cluster, team))
        canopy.until(f"/deployments/{made['id']}", lambda found: found["status"] != "pending")
        times.append(time.monotonic() - began)
    times.sort()
    log, after = (wal(canopy) - before) / SITES, disk(canopy)
    on_disk = {name: (after[name] - written[name]) / SITES / 1024 for name in written}
    simulated = on_disk.pop("sandbox")
    print(f"\nPOST to running (pods ten times as fast): median {times[SITES // 2]:.2f} s, slowest {times[-1]:.2f} s")
    listed = ", ".join(f"{name} {size:.0f}" for name, size in sorted(on_disk.items(), key=lambda part: -part[1]) if size >= 1)
    print(f"written for one install: {log / 1024:.0f} KiB of PostgreSQL's log; on disk {sum(on_disk.values()):.0f} KiB ({listed}),")
    print(f"  and {simulated:.0f} KiB by the simulated cluster, which writes all that it holds every two seconds")
    hints = sorted(until_told(canopy, made["id"]) for _ in range(10))
    print(f"POST restart to the hint in another browser: median {hints[5] * 1000:.1f} ms, slowest {hints[-1] * 1000:.1f} ms")


def until_told(canopy: Canopy, site_id: str) -> float:
    """Seconds from the click on Restart to the first frame of another browser's stream that names the site."""
    canopy.until(f"/deployments/{site_id}", lambda found: found["status"] == "running")
    with canopy.watch() as frames:
        time.sleep(1)  # of two hints about one thing the second one waits a moment
        began = time.monotonic()
        canopy.call("POST", f"/deployments/{site_id}/restart", {})
        while site_id.encode() not in frame(frames):
            pass
        return time.monotonic() - began


def site(name: str, cluster: str, team: str) -> dict:
    domain = name.lower().replace(" ", "-") + ".example.com"
    return {
        "name": name,
        "type": "wordpress",
        "clusterId": cluster,
        "team_id": team,
        "baseParameters": {"domain": domain, "appUser": "admin", "appPass": "a long password"},
        "databaseParameters": {
            "databaseUser": "wordpress",
            "databaseName": "wordpress",
            "databasePass": "another password",
            "databaseRootPass": "yet another password",
        },
    }


def wal(canopy: Canopy) -> int:
    return int(float(canopy.sql("select pg_current_wal_lsn() - '0/0'")[0][0]))


def disk(canopy: Canopy) -> dict[str, int]:
    """
    Bytes that each process and its descendants have had written to disk: the less of what went to files (`write_bytes`, which
    counts a whole folio of the page cache, up to 256 KiB, for each 8 KiB of PostgreSQL) and what was written at all (`wchar`).
    """
    total = dict.fromkeys(canopy.pids, 0)
    for name, pid in canopy.pids.items():
        for one in measure.family(pid):
            try:
                said = Path(f"/proc/{one}/io").read_text()
            except OSError:
                continue
            total[name] += min(int(said.split(f"{field}: ")[1].split()[0]) for field in ("\nwrite_bytes", "wchar"))
    return total


# --- requests


def start_bare(program: Path, canopy: Canopy, folder: Path) -> list[subprocess.Popen]:
    front, service = processes.free_ports(2)
    password = (canopy.folder / "secrets/postgres").read_text()
    port = canopy.report["servers"]["postgres"]["port"]
    database = f"postgres://canopy:{password}@127.0.0.1:{port}/canopy"
    log = (folder / "bare.log").open("w")
    canopy.bare = f"http://127.0.0.1:{front}"
    started = [
        subprocess.Popen([program, "service", "--listen", f"127.0.0.1:{service}", "--database", database], stderr=log),
        subprocess.Popen([program, "front", "--listen", f"127.0.0.1:{front}", "--peer", f"http://127.0.0.1:{service}"], stderr=log),
    ]
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{canopy.bare}/events", timeout=10).read()
            return started
        except OSError:
            time.sleep(0.1)
    sys.exit(f"bench: the bare path does not answer: {(folder / 'bare.log').read_text()}")


def calls(canopy: Canopy, bare: list[subprocess.Popen], only: str) -> dict[str, dict]:
    """Each call under load, with the bare path of the same kind beside it."""
    one = canopy.call("GET", "/deployments?limit=1")[0]["id"]
    task = canopy.call("GET", "/tasks?limit=1")[0]["id"]
    cluster, team = places_of(canopy)
    # what it is called: its address, and the bare path's call that it is held against
    addresses = {
        ONE: (f"/deployments/{one}", ONE),
        LIST: ("/deployments", LIST),
        TASKS: ("/tasks", TASKS),
        EVENTS: ("/events", EVENTS),
        "one deployment": (f"/deployments/{one}", ONE),
        "its revisions": (f"/deployments/{one}/revisions", ONE),
        "deployments, 20": ("/deployments?limit=20", LIST),
        "one task": (f"/tasks/{task}", ONE),
        "tasks, 20": ("/tasks?limit=20", TASKS),
        "events, 20": ("/events?limit=20", EVENTS),
        "events of one, 20": (f"/events?limit=20&deployment={one}", EVENTS),
        # the models of all events tell of a site; what the newest events do not have is the hard part
        "search, in most": ("/events?limit=20&search=site", EVENTS),
        "search, in the oldest": (f"/events?limit=20&search={OLDEST}", EVENTS),
        "search, in none": ("/events?limit=20&search=nowhere", EVENTS),
        "one cluster": (f"/clusters/{cluster}", ONE),
        "clusters": ("/clusters", LIST),
        "datacenters": ("/datacenters", LIST),
        "one team": (f"/teams/{team}", ONE),
        "teams": ("/teams", LIST),
        "profile": ("/users/profile", ONE),
        "dashboard": ("/dashboard", ONE),
        "catalogue": ("/catalogue", ONE),
    }
    return {
        name: {**loaded(canopy, bare, name, address), "twin": twin}
        for name, (address, twin) in addresses.items()
        if name in TWINS or only in address
    }


def loaded(canopy: Canopy, bare: list[subprocess.Popen], name: str, address: str) -> dict:
    plain = name in TWINS
    url, token = (canopy.bare + address, None) if plain else (f"{canopy.report['address']}/api{address}", canopy.token)
    measure.load(url, token, 4, 1)  # warm
    alone = measure.load(url, token, 1, 2)
    canopy.sql("select pg_stat_statements_reset()")
    before, outside = canopy.processor(), [measure.processor(process.pid) for process in bare]
    together = measure.load(url, token, 4, SECONDS)
    used = {name: (after - before[name]) * 1e6 / together.requests for name, after in canopy.processor().items()}
    mine = sum(measure.processor(process.pid) - was for process, was in zip(bare, outside)) * 1e6 / together.requests
    asked = int(canopy.sql("select coalesce(sum(calls), 0) from pg_stat_statements where query not ilike '%pg_stat_statements%'")[0][0])
    database = used.pop("postgres")
    front = mine if plain else used.pop("bff")
    services = 0.0 if plain else sum(used.values())
    return {
        "total": front + services + database,
        "front": front,
        "services": services,
        "database": database,
        "statements": asked / together.requests,
        "p50": alone.p50,
        "p99": alone.p99,
        "failed": together.failed + alone.failed,
    }


def show(title: str, rows: dict[str, dict], before: dict[str, dict] | None = None) -> None:
    """A table: µs of processor per request, in all and by part; and against the bare path of the same kind."""
    print(f"\n{title}: µs of processor per request (4 connections), ms alone (1 connection)")
    head = f"{'':22}{'all':>8}{'×bare':>7}{'bff':>7}{'services':>10}{'postgres':>10}{'statements':>12}{'p50':>8}{'p99':>8}"
    print(head + ("  ×few" if before else ""))
    for name, row in rows.items():
        ratio = row["total"] / rows[row["twin"]]["total"]
        line = f"{name:22}{row['total']:8.0f}{ratio:7.2f}{row['front']:7.0f}{row['services']:10.0f}{row['database']:10.0f}"
        line += f"{row['statements']:12.2f}{row['p50']:8.2f}{row['p99']:8.2f}"
        if before:
            line += f"{row['total'] / before[name]['total']:6.2f}"
        print(line + (f"   {row['failed']} FAILED" if row["failed"] else ""), flush=True)


def grow(canopy: Canopy, deployments: int, events: int) -> None:
    """Copies of what is there, with ids and times of their own, until there are so many."""
    copies = [
        ("deployments.deployment", {
            "id": "gen_random_uuid()", "name": "name || ' ' || left(md5(random()::text), 12)", "domain": "left(md5(random()::text), 12) || domain",
            "release_name": "left(md5(random()::text), 12) || release_name",
            "created_at": "created_at - n * interval '1 minute'", "created_key": "null",
        }, deployments, "current_task is null and gone_at is null"),
        ("events.event", {"id": "gen_random_uuid()", "created_at": "created_at - n * interval '1 second'"}, events, "true"),
        ("tasks.task", {"id": "gen_random_uuid()", "created_at": "created_at - n * interval '1 minute'"}, deployments, "finished_at is not null"),
    ]  # fmt: skip
    for table, own, wanted, which in copies:
        names, values = copied(canopy, table, own)
        canopy.sql(
            f"insert into {table} ({names}) select {values} from (select * from {table} where {which} limit 100) as model,"
            f" generate_series(1, {wanted}) as n limit greatest(0, {wanted} - (select count(*) from {table}));"
        )
    own = {"id": "gen_random_uuid()", "created_at": "created_at - interval '1 second'", "words": f"words || array_to_tsvector(array['{OLDEST}'])"}
    names, values = copied(canopy, "events.event", own)
    canopy.sql(
        f"delete from events.event where words @@ '{OLDEST}';"
        f" insert into events.event ({names}) select {values} from events.event order by created_at, id limit 1"
    )
    number = "select gen_random_uuid(), d.id, r.number, r.spec, r.chart_version, r.hash, r.documents, r.created_by, r.created_at"
    canopy.sql(
        "insert into deployments.revision (id, deployment_id, number, spec, chart_version, hash, documents, created_by, created_at)"
        f" {number} from deployments.deployment d, (select * from deployments.revision limit 1) r"
        " where not exists (select 1 from deployments.revision own where own.deployment_id = d.id)"
    )
    canopy.sql("vacuum analyze")  # as it is some minutes later by itself


def copied(canopy: Canopy, table: str, own: dict[str, str]) -> tuple[str, str]:
    """The columns of a table, and what stands in them in a copy that has these values of its own."""
    schema, name = table.split(".")
    columns = [row[0] for row in canopy.sql(
        f"select column_name from information_schema.columns where table_schema = '{schema}' and table_name = '{name}'"
        " and is_generated = 'NEVER' and identity_generation is distinct from 'ALWAYS'"
    )]  # fmt: skip
    return ", ".join(columns), ", ".join(own.get(column, column) for column in columns)


if __name__ == "__main__":
    sys.exit(main())
