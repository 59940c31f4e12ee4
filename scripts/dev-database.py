#!/usr/bin/env python3
"""A PostgreSQL for developers, with the migrations of all services applied.

    export DATABASE_URL=$(scripts/dev-database.py)     starts it if needed, applies what changed
    scripts/dev-database.py stop

It listens on 127.0.0.1:5544 (CANOPY_DEV_DATABASE_PORT), superuser postgres without a password, database canopy.
The schema of a service whose migrations changed is dropped and made anew, data included.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys

import migrations
import places
import postgres
import tools

DATABASE = "canopy"


def main() -> int:
    folder = places.shared_cache() / "dev-db"
    folder.parent.mkdir(parents=True, exist_ok=True)
    port = int(os.environ.get("CANOPY_DEV_DATABASE_PORT", "5544"))
    with open(folder.parent / "dev-db.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = postgres.Server(tools.postgres(), folder, port, connections=200)
        if sys.argv[1:] == ["stop"]:
            return stop(server)
        if not server.answers():
            server.start(tied=False)
        with postgres.Client(port) as client:
            if not client.run(f"select 1 from pg_database where datname = '{DATABASE}'"):
                client.run(f"create database {DATABASE}")
        with postgres.Client(port, DATABASE) as client:
            for service in migrations.apply_changed(client, DATABASE):
                print(f"schema {service}: made anew", file=sys.stderr)
    print(f"postgres://postgres@127.0.0.1:{port}/{DATABASE}")
    return 0


def stop(server: postgres.Server) -> int:
    """Stop the server of an earlier call: the first line of postmaster.pid is its process."""
    try:
        pid = int((server.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGINT)
        print(f"stopped PostgreSQL (process {pid})", file=sys.stderr)
    except (FileNotFoundError, ProcessLookupError):
        print("PostgreSQL is not running", file=sys.stderr)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (RuntimeError, OSError, postgres.SqlError, tools.Missing) as reason:
        sys.exit(f"dev-database: {reason}")
