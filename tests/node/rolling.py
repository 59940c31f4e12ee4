"""A change of a site under the eyes of a client that asks ten times a second, against what the plan of the change has announced."""

from __future__ import annotations

from browser import Visitor
from canopy import Canopy
from seen import Seen
from watcher import Watcher


def change(canopy: Canopy, seen: Seen, site: str, what: str, body: dict, visitor: Visitor, path: str = "/", gap: bool = False, then=None) -> dict:
    """Plan the change and make it, and call `then` while still asking. `gap`: whether something must stand still for it. The task."""
    plan = canopy.patiently("POST", f"/deployments/{site}/plan", body)
    still = [f"{one['kind']} {one['name']}" for one in plan["objects"] if one["interrupts"]]
    announced = f"the plan of {what} announces {'a gap' if gap else 'no gap'}"
    seen.that(announced, bool(still) == gap, [(one["name"], one["action"], one["interrupts"]) for one in plan["objects"]])
    with Watcher(visitor, path) as watcher:
        made = canopy.call("PUT", f"/deployments/{site}", body)
        task = canopy.task(made["taskId"])
        canopy.settled(site)
        if then:
            then()
    seen.that(f"{what} completes", task["status"] == "complete", task["error"])
    if gap:
        seen.say(f"{what}: {watcher.summary()}, as {', '.join(still)} stood still: {watcher.told()}")
    else:
        seen.that(f"not one of {watcher.asked} requests failed during {what}", not watcher.failures, f"{watcher.summary()}: {watcher.told()}")
    return task
