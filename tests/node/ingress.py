"""What stands before the sites: ends TLS for any host and asks the Service, as an ingress controller does."""

from __future__ import annotations

import http.client
import http.server
import ssl
import subprocess
import threading
from pathlib import Path

import namespaces


class Ingress:
    """One door for all host names."""

    def __init__(self, folder: Path):
        folder.mkdir()
        certificate, key = folder / "tls.crt", folder / "tls.key"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=ingress"]
        subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        self.routes: dict[str, tuple[str, int]] = {}
        routes = self.routes

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"

            def do_GET(self) -> None:
                host = self.headers.get("Host", "").split(":")[0]
                if host not in routes:
                    self.send_error(404)
                    return
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                connection = http.client.HTTPConnection(*routes[host], timeout=60)
                try:
                    headers = {**self.headers, "X-Forwarded-Proto": "https", "Connection": "close"}
                    connection.request(self.command, self.path, body or None, headers)
                    answer = connection.getresponse()
                    content = answer.read()
                except (OSError, http.client.HTTPException):
                    self.send_error(502)
                    return
                finally:
                    connection.close()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection", "content-length", "date", "server"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_GET

            def log_message(self, *_words) -> None:
                """Nothing: what matters is in the site's own log."""

        self.server = http.server.ThreadingHTTPServer((namespaces.ADDRESS, 443), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()


def picture(chromium: Path, host: str, to: Path, width: int = 1000, height: int = 750) -> None:
    """What Chromium shows of https://host/."""
    to.parent.mkdir(parents=True, exist_ok=True)
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--ignore-certificate-errors"]
    command += [f"--host-resolver-rules=MAP * {namespaces.ADDRESS}", f"--user-data-dir={to.parent.with_name('browser')}"]
    command += [f"--window-size={width},{height}", "--virtual-time-budget=10000", f"--screenshot={to}", f"https://{host}/"]
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    if not to.exists():
        raise RuntimeError(f"Chromium took no picture: {done.stderr[-500:]}")
