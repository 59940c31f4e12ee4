"""Every call of the document, made as it is meant: people, teams, places, sites, in the order of somebody who sets Canopy up."""

from __future__ import annotations

import base64
import hmac
import struct
import time
from collections import defaultdict

from client import Client

PASSWORD = "correct horse battery"
SPARES = 4  # of each thing that made-up calls use up


class Walk:
    """One walk. `ids` is what made-up calls are filled with afterwards: by call, by name of a parameter, or by name of a field."""

    def __init__(self, client: Client, system):
        self.c, self.system = client, system
        self.ids: dict[str, list[str]] = defaultdict(list)
        self.tokens: dict[str, list[str]] = defaultdict(list)
        self.own: list[str] = []  # who makes the made-up calls, and the session

    def whole(self) -> None:
        self.accounts()
        self.people()
        self.teams()
        self.places()
        self.sites()
        self.changes_of_sites()
        self.history()
        self.canopy_itself()
        self.spares()

    # --- people

    def accounts(self) -> None:
        """The first administrator, sessions, tokens, two factors, an own password."""
        c = self.c
        c.call("GET /openapi.json")
        c.call("GET /auth/setup")
        ada = {"email": "ada@example.com", "password": PASSWORD, "firstName": "Ada", "lastName": "Lovelace"}
        ada |= {"teamName": "Shop", "teamDescription": "Sells apples", "registration": True}
        session = c.call("POST /auth/setup", body={"token": self.system.report["setupToken"], **ada})
        self.admin, self.admin_id = session["token"], session["user"]["id"]
        c.call("POST /auth/setup", body={"token": "nonsense", **ada}, status=403)
        c.call("POST /auth/login", body={"email": "ada@example.com", "password": "not this one"}, status=401)
        c.call("POST /auth/forgot-password", body={"email": "nobody@example.com"})
        for call in ("POST /auth/provider/finish", "POST /auth/provider/link/finish"):  # there is no provider
            own = self.admin if "link" in call else None
            c.call(call, body={"state": "a", "code": "b", "ticket": "c"}, status=409, token=own)
        c.call("POST /auth/provider", status=409)
        c.call("POST /auth/provider/link", body={"currentPassword": PASSWORD}, status=409, token=self.admin)
        c.call("DELETE /auth/provider/link", body={"currentPassword": PASSWORD}, status=409, token=self.admin)

        self.grace, self.grace_id = self.newcomer("grace")
        c.call("GET /users/profile", token=self.grace)
        wanted = {"language": "fr", "timezone": "Europe/Zurich", "theme": "dark"}
        c.call("PUT /users/profile", body={"firstName": "Grace", "lastName": "Hopper", "preferences": wanted}, token=self.grace)
        other = self.sign_in("grace@example.com")
        sessions = c.call("GET /auth/sessions", token=self.grace)
        one = next(each["id"] for each in sessions if not each["current"])
        c.call("DELETE /auth/sessions/{id}", {"id": one}, token=self.grace)
        c.call("DELETE /auth/sessions", token=self.grace)
        c.call("GET /users/profile", status=401, token=other)
        made = c.call("POST /auth/tokens", body={"name": "deploys", "scope": "read", "expiresInDays": 30}, token=self.grace)
        c.call("GET /teams", token=made["secret"])
        c.call("POST /teams", body={"name": "Never", "description": "by a token"}, status=403, token=made["secret"])
        c.call("GET /auth/tokens", token=self.grace)
        c.call("DELETE /auth/tokens/{id}", {"id": made["token"]["id"]}, token=self.grace)

        begun = c.call("POST /auth/two-factor", body={"currentPassword": PASSWORD}, token=self.grace)
        codes = c.call("POST /auth/two-factor/confirm", body={"code": totp(begun["secret"])}, token=self.grace)["recoveryCodes"]
        asked = c.send("POST /auth/login", body={"email": "grace@example.com", "password": PASSWORD})
        challenge = asked.json()["details"]["challenge"]
        c.call("POST /auth/login", body={"challenge": challenge, "code": codes[0]})
        codes = c.call("POST /auth/two-factor/recovery-codes", body={"code": codes[1]}, token=self.grace)["recoveryCodes"]
        c.call("DELETE /auth/two-factor", body={"currentPassword": PASSWORD, "code": codes[0]}, token=self.grace)
        body = {"currentPassword": PASSWORD, "newPassword": f"{PASSWORD} staple"}
        c.call("PUT /users/profile/password", body=body, token=self.grace)
        leaving = self.sign_in("grace@example.com", f"{PASSWORD} staple")
        c.call("POST /auth/logout", token=leaving)

    def people(self) -> None:
        """What an administrator does with accounts."""
        c, admin = self.c, self.admin
        c.call("GET /users", query={"search": "grace", "role": "user", "status": "active"}, token=admin)
        c.call("GET /users", status=403, token=self.grace)
        c.call("GET /users/{id}", {"id": self.grace_id}, token=admin)
        c.call("GET /users/{id}/profile", {"id": self.grace_id}, token=admin)
        made = c.call("POST /users/invites", body={"email": "ivy@example.com", "role": "manager"}, token=admin)
        c.call("POST /users/invites", body={"email": "ivy@example.com"}, status=400, token=admin)
        c.call("GET /users/invites", token=admin)
        made = c.call("POST /users/invites/{id}/resend", {"id": made["invite"]["id"]}, token=admin)
        c.call("POST /auth/register", body={"email": "ivy@example.com", "password": PASSWORD, "invite": made["token"]})
        gone = c.call("POST /users/invites", body={"email": "gone@example.com"}, token=admin)
        c.call("DELETE /users/invites/{id}", {"id": gone["invite"]["id"]}, token=admin)
        _, otto = self.newcomer("otto")
        c.call("PUT /users/{id}", {"id": otto}, {"firstName": "Otto", "role": "manager"}, token=admin)
        link = c.call("POST /users/{id}/reset-password", {"id": otto}, token=admin)
        c.call("POST /auth/reset-password", body={"token": link["token"], "password": f"{PASSWORD} again"})
        c.call("POST /auth/reset-password", body={"token": link["token"], "password": f"{PASSWORD} again"}, status=409)
        c.call("DELETE /users/{id}/two-factor", {"id": otto}, status=409, token=admin)
        c.call("DELETE /users/{id}", {"id": otto}, token=admin)
        c.call("DELETE /users/{id}", {"id": self.admin_id}, status=(400, 409), token=admin)
        c.call("GET /users/{id}", {"id": otto}, status=404, token=admin)

    # --- teams

    def teams(self) -> None:
        c, admin = self.c, self.admin
        self.team = c.call("GET /teams", token=admin)[0]["id"]
        made = c.call("POST /teams", body={"name": "Web", "description": "Makes pages"}, token=admin, headers={"idempotency-key": "walk"})
        at = {"id": made["id"]}
        c.call("GET /teams/{id}", at, token=admin)
        body = {"name": "Never", "description": "as a form"}
        c.call("POST /teams", body=body, status=400, token=admin, headers={"content-type": "text/plain"})
        c.call("GET /teams/all", query={"search": "web", "limit": 5}, token=admin)
        c.call("PUT /teams/{id}", at, {"name": "Web two", "description": "Makes more pages"}, token=admin)
        c.call("POST /teams/{id}/members", at, {"userId": self.grace_id}, token=admin)
        c.call("POST /teams/{id}/members", at, {}, status=400, token=admin)
        self.c.until("GET /teams/{id}", lambda _team: True, at, token=self.grace)
        c.call("PUT /teams/{id}/members/{userId}", {**at, "userId": self.grace_id}, {"role": "admin"}, token=admin)
        ben, ben_id = self.newcomer("ben")
        invite = c.call("POST /teams/{id}/invites", at, {"email": "ben@example.com", "role": "member"}, token=admin)
        invite = c.call("POST /teams/{id}/invites/{inviteId}/resend", {**at, "inviteId": invite["id"]}, token=admin)
        c.call("POST /invites/accept", body={"token": invite["token"]}, token=ben)
        invite = c.call("POST /teams/{id}/invites", at, {"email": "later@example.com", "role": "admin"}, token=admin)
        c.call("DELETE /teams/{id}/invites/{inviteId}", {**at, "inviteId": invite["id"]}, token=admin)
        c.call("DELETE /teams/{id}/members/{userId}", {**at, "userId": ben_id}, token=admin)
        c.call("PUT /teams/{id}/owner", at, {"userId": self.grace_id}, token=admin)
        c.call("DELETE /teams/{id}", at, token=admin)
        c.call("GET /quotas", query={"teamId": self.team}, token=admin)

    # --- places

    def places(self) -> None:
        c, admin = self.c, self.admin
        c.call("GET /catalogue", token=admin)
        found = c.until("GET /clusters", lambda clusters: clusters and clusters[0]["status"] == "operational", token=admin)
        self.cluster, self.datacenter = found[0]["id"], found[0]["datacenter"]
        body = {"name": "Falkenstein", "provider": "hetzner", "region": "eu-central", "city": "", "country": "", "address": ""}
        made = c.call("POST /datacenters", body=body, token=admin)
        at = {"id": made["id"]}
        c.call("GET /datacenters", query={"search": "falken"}, token=admin)
        changed = c.call("PUT /datacenters/{id}", at, {"domains": ["example.com"]}, token=admin, headers={"if-match": str(made["rowVersion"])})
        stale = {"if-match": str(made["rowVersion"])}
        assert changed["rowVersion"] != made["rowVersion"]
        c.call("PUT /datacenters/{id}", at, {"name": "Too late"}, status=409, token=admin, headers=stale)

        text = base64.b64encode(self.system.spare_kubeconfig.encode()).decode()
        c.call("POST /clusters/validate", body={"kubeconfig": text}, token=admin)
        c.call("POST /clusters/validate", body={"kubeconfig": base64.b64encode(b"nonsense").decode()}, token=admin, status=400)
        body = {"name": "Spare", "description": "one more", "datacenter": made["id"], "k8sendpoint": "https://cluster.example.com"}
        spare = {"id": c.call("POST /clusters", body=body, token=admin)["id"]}
        c.call("GET /clusters/{id}/kubeconfig", spare, status=404, token=admin)
        c.call("GET /clusters/{id}/inspection", spare, status=400, token=admin)
        c.call("POST /clusters/{id}/kubeconfig", spare, {"kubeconfig": text}, token=admin)
        c.call("POST /clusters/{id}/refresh", spare, token=admin)
        self.c.until("GET /clusters/{id}", lambda cluster: cluster["status"] == "operational", spare, token=admin)
        c.call("GET /clusters/{id}/inspection", spare, token=admin)
        c.call("GET /clusters/{id}/metrics", spare, query={"range": "24h"}, token=admin)
        c.call("GET /clusters/{id}/kubeconfig", spare, token=admin)
        c.call("PUT /clusters/{id}", spare, {"description": "changed", "datacenter": self.datacenter}, token=admin)
        c.call("PUT /clusters/{id}/maintenance", spare, {"maintenance": True}, token=admin)
        c.call("DELETE /clusters/{id}", spare, token=admin)
        c.call("DELETE /datacenters/{id}", at, token=admin)

    # --- sites

    def site(self, name: str) -> dict:
        return {
            "name": name,
            "description": "Made by the walk",
            "type": "wordpress",
            "clusterId": self.cluster,
            "location": self.datacenter,
            "team_id": self.team,
            "services": {"nginx": True, "mysql": True, "redis": True, "phpmyadmin": True, "ftp": False, "cloudflare": False},
            "baseParameters": {"domain": f"{name}.example.com", "appUser": "admin", "appPass": "a long enough password"},
            "phpParameters": {"phpExtensions": ["gd", "mysqli", "curl", "intl"]},
            "databaseParameters": {
                "databaseName": "wordpress",
                "databaseUser": "wordpress",
                "databasePass": "another password",
                "databaseRootPass": "yet another password",
            },
        }

    def program(self, name: str) -> dict:
        source = {"image": "registry.example.com/site:1", "port": 3000}
        base = {"domain": f"{name}.example.com", "appUser": "admin", "appPass": "a long enough password"}
        services = {"mysql": False, "phpmyadmin": False}
        return {"name": name, "type": "nodejs", "clusterId": self.cluster, "team_id": self.team, "services": services, "baseParameters": base, "source": source}

    def rested(self, site: dict) -> dict:
        return self.c.until("GET /deployments/{id}", lambda found: found["currentTaskId"] is None, site, token=self.admin)

    def sites(self) -> None:
        """A site that comes up, and all that can be read of it."""
        c, admin = self.c, self.admin
        c.call("POST /deployments", body={"name": "x"} | {"baseParameters": None, "clusterId": "", "type": ""}, status=400, token=admin)
        plan = c.call("POST /deployments/plan", body=self.site("shop"), token=admin)
        made = c.call("POST /deployments", body=self.site("shop") | {"plan": plan["hash"]}, token=admin)
        self.shop = {"id": made["id"]}
        found = self.rested(self.shop)
        if found["status"] != "running":
            raise RuntimeError(f"the site did not come up: {found['errorLog']}")
        c.call("GET /deployments", query={"teamId": self.team, "status": "running", "sort": "-createdAt", "search": "shop"}, token=admin)
        for part in ("drift", "revisions", "services", "volumes"):
            c.call(f"GET /deployments/{{id}}/{part}", self.shop, token=admin)
        for part, span in (("timeline", "7d"), ("usage", "24h")):
            c.call(f"GET /deployments/{{id}}/{part}", self.shop, query={"range": span}, token=admin)
        c.call("GET /deployments/{id}/logs", self.shop, query={"tail": 20}, token=admin)
        c.call("GET /deployments/{id}/revisions/{number}/chart", {**self.shop, "number": 1}, token=admin)
        c.call("POST /deployments/{id}/secrets/reveal", self.shop, token=admin)
        c.call("POST /deployments/{id}/secrets/reveal", self.shop, {"fields": ["appPass"]}, token=admin)
        c.call("POST /deployments/{id}/reachability/check", self.shop, status=(200, 409), token=admin)
        self.task = c.call("GET /tasks", query={"deploymentId": made["id"], "status": "complete"}, token=admin)[0]["id"]
        c.call("GET /tasks/{id}", {"id": self.task}, token=admin)
        c.call("POST /tasks/{id}/cancel", {"id": self.task}, status=409, token=admin)
        c.call("POST /tasks/{id}/retry", {"id": self.task}, status=409, token=admin)

    def changes_of_sites(self) -> None:
        """Each change that there is, with its plan where it has one."""
        c, admin, shop = self.c, self.admin, self.shop
        change = {"description": "Sells pears", "baseParameters": None, "replicas": None, "phpParameters": {"phpMemoryLimit": 512}}
        plan = c.call("POST /deployments/{id}/plan", shop, change, token=admin)
        c.call("PUT /deployments/{id}", shop, change | {"plan": plan["hash"], "reason": "Pears sell better"}, token=admin)
        self.rested(shop)
        c.call("POST /deployments/{id}/plan/rollback", shop, {"revision": 1}, token=admin)
        c.call("POST /deployments/{id}/rollback", shop, {"revision": 1}, token=admin)
        self.rested(shop)
        plan = c.call("POST /deployments/{id}/plan/restart", shop, token=admin)
        c.call("POST /deployments/{id}/restart", shop, query={"plan": plan["hash"]}, token=admin)
        c.call("POST /deployments/{id}/restart", shop, status=(200, 409), token=admin)
        self.rested(shop)
        size = {"resources": {"cpu": "200m", "memory": "256Mi"}}
        c.call("POST /deployments/{id}/plan/scale", shop, size, token=admin)
        c.call("POST /deployments/{id}/scale", shop, size, token=admin)
        self.rested(shop)
        for word in ("stop", "start"):
            c.call(f"POST /deployments/{{id}}/plan/{word}", shop, {}, token=admin)
            c.call(f"POST /deployments/{{id}}/{word}", shop, {"reason": "a walk"}, token=admin)
            self.rested(shop)
        # nothing has failed, and nothing was changed behind Canopy's back
        for call in ("retry", "discard", "put-right", "plan/discard"):
            c.call(f"POST /deployments/{{id}}/{call}", shop, status=(200, 409), token=admin)
        # nothing of it is elsewhere; and without a handshake a shell is only asked for
        c.call("DELETE /deployments/{id}/remains", shop, status=(200, 404, 409), token=admin)
        c.call("GET /deployments/{id}/shell", shop, status=400, token=admin)
        self.rested(shop)
        made = c.call("POST /deployments", body=self.program("stopped"), token=admin)
        c.until("GET /tasks", lambda tasks: tasks, query={"deploymentId": made["id"]}, token=admin)
        c.call("POST /tasks/{id}/cancel", {"id": made["taskId"]}, token=admin)
        failed = {"id": made["id"]}
        self.rested(failed)
        for word in ("retry", "restart"):
            c.call(f"POST /tasks/{{id}}/{word}", {"id": made["taskId"]}, status=(200, 409), token=admin)
            self.rested(failed)
        c.call("DELETE /tasks/{id}", {"id": made["taskId"]}, token=admin)
        c.call("POST /deployments/{id}/plan/delete", failed, token=admin)
        c.call("DELETE /deployments/{id}", failed, token=admin)
        c.call("DELETE /deployments/{id}", failed, query={"abandon": "true"}, status=(404, 409), token=admin)

    # --- history, and Canopy itself

    def history(self) -> None:
        c, admin = self.c, self.admin
        about = {"deployment": self.shop["id"], "type": "Normal", "component": "Deployment", "from": "2026-01-01", "to": "2026-12-31"}
        found = c.until("GET /events", lambda events: events, query=about | {"search": "shop"}, token=admin)
        self.event = found[0]["id"]
        c.call("GET /events/{id}", {"id": self.event}, token=admin)
        c.call("GET /events/hours", token=admin)
        for kind in ("csv", "jsonl"):
            c.call("GET /events/export", query={"format": kind, "deployment": self.shop["id"]}, token=admin)
        c.call("GET /admin/events", query={"limit": 100}, token=admin)
        for channel in ("mail", "slack", "webhook"):
            body = {"name": f"By {channel}", "channel": channel, "kinds": ["task_failed"], "teamId": self.team}
            body |= {} if channel == "mail" else {"url": self.system.hook_url}
            mail = 409 if channel == "mail" else (200, 201)  # no server is set
            made = c.call("POST /notifications/rules", body=body, status=mail, token=admin)
        made = made["rule"]
        rule = {"id": made["id"]}
        c.call("GET /notifications/rules", query={"team": self.team}, token=admin)
        c.call("PUT /notifications/rules/{id}", rule, {"kinds": ["task_failed", "task_ended"], "language": "es"}, token=admin)
        c.call("POST /notifications/rules/{id}/test", rule, token=admin)
        sent = c.until("GET /notifications/rules/{id}/deliveries", lambda sent: sent and sent[0]["state"] != "waiting", rule, token=admin)
        delivery = {**rule, "deliveryId": sent[0]["id"]}
        c.call("POST /notifications/rules/{id}/deliveries/{deliveryId}/resend", delivery, status=(200, 409), token=admin)
        c.call("DELETE /notifications/rules/{id}", rule, token=admin)

    def canopy_itself(self) -> None:
        c, admin = self.c, self.admin
        for call in ("dashboard", "health", "admin/mail", "admin/database", "admin/security", "admin/dead-letters", "system/settings"):
            found = c.call(f"GET /{call}", token=admin)
        c.call("GET /health", status=401)
        c.call("GET /admin/logs", query={"service": "bff", "level": "info", "limit": 20}, token=admin)
        c.call("PUT /system/settings", body={"healthCheckInterval": 60, "rowVersion": found["rowVersion"]}, token=admin)
        c.call("POST /admin/mail/test", body={"language": "en"}, status=409, token=admin)  # no server is set
        letter = {"service": "teams", "id": self.team}  # there is none
        c.call("POST /admin/dead-letters/{service}/{id}/resend", letter, status=404, token=admin)
        c.call("DELETE /admin/dead-letters/{service}/{id}", letter, status=404, token=admin)

    # --- for the made-up calls

    def spares(self) -> None:
        """Things that nobody misses, and somebody who makes the calls and whom none of them names."""
        c, admin, ids = self.c, self.admin, self.ids
        caller, caller_id = self.newcomer("tess")
        c.call("PUT /users/{id}", {"id": caller_id}, {"role": "admin"}, token=admin)
        c.until("GET /users", lambda _users: True, token=caller)
        self.tokens["caller"] = [caller]
        for number in range(SPARES):
            token, _ = self.newcomer(f"leaver{number}")
            self.tokens["POST /auth/logout"].append(token)
            _, user = self.newcomer(f"spare{number}")
            ids["userId"].append(user)
            team = c.call("POST /teams", body={"name": f"Spare {number}", "description": "nobody misses it"}, token=caller)["id"]
            ids["/teams/{id}"].append(team)
            c.call("POST /teams/{id}/members", {"id": team}, {"userId": user}, token=caller)
            invite = c.call("POST /teams/{id}/invites", {"id": team}, {"email": f"i{number}@example.com"}, token=caller)
            ids["inviteId"].append(invite["id"])
            invite = c.call("POST /users/invites", body={"email": f"u{number}@example.com"}, token=caller)
            ids["/users/invites/{id}"].append(invite["invite"]["id"])
            body = {"name": f"Place {number}", "provider": "hetzner", "region": "eu-central", "city": "", "country": "", "address": ""}
            place = c.call("POST /datacenters", body=body, token=caller)["id"]
            ids["/datacenters/{id}"].append(place)
            body = {"name": f"Cluster {number}", "description": "nobody misses it", "datacenter": place, "k8sendpoint": "https://cluster.example.com"}
            ids["/clusters/{id}"].append(c.call("POST /clusters", body=body, token=caller)["id"])
            token = c.call("POST /auth/tokens", body={"name": f"spare {number}", "scope": "read"}, token=caller)["token"]["id"]
            ids["/auth/tokens/{id}"].append(token)
            body = {"name": f"Rule {number}", "channel": "webhook", "kinds": ["task_failed"], "url": self.system.hook_url}
            rule = c.call("POST /notifications/rules", body=body, token=caller)["rule"]["id"]
            ids["/notifications/rules/{id}"].append(rule)
            ids["deliveryId"].append(c.call("POST /notifications/rules/{id}/test", {"id": rule}, token=caller)["id"])
            ids["DELETE /deployments/{id}"].append(c.call("POST /deployments", body=self.program(f"spare{number}"), token=admin)["id"])
        for site in ids["DELETE /deployments/{id}"]:
            self.rested({"id": site})
            ids["DELETE /tasks/{id}"].append(c.call("GET /tasks", query={"deploymentId": site}, token=admin)[-1]["id"])
            self.sign_in("tess@example.com")
        sessions = c.call("GET /auth/sessions", token=caller)
        ids["/auth/sessions/{id}"] = [each["id"] for each in sessions if not each["current"]]
        self.own = [caller_id, *(each["id"] for each in sessions if each["current"])]
        ids["/users/{id}"] = ids["userId"]
        ids["/deployments/{id}"], ids["/tasks/{id}"], ids["/events/{id}"] = [self.shop["id"]], [self.task], [self.event]
        ids["number"], ids["service"] = ["1", "2"], ["auth", "teams", "events"]
        for name in ("clusterId", "cluster"):
            ids[name] = [self.cluster]
        for call in ("", "/inspection", "/metrics", "/kubeconfig"):
            ids[f"GET /clusters/{{id}}{call}"] = [self.cluster]
        ids["POST /clusters/{id}/refresh"] = [self.cluster]
        for name in ("teamId", "team_id", "team"):
            ids[name] = [self.team]
        ids["datacenter"], ids["location"] = [self.datacenter], [self.datacenter]
        ids["deployment"], ids["deploymentId"] = [self.shop["id"]], [self.shop["id"]]
        ids["url"] = [self.system.hook_url]

    # --- parts

    def newcomer(self, name: str) -> tuple[str, str]:
        """Somebody with an account, signed in: the token and the user's id."""
        email = f"{name}@example.com"
        user = self.c.call("POST /auth/register", body={"email": email, "password": PASSWORD, "firstName": name.title()})["user"]
        return self.sign_in(email), user["id"]

    def sign_in(self, email: str, password: str = PASSWORD) -> str:
        return self.c.call("POST /auth/login", body={"email": email, "password": password})["token"]


def totp(secret: str) -> str:
    """The code of this moment, as an authenticator app shows it (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30), "sha1")
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"
