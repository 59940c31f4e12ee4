"""Apply the migrations of all services to a database, as the services themselves do at their start.

Each service has its own schema: first kit's migrations (outbox and the like) in that schema, then the service's own.
kit has a schema too, for kit's queries: they name no schema, because the same query serves all services.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import postgres
from places import ROOT

KIT = ROOT / "services/kit/migrations"


def services() -> list[str]:
    """kit, then the services that have migrations: folder name = schema name."""
    names = {folder.parent.name for folder in ROOT.glob("services/*/migrations") if any(folder.glob("*.sql"))}
    return sorted(names, key=lambda name: (name != "kit", name))


def files(service: str) -> list[Path]:
    """kit's files, then the service's own, each in the order of their version numbers."""
    own = [] if service == "kit" else in_order(ROOT / "services" / service / "migrations")
    return in_order(KIT) + own


def in_order(folder: Path) -> list[Path]:
    """sqlx's order: by the number before the first underscore; files to undo a migration are left out."""
    found = [file for file in folder.glob("*.sql") if not file.name.endswith(".down.sql")]
    return sorted(found, key=lambda file: int(file.name.split("_")[0]))


def fingerprint(service: str) -> str:
    """Changes when any of the service's migrations does."""
    state = hashlib.sha256()
    for file in files(service):
        state.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return state.hexdigest()


def apply(client: postgres.Client, service: str) -> None:
    """Make the service's schema anew."""
    client.run(f'drop schema if exists "{service}" cascade; create schema "{service}"; set search_path to "{service}"')
    for file in files(service):
        try:
            client.run(file.read_text())
        except postgres.SqlError as reason:
            raise RuntimeError(f"{file.relative_to(ROOT)}: {reason}") from None


def apply_changed(client: postgres.Client, database: str) -> list[str]:
    """Make anew the schemas whose files changed since the last call; returns their names."""
    client.run(
        'create schema if not exists "dev"; create table if not exists dev.applied (service text primary key, fingerprint text not null)'
    )
    known = dict(client.run("select service, fingerprint from dev.applied"))
    changed = []
    for service in services():
        wanted = fingerprint(service)
        if known.get(service) == wanted:
            continue
        client.run(f"delete from dev.applied where service = '{service}'")
        apply(client, service)
        client.run(f"insert into dev.applied values ('{service}', '{wanted}')")
        changed.append(service)
    # Queries write their tables qualified, except kit's: "kit" comes first.
    path = ", ".join(f'"{service}"' for service in services()) or "public"
    client.run(f'alter database "{database}" set search_path to {path}')
    return changed
