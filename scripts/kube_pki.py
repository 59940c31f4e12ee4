"""Certificates, tokens and kubeconfigs of a test control plane, made with openssl."""

from __future__ import annotations

import base64
import secrets
import ssl
import subprocess
from pathlib import Path

NAMES = "DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local,IP:127.0.0.1,IP:10.96.0.1"
# name: (common name, organisation = group, other names)
CERTIFICATES = {
    "apiserver": ("kube-apiserver", "kubernetes", NAMES),
    "admin": ("admin", "system:masters", ""),
    "kcm": ("system:kube-controller-manager", "system:kube-controller-manager", ""),
    "scheduler": ("system:kube-scheduler", "system:kube-scheduler", ""),
}
# name: (user, group). The group "tenants" has no rights.
TOKENS = {"token": ("admin-token", "system:masters"), "restricted": ("restricted", "tenants")}


class Authority:
    """A folder with a certificate authority, made once."""

    def __init__(self, folder: Path, also: str = ""):
        """`also`: more names of the API server."""
        self.folder, self.also = folder, also

    def prepare(self) -> None:
        if (self.folder / "done").exists():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        self.key("ca")
        self.openssl(
            "req", "-x509", "-new", "-key", "ca.key", "-days", "3650", "-subj", "/CN=kube-test-ca", "-out", "ca.crt"
        )
        for name, (common, organisation, others) in CERTIFICATES.items():
            more = f",{self.also}" if self.also and name == "apiserver" else ""
            self.certificate(name, f"/O={organisation}/CN={common}", others + more)
        self.key("sa")
        self.openssl("ec", "-in", "sa.key", "-pubout", "-out", "sa.pub")
        lines = [f'{secrets.token_hex(16)},{user},{user},"{group}"\n' for user, group in TOKENS.values()]
        (self.folder / "tokens.csv").write_text("".join(lines))
        (self.folder / "done").touch()

    def key(self, name: str) -> None:
        self.openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")

    def certificate(self, name: str, subject: str, others: str) -> None:
        extensions = "extendedKeyUsage=clientAuth,serverAuth\n" + (f"subjectAltName={others}\n" if others else "")
        (self.folder / f"{name}.ext").write_text(extensions)
        self.key(name)
        self.openssl("req", "-new", "-key", f"{name}.key", "-subj", subject, "-out", f"{name}.csr")
        self.openssl(
            "x509",
            "-req",
            "-in",
            f"{name}.csr",
            "-CA",
            "ca.crt",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "3650",
            "-extfile",
            f"{name}.ext",
            "-out",
            f"{name}.crt",
        )

    def openssl(self, *arguments: str) -> None:
        done = subprocess.run(
            ["openssl", *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode != 0:
            raise RuntimeError(f"openssl {arguments[0]} failed: {done.stdout.strip()}")

    def context(self, name: str) -> ssl.SSLContext:
        """A client's TLS settings with the certificate of that name."""
        context = ssl.create_default_context(cafile=str(self.folder / "ca.crt"))
        context.load_cert_chain(self.folder / f"{name}.crt", self.folder / f"{name}.key")
        return context

    def token(self, name: str) -> str:
        line = (self.folder / "tokens.csv").read_text().splitlines()[list(TOKENS).index(name)]
        return line.split(",")[0]

    def certificate_user(self, name: str) -> dict[str, str]:
        return {"client-certificate-data": self.encoded(f"{name}.crt"), "client-key-data": self.encoded(f"{name}.key")}

    def encoded(self, name: str) -> str:
        return base64.b64encode((self.folder / name).read_bytes()).decode()

    def kubeconfig(self, server: str, user: dict[str, str]) -> str:
        """A kubeconfig with one context."""
        user_lines = "".join(f"    {key}: {value}\n" for key, value in user.items())
        return (
            "apiVersion: v1\nkind: Config\n"
            f"clusters:\n- name: test\n  cluster:\n    server: {server}\n    certificate-authority-data: {self.encoded('ca.crt')}\n"
            f"users:\n- name: test\n  user:\n{user_lines}"
            "contexts:\n- name: test\n  context:\n    cluster: test\n    user: test\ncurrent-context: test\n"
        )
