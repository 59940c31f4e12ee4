"""A simulated cluster's API, asked without Canopy."""

from __future__ import annotations

import base64
import json
import ssl
import urllib.request


class KubeApi:
    """As the kubeconfig of `canopy sandbox` says."""

    def __init__(self, kubeconfig: str):
        def value(key: str) -> str:
            return kubeconfig.split(f"{key}:", 1)[1].split()[0].strip("\"'")

        self.url, token = value("server"), value("token")
        self.address = self.url.removeprefix("https://").rstrip("/")
        context = ssl.create_default_context(cadata=base64.b64decode(value("certificate-authority-data")).decode())
        # whatever proxy the environment names is not for it
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
        self.opener.addheaders = [("authorization", f"Bearer {token}")]

    def ask(self, method: str, path: str, patch: dict | None = None) -> dict:
        request = urllib.request.Request(f"{self.url}{path}", None if patch is None else json.dumps(patch).encode(), method=method)
        if patch is not None:
            request.add_header("content-type", "application/merge-patch+json")
        with self.opener.open(request, timeout=30) as answer:
            return json.load(answer)
