#!/usr/bin/env python3
"""Keeps .sqlx, what sqlx knows about the queries when no database is there, in step with queries and migrations.

    sqlx.py            write .sqlx anew: compiles the workspace against a throw-away PostgreSQL with all migrations
    sqlx.py --check    say what is out of date; needs neither database nor compiler, and is part of `make test`

How the check can do without a second compile: the offline data of a query is a file named by the SHA-256 of its text, so
the queries in the sources tell exactly which files belong there, none missing and none left over. What a file says about
columns and types follows from the query and the migrations, so the hash of the migrations is written beside them, and
a changed migration asks for `make sqlx` even if it changed only a comment. And a build without the file fails by itself.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import migrations
import places
import postgres
import rust_queries
import tools

KEPT = places.ROOT / ".sqlx"
FINGERPRINT = "migrations.sha256"


def write() -> int:
    with tempfile.TemporaryDirectory(prefix="canopy-sqlx-") as scratch:
        os.chmod(scratch, 0o755)  # PostgreSQL's user must get in
        server = postgres.Server(tools.postgres(), Path(scratch) / "postgres").start()
        try:
            with postgres.Client(server.port) as client:
                migrations.apply_changed(client, "postgres")
            return compile_against(server.url)
        finally:
            server.stop()


def compile_against(url: str) -> int:
    """sqlx's macros write their files into SQLX_OFFLINE_DIR when they have a database. Cargo doesn't know that they do,
    so sources are touched."""
    fresh = places.ROOT / "target/sqlx"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    for file in {query.place.rsplit(":", 1)[0] for query in rust_queries.queries()}:
        os.utime(places.ROOT / file)
    settings = {**os.environ, "SQLX_OFFLINE": "false", "DATABASE_URL": url, "SQLX_OFFLINE_DIR": str(fresh)}
    done = subprocess.run(
        ["cargo", "check", "--workspace", "--all-targets", *sys.argv[1:]], cwd=places.ROOT, env=settings
    )
    if done.returncode != 0:
        return done.returncode
    (fresh / FINGERPRINT).write_text(fingerprint())
    shutil.rmtree(KEPT, ignore_errors=True)
    shutil.copytree(fresh, KEPT)
    print(f"sqlx: {len(list(KEPT.glob('query-*.json')))} queries in .sqlx")
    return check()


def check() -> int:
    """Compare the queries in the sources and the migrations with .sqlx."""
    wanted = {query.file: query for query in rust_queries.queries()}
    present = {file.name for file in KEPT.glob("query-*.json")}
    problems = [
        f"{query.place}: this query is not in .sqlx" for name, query in sorted(wanted.items()) if name not in present
    ]
    problems += [f".sqlx/{name}: no source has this query" for name in sorted(present - set(wanted))]
    recorded = (KEPT / FINGERPRINT).read_text() if (KEPT / FINGERPRINT).exists() else ""
    if (wanted or present) and recorded != fingerprint():
        problems.append("the migrations changed since .sqlx was written")
    for problem in problems:
        print(f"sqlx: {problem}")
    if problems:
        print("sqlx: `make sqlx` brings it up to date")
    return 1 if problems else 0


def fingerprint() -> str:
    state = "".join(f"{service} {migrations.fingerprint(service)}\n" for service in migrations.services())
    return hashlib.sha256(state.encode()).hexdigest() + "\n"


if __name__ == "__main__":
    places.find_toolchains()
    try:
        sys.exit(check() if sys.argv[1:] == ["--check"] else write())
    except (RuntimeError, OSError, postgres.SqlError, tools.Missing) as reason:
        sys.exit(f"sqlx: {reason}")
