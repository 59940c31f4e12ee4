"""A Git repository on this machine, handed out as files over HTTP."""

from __future__ import annotations

import functools
import http.server
import subprocess
import threading
from pathlib import Path

import namespaces

PORT = 8090
AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main", "-c", "safe.directory=*"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files, without a line for each."""

    def log_message(self, *_words) -> None:
        """Nothing."""


class Repositories:
    """A server of repositories."""

    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "served").mkdir(parents=True)
        handler = functools.partial(Quiet, directory=str(folder / "served"))
        self.server = http.server.ThreadingHTTPServer((namespaces.ADDRESS, PORT), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def commit(self, name: str, files: dict[str, str], tag: str) -> str:
        """Put the files into the repository as a commit with a tag; the repository's address."""
        work, bare = self.folder / name, self.folder / "served" / f"{name}.git"
        if not bare.exists():
            self.git("init", "--quiet", work)
            self.git("init", "--quiet", "--bare", bare)
        for path, text in files.items():
            (work / path).parent.mkdir(parents=True, exist_ok=True)
            (work / path).write_text(text)
        self.git("-C", work, "add", "--all")
        self.git("-C", work, "commit", "--quiet", "--message", f"The site, {tag}")
        self.git("-C", work, "tag", tag)
        self.git("-C", work, "push", "--quiet", bare, "HEAD:refs/heads/main", tag)
        self.git("-C", bare, "update-server-info")
        return f"http://{namespaces.ADDRESS}:{PORT}/{name}.git"

    def git(self, *words) -> None:
        done = subprocess.run(["git", *AUTHOR, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"git {words[0]}: {done.stderr.strip()}")

    def stop(self) -> None:
        self.server.shutdown()
