"""Canopy itself as pods of the node: the manifests of k8s/overlays/production as they are, with what stands in for the operators.

PostgreSQL runs beside the cluster and speaks TLS under the name that CloudNativePG gives it; certificates come from an authority of
the run's, with the names that the manifests ask cert-manager for; the console is reached through an Ingress (k8s/components/ingress).
"""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import time
from pathlib import Path

import deploy
import images
import namespaces
import places
import postgres
import processes
from canopy import PERSON, Canopy
from cluster import Cluster, until
from failures import NODE, PLAIN
from ingress import Ingress
from node import Node
from repository import PORT as GATE_PORT
from repository import Repositories
from seen import Seen
from watcher import Watcher

NAMESPACE = "canopy"
HOST = "canopy.example.com"
CLUSTER = "https://kubernetes.default.svc"
# Listens when the gate is opened, and not before. Words of a command: it has no spaces.
WAITS = (
    f"node -e s=require('http');g=()=>s.get('http://{namespaces.ADDRESS}:{GATE_PORT}/gate',r=>r.statusCode-200?setTimeout(g,500):"
    "s.createServer((q,a)=>a.end('here')).listen(3000)).on('error',()=>setTimeout(g,500));g()"
)


class Console(Canopy):
    """Canopy as one reaches it through the ingress controller."""

    def __init__(self, ingress: Ingress):
        self.ingress, self.token = ingress, None

    def call(self, method: str, path: str, body: dict | None = None, whole: bool = False):
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {self.token}"} if self.token else {})
        data = None if body is None else json.dumps(body).encode()
        answer = self.ingress.visitor(HOST).ask(f"/api{path}", body=data, headers=headers, method=method)
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:1000]}")
        found = json.loads(answer.body)
        return found if whole else found["data"]


