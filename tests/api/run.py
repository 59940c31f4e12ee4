#!/usr/bin/env python3
"""The REST API against its own document, bff/openapi.json: each call as it is meant, and then calls that are made up.

    $(scripts/api.py path) tests/api/run.py --canopy PROGRAM [--only CALL...] [--report FILE] [--keep DIR]

CALL is as in the document, "GET /teams/{id}". The report is JSON: a list of {name, problems, seconds}. It runs in the Python that
scripts/api.py installs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parents[1] / "scripts"))

import requests

import places
import tools
from client import Case, Client, Stopped
from document import Document
from system import System
from torment import EXAMPLES, Torment
from walk import Walk


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canopy", type=Path, required=True, help="the program")
    parser.add_argument("--only", nargs="+", help="made-up calls of these operations only")
    parser.add_argument("--report", type=Path, help="where the result is written")
    parser.add_argument("--keep", type=Path, help="where logs are copied to, for a look afterwards")
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="made-up calls of each kind for an operation")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="canopy-api-") as scratch:
        folder = Path(scratch)
        folder.chmod(0o755)  # PostgreSQL's user must get in
        system = System(given.canopy.absolute(), folder, tools.postgres(), tools.nats())
        try:
            system.start()
            cases, lines = tried(system, folder, given)
            lines += system.troubles()
        finally:
            system.stop()
            if given.keep:
                shutil.copytree(folder, given.keep, dirs_exist_ok=True, ignore=lambda at, names: [name for name in names if name in ("postgres", "nats", "spare")])
    bad = [case for case in cases if case.problems]
    for case in bad:
        print(f"FAILED {case.name}", *case.problems, sep="\n    ")
    print(*lines, sep="\n")
    print(f"{len(cases) - len(bad)} passed, {len(bad)} failed")
    if given.report:
        given.report.write_text(json.dumps([vars(case) for case in cases]))
    return 1 if bad else 0


def tried(system: System, folder: Path, given) -> tuple[list[Case], list[str]]:
    """The cases, and what else is to be told."""
    document = Document(places.ROOT / "bff/openapi.json")
    client = Client(document, system.report["address"])
    walk, began = Walk(client, system), time.monotonic()
    try:
        walk.whole()
    except (Stopped, requests.RequestException, RuntimeError, LookupError, TypeError) as reason:
        client.cases.append(Case("walk: to its end", [f"{type(reason).__name__}: {reason}"]))
        return client.cases, []
    lines = [f"{len(client.cases)} calls as they are meant, {time.monotonic() - began:.0f} s"]
    left_out = set(document.operations) - client.walked
    client.cases.append(Case("walk: every call of the document", [f"{call} is not walked" for call in sorted(left_out)]))
    torment = Torment(places.ROOT / "bff/openapi.json", client.address, {"ids": walk.ids, "tokens": walk.tokens, "own": walk.own}, folder, given.examples)
    began = time.monotonic()
    torment.run([call for call in document.operations if not given.only or call in given.only])
    with contextlib.suppress(Stopped):  # it is a case all the same: whoever was signed out has made a stranger's calls
        client.call("GET /users/profile", token=walk.tokens["caller"][0])
    return client.cases + torment.cases, [*lines, *torment.summary(), f"made up in {time.monotonic() - began:.0f} s"]


if __name__ == "__main__":
    sys.exit(main())
