"""A change of a site under the eyes of a client that asks ten times a second, against what the plan of the change has announced."""

from __future__ import annotations

from browser import Visitor
from canopy import Canopy
from seen import Seen
from watcher import Watcher


def change(canopy: Canopy, seen: Seen, site: str, what: str, body: dict, visitor: Visitor, path: str = "/", gap: bool = False, then=None) -> dict:
    """Plan the change and make it, and call `then` while still asking. `gap`: whether something must stand still for it. The task."""

    def made(plan: dict) -> dict:
        return canopy.call("PUT", f"/deployments/{site}", body | {"plan": plan["hash"]})

    plan = canopy.patiently("POST", f"/deployments/{site}/plan", body)
    return _watched(canopy, seen, site, what, plan, made, visitor, path, gap, then)


def restart(canopy: Canopy, seen: Seen, site: str, what: str, visitor: Visitor, path: str = "/", gap: bool = False) -> dict:
    """The same of a restart."""

    def made(plan: dict) -> dict:
        return canopy.call("POST", f"/deployments/{site}/restart?plan={plan['hash']}", {})

    plan = canopy.patiently("POST", f"/deployments/{site}/plan/restart", {})
    return _watched(canopy, seen, site, what, plan, made, visitor, path, gap, None)


def _watched(canopy: Canopy, seen: Seen, site: str, what: str, plan: dict, make, visitor: Visitor, path: str, gap: bool, then) -> dict:
    still = [f"{one['kind']} {one['name']}" for one in plan["objects"] if one["interrupts"]]
    announced = f"the plan of {what} announces {'a gap' if gap else 'no gap'}"
    seen.that(announced, bool(still) == gap, [(one["name"], one["action"], one["interrupts"]) for one in plan["objects"]])
    with Watcher(visitor, path) as watcher:
        task = canopy.task(make(plan)["taskId"])
        canopy.settled(site)
        if then:
            then()
    seen.that(f"{what} completes", task["status"] == "complete", task["error"])
    if gap:
        seen.say(f"{what}: {watcher.summary()}, as {', '.join(still)} stood still: {watcher.told()}")
    else:
        seen.that(f"not one of {watcher.asked} requests failed during {what}", not watcher.failures, f"{watcher.summary()}: {watcher.told()}")
    return task
