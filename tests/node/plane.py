"""The control plane of the node: the same programs and settings as for the other tests, without the simulated kubelets."""

from __future__ import annotations

from pathlib import Path

import kube
import kube_objects
import kube_pki
import namespaces

STORAGE_CLASS = "folders"
PROVISIONER = "canopy.internal/folders"


class Plane(kube.ControlPlane):
    """etcd, API server, controller manager and scheduler."""

    def __init__(self, binaries: Path, folder: Path):
        super().__init__(binaries, folder, None)
        self.pki = kube_pki.Authority(folder / "pki", f"IP:{namespaces.ADDRESS}")

    def start_for(self, node: str) -> Path:
        """Start them for a node of that name; the administrator's kubeconfig."""
        (self.folder / "log").mkdir(parents=True, exist_ok=True)
        self.pki.prepare()
        self.pki.certificate("node", f"/O=system:nodes/CN=system:node:{node}", "")
        self.pki.certificate("front", "/CN=front-proxy", "")
        kubeconfigs = self.write_kubeconfigs()
        self.node_kubeconfig = self.write(
            "node.kubeconfig", self.pki.kubeconfig(self.server, self.pki.certificate_user("node"))
        )
        self.launch("etcd", self.etcd())
        self.wait("etcd", 60, lambda: kube_objects.ok(f"http://127.0.0.1:{self.ports['etcd']}/health"))
        self.launch("kube-apiserver", self.apiserver())
        self.api = kube_objects.Api(self.server, self.pki.context("admin"))
        self.wait("kube-apiserver", 240, lambda: self.api.ready("/readyz"))
        self.launch("kube-controller-manager", self.controller_manager(kubeconfigs))
        self.launch("kube-scheduler", self.scheduler(kubeconfigs))
        self.api.create("/apis/storage.k8s.io/v1/storageclasses", storage_class())
        account = "/api/v1/namespaces/default/serviceaccounts/default"
        self.wait("kube-controller-manager", 120, lambda: self.api.ready(account))
        return kubeconfigs["admin"]

    def controller_manager(self, kubeconfigs: dict[str, Path]) -> list[str]:
        # It makes this folder, by itself in /usr.
        return [*super().controller_manager(kubeconfigs), f"--flex-volume-plugin-dir={self.folder / 'plugins'}"]

    def apiserver(self) -> list[str]:
        pki = self.pki.folder
        return [
            *super().apiserver(),
            # Pods reach it too: under the node's address.
            "--bind-address=0.0.0.0",
            "--kubelet-preferred-address-types=InternalIP",
            f"--kubelet-client-certificate={pki / 'admin.crt'}",
            f"--kubelet-client-key={pki / 'admin.key'}",
            # As whom it hands requests on to metrics-server, and how it says for whom.
            f"--proxy-client-cert-file={pki / 'front.crt'}",
            f"--proxy-client-key-file={pki / 'front.key'}",
            f"--requestheader-client-ca-file={pki / 'ca.crt'}",
            "--requestheader-allowed-names=front-proxy",
            "--requestheader-username-headers=X-Remote-User",
            "--requestheader-group-headers=X-Remote-Group",
            "--requestheader-extra-headers-prefix=X-Remote-Extra-",
        ]


def storage_class() -> dict:
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": STORAGE_CLASS, "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
        "provisioner": PROVISIONER,
        "reclaimPolicy": "Delete",
        "volumeBindingMode": "Immediate",
    }
