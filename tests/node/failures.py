"""What goes wrong, and what Canopy says of it."""

from __future__ import annotations

from canopy import Canopy
from cluster import Cluster
from seen import Seen

NODE = "canopy.internal/node:1"


class Failures:
    """Programs that do not come up, each a site of its own."""

    def __init__(self, canopy: Canopy, cluster: Cluster, seen: Seen):
        self.canopy, self.cluster, self.seen = canopy, cluster, seen

    def fails(self, name: str, source: dict, words: list[str], **more) -> None:
        """Install it, and see that the errorLog has the words; it is taken away again."""
        made = self.canopy.call("POST", "/deployments", {
            "name": name,
            "type": "nodejs",
            "clusterId": self.canopy.cluster["id"],
            "team_id": self.canopy.team,
            "services": {"nginx": False, "mysql": False, "redis": False, "phpmyadmin": False, "ftp": False},
            "baseParameters": {"domain": f"{name.lower().replace(' ', '-')}.example.com", "appUser": "admin", "appPass": "Rose & thorn 7"},
            "source": {"kind": "image", "port": 3000, **source},
            **more,
        })  # fmt: skip
        self.canopy.task(made["taskId"], 400)
        found = self.canopy.settled(made["id"])
        said = found["errorLog"] or ""
        so = found["status"] == "failed" and all(word in said for word in words)
        self.seen.that(f"{name}: Canopy says {' … '.join(words)}", so, (found["status"], said))
        removed = self.canopy.call("DELETE", f"/deployments/{made['id']}")
        if removed["taskId"]:
            self.canopy.task(removed["taskId"])

    def image(self) -> None:
        missing = "registry.invalid/nothing:1"
        self.fails("Missing image", {"image": missing}, [missing])

    def crash(self) -> None:
        self.fails("Crash loop", {"image": NODE, "start": "node -e console.log(6*7),process.exit(3)"}, ["exit code 3", "42"])

    def memory(self) -> None:
        eats = "node -e a=[];for(;;)a.push(Buffer.alloc(1e7,1))"
        self.fails("Out of memory", {"image": NODE, "start": eats}, ["memory"])
