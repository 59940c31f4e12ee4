"""Visitors' way to the sites: an ingress controller on the node (mod/ingress), and the certificates that it is asked for."""

from __future__ import annotations

import base64
import json
import ssl
import subprocess
import threading
from pathlib import Path

import kube_pki
import namespaces
from browser import Answer, Visitor
from cluster import Cluster, until

CLASS = "traefik"
ISSUER = "cert-manager.io/cluster-issuer"


class Ingress:
    """One door for all host names. Certificates are made as cert-manager would: for each Ingress that names an issuer and a Secret."""

    def __init__(self, cluster: Cluster, folder: Path, address: str = namespaces.ADDRESS):
        folder.mkdir()
        self.cluster, self.authority, self.problem, self.address = cluster, kube_pki.Authority(folder), None, address
        self.authority.key("ca")
        request = ["req", "-x509", "-new", "-key", "ca.key", "-days", "2", "-subj", "/CN=issuer", "-out", "ca.crt"]
        self.authority.openssl(*request)
        self.trust = ssl.create_default_context(cafile=str(folder / "ca.crt"))
        cluster.create("/apis/networking.k8s.io/v1/ingressclasses", json.dumps(ingress_class()))
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def visitor(self, host: str) -> Visitor:
        """One who comes by https and believes no certificate but those made here."""
        return Visitor((self.address, 443), host, self.trust)

    def opened(self, host: str) -> Answer:
        """What a visitor finds, as soon as the controller has a route to the site and its certificate."""
        return until(f"the way to {host} is open", 60, lambda: (found := self.visitor(host).ask("/")).status != 404 and found)

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join()

    def run(self) -> None:
        while not self.stopped.wait(0.3):
            try:
                self.look()
                self.problem = None
            except (OSError, RuntimeError) as reason:  # the API server is busy: the next look is soon
                self.problem = str(reason)

    def look(self) -> None:
        for item in self.cluster.list("/apis/networking.k8s.io/v1/ingresses"):
            metadata = item["metadata"]
            if ISSUER not in metadata.get("annotations", {}):
                continue
            for wanted in item["spec"].get("tls", []):
                path = f"/api/v1/namespaces/{metadata['namespace']}/secrets"
                if not self.cluster.get(f"{path}/{wanted['secretName']}"):
                    self.cluster.create(path, json.dumps(self.secret(wanted["secretName"], wanted["hosts"])))

    def secret(self, name: str, hosts: list[str]) -> dict:
        self.authority.certificate(hosts[0], f"/CN={hosts[0]}", ",".join(f"DNS:{host}" for host in hosts))
        files = {"tls.crt": f"{hosts[0]}.crt", "tls.key": f"{hosts[0]}.key"}
        data = {key: base64.b64encode((self.authority.folder / file).read_bytes()).decode() for key, file in files.items()}
        return {"apiVersion": "v1", "kind": "Secret", "type": "kubernetes.io/tls", "metadata": {"name": name}, "data": data}


def ingress_class() -> dict:
    """The class that Ingresses have that name none, as on a cluster with one controller."""
    default = {"ingressclass.kubernetes.io/is-default-class": "true"}
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "IngressClass",
        "metadata": {"name": CLASS, "annotations": default},
        "spec": {"controller": "traefik.io/ingress-controller"},
    }


def picture(chromium: Path, host: str, to: Path, width: int = 1000, height: int = 750) -> None:
    """What Chromium shows of https://host/."""
    to.parent.mkdir(parents=True, exist_ok=True)
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--ignore-certificate-errors"]
    command += [f"--host-resolver-rules=MAP * {namespaces.ADDRESS}", f"--user-data-dir={to.parent.with_name('browser')}"]
    command += [f"--window-size={width},{height}", "--virtual-time-budget=10000", f"--screenshot={to}", f"https://{host}/"]
    said = ""
    for _ in range(3):  # on a starved machine it may hang as it starts
        try:
            said = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60).stderr
        except subprocess.TimeoutExpired:
            said = "it did not come to an end"
        if to.exists():
            return
    raise RuntimeError(f"Chromium took no picture: {said[-500:]}")
