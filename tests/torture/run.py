#!/usr/bin/env python3
"""Canopy under load while its parts are killed and stand still, and an audit of all that was accepted.

    tests/torture/run.py --canopy PROGRAM --helm PROGRAM [--seconds 90] [--seed N] [--owners 3] [--boundaries 0] [--report FILE] [--keep DIR]

The seed names the faults and what each owner does; when each happens is the machine's affair.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parents[1] / "scripts"))

import tools
from api import ADA, PATIENCE, Api, Findings, signed_in
from audit import Audit
from boundaries import SETTINGS, Boundaries, Walker
from faults import Faults
from owner import Owner
from system import System


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canopy", type=Path, required=True, help="the program")
    parser.add_argument("--helm", type=Path, required=True, help="helm, for the audit")
    parser.add_argument("--seconds", type=float, default=90, help="how long it is tormented")
    parser.add_argument("--seed", type=int, default=1, help="names what happens")
    parser.add_argument("--owners", type=int, default=3, help="people who change sites at once")
    parser.add_argument("--boundaries", type=int, default=0, help="instead: so many faults at the boundaries of steps, in these seconds at most")
    parser.add_argument("--report", type=Path, help="where the result is written: JSON, a list of {name, problems, seconds}")
    parser.add_argument("--keep", type=Path, help="where logs are copied to, for a look afterwards")
    given = parser.parse_args()
    if os.geteuid() == 0 and "CANOPY_TORTURE_ALONE" not in os.environ and shutil.which("unshare"):
        # what is mounted goes with the last process of the run
        os.environ["CANOPY_TORTURE_ALONE"] = "1"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv])
    findings = Findings()
    with tempfile.TemporaryDirectory(prefix="canopy-torture-") as scratch:
        folder = Path(scratch)
        folder.chmod(0o755)  # PostgreSQL's user must get in
        system = System(given.canopy.absolute(), folder, tools.postgres(), tools.nats(), SETTINGS if given.boundaries else None)
        try:
            system.start()
            checked = (at_boundaries if given.boundaries else tormented)(system, findings, given)
        finally:
            system.stop()
            if given.keep:
                shutil.copytree(system.data / "logs", given.keep, dirs_exist_ok=True)
                for log in folder.glob("*.log"):
                    shutil.copy(log, given.keep)
            system.unmount()
    for what, times in sorted(checked.items()):
        print(f"  {times:5}  {what}")
    print(f"{sum(checked.values())} checked, {findings.count()} wrong; seed {given.seed}")
    if given.report:
        names = sorted({*checked, *findings.wrong})
        cases = [{"name": what, "problems": findings.wrong.get(what, []), "seconds": 0} for what in names]
        given.report.write_text(json.dumps(cases))
    return 1 if findings.wrong else 0


def people(kind: type[Owner], system: System, findings: Findings, given: argparse.Namespace) -> tuple[list[Owner], threading.Event]:
    """Set up, and so many people who are at work until the event; they are not started yet."""
    address = system.report["address"]
    ada = Api(address, system.clock_is_right)
    person = {"token": system.report["setupToken"], **ADA, "firstName": "Ada", "lastName": "Lovelace"}
    ada.token = ada.once("POST", "/auth/setup", person)["data"]["token"]
    place = {"cluster": ada.first("/clusters")["id"], "team": ada.first("/teams")["id"]}
    stopped = threading.Event()
    return [kind(n + 1, given.seed, signed_in(address, system.clock_is_right), place, findings, stopped) for n in range(given.owners)], stopped


def at_boundaries(system: System, findings: Findings, given: argparse.Namespace) -> Counter[str]:
    owners, stopped = people(Walker, system, findings, given)
    boundaries = Boundaries(system, given.seed, given.boundaries, given.seconds, owners)
    started = time.monotonic()
    for thread in (*owners, boundaries):
        thread.start()
    while not boundaries.is_over() and system.alive() and any(owner.is_alive() for owner in owners):
        time.sleep(0.5)
    boundaries.calm()
    checked = audited(system, owners, stopped, findings, given.helm)
    if not checked:
        return checked
    tell(owners, boundaries.done, time.monotonic() - started)
    table(boundaries)
    done = sum(boundaries.done.values())
    if done < given.boundaries:
        findings.wrongly("a fault at each boundary", f"there was time for {done} of {given.boundaries}")
    if boundaries.never_hit():
        findings.wrongly("a fault at each boundary", ", ".join(boundaries.never_hit()))
    checked["a fault at each boundary"] += len(boundaries.hit)
    return checked


def table(boundaries: Boundaries) -> None:
    """What was hit how often at which boundary."""
    for boundary, victims in sorted(boundaries.hit.items()):
        print(f"  {' '.join(boundary):32} {', '.join(f'{n} {victim}' for victim, n in victims.most_common())}")


def tormented(system: System, findings: Findings, given: argparse.Namespace) -> Counter[str]:
    owners, stopped = people(Owner, system, findings, given)
    calm = threading.Event()
    faults = Faults(system, given.seed, given.seconds, calm)
    started = time.monotonic()
    for thread in (*owners, faults):
        thread.start()
    while time.monotonic() < started + given.seconds and system.alive() and any(owner.is_alive() for owner in owners):
        if faults.wants_cut.wait(0.5):
            cut_power(system, faults)
    calm.set()
    while faults.is_alive():
        faults.join(0.5)
        if faults.wants_cut.is_set():
            cut_power(system, faults)
    checked = audited(system, owners, stopped, findings, given.helm)
    if checked:
        tell(owners, faults.done, time.monotonic() - started)
        if faults.missing():
            print(f"This machine does not let us do: {', '.join(faults.missing())}")
    return checked


def audited(system: System, owners: list[Owner], stopped: threading.Event, findings: Findings, helm: Path) -> Counter[str]:
    """How often what was checked, when all have come to an end; nothing where that is too late."""
    stopped.set()
    if not system.alive():
        findings.wrongly("canopy up goes on", "it or the cluster has ended by itself")
        return Counter()
    for owner in owners:
        owner.join(PATIENCE)
        if owner.is_alive():
            findings.wrongly("each change comes to its end", f"{owner.name} waits for ever")
    audit = Audit(system, owners, findings, helm)
    audit.run()
    return audit.checked


def cut_power(system: System, faults: Faults) -> None:
    system.cut_power()
    faults.wants_cut.clear()
    faults.runs_again.set()


def tell(owners: list[Owner], faults: Counter[str], seconds: float) -> None:
    sites = [site for owner in owners for site in owner.sites]
    verbs = Counter(verb for site in sites for verb in site.tasks.values())
    print(f"{seconds:.0f} s, {len(sites)} sites, {sum(verbs.values())} tasks ({', '.join(f'{n} {verb}' for verb, n in verbs.most_common())})")
    print(f"{sum(owner.unknown for owner in owners)} calls without an answer, {sum(owner.refused for owner in owners)} refused, {sum(len(site.cancelled) for site in sites)} cancelled")
    print(f"{sum(faults.values())} faults: {', '.join(f'{n} {what}' for what, n in faults.most_common())}")


if __name__ == "__main__":
    sys.exit(main())