class Database(postgres.Server):
    """PostgreSQL as the pods see it: on the node's address, by TLS and with passwords."""

    def serve(self, authority) -> None:
        self.prepare()
        authority.certificate("postgres-rw", "/CN=postgres-rw", "DNS:postgres-rw")
        for name in ("postgres-rw.crt", "postgres-rw.key"):
            file = self.data / name
            file.write_bytes((authority.folder / name).read_bytes())
            file.chmod(0o600)
            os.chown(file, self.data.stat().st_uid, self.data.stat().st_gid)
        hba = "local all all trust\nhost all postgres 127.0.0.1/32 trust\nhostssl canopy all 0.0.0.0/0 scram-sha-256\n"
        (self.data / "pg_hba.conf").write_text(hba)
        settings = {
            "port": self.port,
            "listen_addresses": f"127.0.0.1,{namespaces.ADDRESS}",
            "unix_socket_directories": ".",
            "max_connections": 200,
            "ssl": "on",
            "ssl_cert_file": "postgres-rw.crt",
            "ssl_key_file": "postgres-rw.key",
            "fsync": "off",
        }
        command = [self.binaries / "postgres", "-D", self.data]
        command += [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        self.process = processes.spawn(command, self.log, self.user, cwd=self.folder)
        processes.wait_until(self.answers, self.process, self.log, 60, "PostgreSQL")


class Production:
    """The installation, from its image to its end."""

    def __init__(self, cluster: Cluster, seen: Seen, ingress: Ingress, repositories: Repositories, machine: Node, given):
        self.cluster, self.seen, self.ingress, self.repositories = cluster, seen, ingress, repositories
        self.machine, self.given, self.folder = machine, given, given.folder / "production"
        self.folder.mkdir()
        self.gate = repositories.folder / "served/gate"

    def install(self) -> None:
        """As docs/operating.md tells it: the namespace, the Secrets, all objects."""
        self.pack()
        self.objects = render(places.ROOT / "k8s/overlays/production")
        definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
        for file in sorted((deploy.complete() / "crds").iterdir()):
            text = file.read_text()
            name = re.search(r"^  name: (\S+)$", text, re.M).group(1)
            self.cluster.patch(f"{definitions}/{name}?fieldManager=tests", "apply-patch+yaml", text)
        until("all kinds are known", 60, lambda: all(established(one) for one in self.cluster.list(definitions)))
        self.apply(next(one for one in self.objects if one["kind"] == "Namespace"))
        made = subprocess.run([self.given.canopy, "secrets"], capture_output=True, text=True, check=True)
        self.token = made.stderr.split("token=")[1].strip()
        self.secrets = {one["metadata"]["name"]: one for one in json.loads(made.stdout)["items"]}
        self.secrets |= {one["metadata"]["name"]: one for one in self.certificates()}
        for one in self.secrets.values():
            self.apply(one | {"metadata": one["metadata"] | {"namespace": NAMESPACE}})
        self.start_database()
        for one in self.objects:
            self.apply(one)
        self.seen.that(f"all {len(self.objects)} objects of overlays/production are taken by the API server", True)
        self.apply(self.console())
        began = time.monotonic()
        self.until_rolled(240)
        self.seen.say(f"all pods are ready {time.monotonic() - began:.0f} s after they were asked for")
        pods = [pod for pod in self.cluster.pods(NAMESPACE) if pod["status"]["phase"] == "Running"]
        roles = sorted({pod["metadata"]["labels"]["app.kubernetes.io/component"] for pod in pods})
        self.seen.that(f"{len(pods)} pods of {len(roles)} parts run", len(roles) == 9 and len(pods) >= 18, [pod["metadata"]["name"] for pod in pods])

    def pack(self) -> None:
        """The images that the manifests name: the program and what it links, and the NATS server."""
        scratch = self.folder / "images"
        scratch.mkdir()
        made = {"docker.io/library/nats:2.12-alpine": (self.given.nats_server, "nats-server", "")}
        if self.given.image:
            self.take(self.given.image)
            self.seen.say(f"the image is {self.given.image.name}, {self.given.image.stat().st_size / 2**20:.1f} MiB")
        else:
            program = scratch / "canopy"
            subprocess.run(["objcopy", "--strip-debug", self.given.canopy, program], check=True)
            made["registry.example.com/canopy:0.1.0"] = (program, "canopy", "65532:65532")
        self.take(images.pack_programs(made, scratch))

    def take(self, archive: Path) -> None:
        done = self.machine.ctr("images", "import", "--all-platforms", str(archive), patience=120)
        if done.returncode != 0:
            raise RuntimeError(f"the images could not be imported: {done.stderr.strip()}")

    def certificates(self) -> list[dict]:
        """What cert-manager would answer to the manifests' Certificates, and the authority of the database."""
        authority, found = self.ingress.authority, []
        for wanted in (one["spec"] for one in self.objects if one["kind"] == "Certificate"):
            if wanted.get("isCA"):
                continue
            names = wanted["dnsNames"]
            authority.certificate(wanted["secretName"], f"/CN={names[0]}", ",".join(f"DNS:{name}" for name in names))
            files = {"tls.crt": f"{wanted['secretName']}.crt", "tls.key": f"{wanted['secretName']}.key", "ca.crt": "ca.crt"}
            found.append(secret(wanted["secretName"], authority.folder, files))
        return [*found, secret("postgres-ca", authority.folder, {"ca.crt": "ca.crt"})]

    def start_database(self) -> None:
        """Empty, with the users that roles.sql makes and the passwords of the Secrets, behind the name that pods ask for."""
        self.database = Database(self.given.postgres_bin, self.folder / "postgres", 5432)
        self.database.serve(self.ingress.authority)
        roles = next(one for one in self.objects if one["metadata"]["name"] == "postgres-roles")["data"]["roles.sql"]
        with postgres.Client(5432) as client:
            client.run("create database canopy")
        with postgres.Client(5432, "canopy") as client:
            client.run(roles)
            for name, one in self.secrets.items():
                if name.startswith("database-"):
                    user, password = (base64.b64decode(one["data"][key]).decode() for key in ("username", "password"))
                    client.run(f"alter role {user} password '{password}'")
        self.serve_beside("postgres-rw", NAMESPACE, 5432, 5432)

    def serve_beside(self, name: str, namespace: str, port: int, target: int) -> None:
        """A Service for what runs beside the cluster, at the node's address."""
        if name != "kubernetes":
            ports = [{"name": "port", "port": port, "targetPort": target}]
            self.apply({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "namespace": namespace}, "spec": {"ports": ports}})
        self.apply({
            "apiVersion": "discovery.k8s.io/v1",
            "kind": "EndpointSlice",
            "metadata": {"name": name, "namespace": namespace, "labels": {"kubernetes.io/service-name": name}},
            "addressType": "IPv4",
            "endpoints": [{"addresses": [namespaces.ADDRESS], "conditions": {"ready": True}}],
            "ports": [{"name": "https" if name == "kubernetes" else "port", "port": target, "protocol": "TCP"}],
        })  # fmt: skip

    def console(self) -> dict:
        """The Ingress of k8s/components/ingress, asked of the run's issuer."""
        [made] = render(self.kustomization())
        made["metadata"] |= {"namespace": NAMESPACE, "annotations": {"cert-manager.io/cluster-issuer": "run"}}
        return made

    def kustomization(self) -> Path:
        """A kustomization of that component alone."""
        folder = self.folder / "console"
        folder.mkdir()
        component = os.path.relpath(places.ROOT / "k8s/components/ingress", folder.resolve())
        (folder / "kustomization.yaml").write_text(f"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\ncomponents: [{component}]\n")
        return folder

    def apply(self, item: dict) -> None:
        self.cluster.apply(item)

    def until_rolled(self, seconds: float) -> None:
        """Until every Deployment and StatefulSet has nothing but ready pods of its newest version."""

        def rolled() -> bool:
            for kind in ("deployments", "statefulsets"):
                for one in self.cluster.list(f"/apis/apps/v1/namespaces/{NAMESPACE}/{kind}"):
                    status, wanted = one["status"], one["spec"]["replicas"]
                    counts = [status.get(key, 0) for key in ("replicas", "updatedReplicas", "readyReplicas")]
                    if status.get("observedGeneration") != one["metadata"]["generation"] or counts != [wanted] * 3:
                        return False
            return True

        try:
            until("all pods are ready", seconds, rolled)
        except RuntimeError:
            for pod in self.cluster.pods(NAMESPACE):
                states = [(one["name"], one["ready"], one["state"], one.get("lastState")) for one in pod["status"].get("containerStatuses", [])]
                self.seen.say(f"pod {pod['metadata']['name']}: {pod['status']['phase']} {json.dumps(states)[:600]}")
                if not all(one[1] for one in states):
                    self.seen.say(self.cluster.log(NAMESPACE, pod["metadata"]["name"], states[0][0])[-1500:])
            raise

    def sign_in(self) -> None:
        """The set-up link, and then with the password; and this cluster, as it is known from within."""
        self.ingress.opened(HOST)
        self.canopy = Console(self.ingress)
        page = self.ingress.visitor(HOST).ask("/")
        self.seen.that("the console's page is served", page.status == 200 and "<html" in page.body, (page.status, page.body[:300]))
        self.canopy.call("POST", "/auth/setup", {"token": self.token, **PERSON})
        signed = self.canopy.call("POST", "/auth/login", {key: PERSON[key] for key in ("email", "password")})
        self.canopy.token = signed["token"]
        self.seen.that("the first administrator is made with the set-up token, and signs in", signed["token"])
        plane = self.machine.plane
        self.serve_beside("kubernetes", "default", 443, plane.ports["apiserver"])
        kubeconfig = plane.pki.kubeconfig(CLUSTER, {"token": plane.pki.token("token")})
        asked = {"name": "Home", "description": "The one it runs in", "k8sendpoint": CLUSTER, "kubeconfig": base64.b64encode(kubeconfig.encode()).decode()}
        self.canopy.call("POST", "/clusters", asked)
        self.canopy.until("/clusters", lambda found: found and found[0]["status"] == "operational", 120)
        self.canopy.cluster = self.canopy.call("GET", "/clusters")[0]
        self.seen.that("the cluster that it runs in is registered, and operational", self.canopy.cluster["nodes"] == 1, self.canopy.cluster)
        self.canopy.team = self.canopy.until("/teams", bool, 60)[0]["id"]

    def replaced(self) -> None:
        """Every pod of every role is replaced while a site is being installed, which cannot come up before."""
        made = self.canopy.call("POST", "/deployments", {
            "name": "Gated",
            "type": "nodejs",
            "clusterId": self.canopy.cluster["id"],
            "team_id": self.canopy.team,
            "services": PLAIN,
            "baseParameters": {"domain": "gated.example.com", "appUser": "admin", "appPass": "Rose & thorn 7"},
            "source": {"kind": "image", "port": 3000, "image": NODE, "start": WAITS},
        })  # fmt: skip
        until("the site's pod runs", 120, lambda: any(pod["status"]["phase"] == "Running" for pod in self.cluster.pods(made["namespace"], "web")))
        before = self.pods()
        with Watcher(self.ingress.visitor(HOST), "/api/auth/setup") as watcher:
            stamp = {"spec": {"template": {"metadata": {"annotations": {"replaced": "once"}}}}}
            for name in sorted({pod["metadata"]["labels"]["app.kubernetes.io/component"] for pod in before.values()}):
                self.cluster.merge(f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments/{name}", stamp)
            until("all roles are told", 60, lambda: all(
                one["status"].get("observedGeneration") == one["metadata"]["generation"]
                for one in self.cluster.list(f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments")
            ))  # fmt: skip
            self.until_rolled(300)
            until("the old pods are gone", 120, lambda: not before.keys() & self.pods().keys())
        after = self.canopy.call("GET", f"/tasks/{made['taskId']}")
        self.seen.that(f"all {len(before)} pods of Canopy are replaced while the site is being installed", not after["finishedAt"], after)
        none = f"not one of {watcher.asked} requests to Canopy failed meanwhile"
        self.seen.that(none, not watcher.failures, f"{watcher.summary()}: {watcher.told()}")
        self.gate.write_text("open")
        task = self.canopy.task(made["taskId"], 300)
        self.seen.that("then the site comes up, and its installation completes", task["status"] == "complete", task["error"])
        found = self.canopy.settled(made["id"])
        self.seen.that("the new pods know that it runs", found["status"] == "running" and not found["errorLog"], found)
        page = self.ingress.opened("gated.example.com")
        self.seen.that("and it answers", (page.status, page.body) == (200, "here"), (page.status, page.body[:300]))
        removed = self.canopy.call("DELETE", f"/deployments/{made['id']}")
        self.canopy.task(removed["taskId"])
        until("the namespace is gone", 180, lambda: self.cluster.get(f"/api/v1/namespaces/{made['namespace']}") is None)
        self.seen.that("it is uninstalled by them", True)

    def pods(self) -> dict[str, dict]:
        """Pods of the roles, by their uid."""
        return {pod["metadata"]["uid"]: pod for pod in self.cluster.list(f"/api/v1/namespaces/{NAMESPACE}/pods?labelSelector=app.kubernetes.io%2Fname%3Dcanopy")}

    def uninstall(self) -> None:
        self.gate.unlink(missing_ok=True)
        self.cluster.delete(f"/api/v1/namespaces/{NAMESPACE}")
        until("Canopy's namespace is gone", 180, lambda: self.cluster.get(f"/api/v1/namespaces/{NAMESPACE}") is None)
        self.seen.that("Canopy's own namespace can be deleted", True)

    def stop(self) -> None:
        if database := getattr(self, "database", None):
            database.stop()


def render(folder: Path) -> list[dict]:
    """The objects of a kustomization."""
    done = subprocess.run([deploy.complete() / "deploy", "build", folder], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return [json.loads(line) for line in done.stdout.splitlines()]


def established(definition: dict) -> bool:
    conditions = definition.get("status", {}).get("conditions") or []
    return any(one["type"] == "Established" and one["status"] == "True" for one in conditions)


def secret(name: str, folder: Path, files: dict[str, str]) -> dict:
    data = {key: base64.b64encode((folder / file).read_bytes()).decode() for key, file in files.items()}
    return {"apiVersion": "v1", "kind": "Secret", "type": "Opaque", "metadata": {"name": name}, "data": data}
