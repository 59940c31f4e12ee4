"""A person with an SFTP program: OpenSSH's, with a password."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def sftp(folder: Path, address: tuple[str, int], user: str, password: str, commands: str) -> tuple[int, str]:
    """Run commands after signing in; the exit code and what was said. A wrong password ends with 255."""
    folder.mkdir(exist_ok=True)
    asked = folder / "askpass"
    asked.write_text('#!/bin/sh\nprintf "%s\\n" "$SFTP_PASSWORD"\n')
    asked.chmod(0o700)
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "NumberOfPasswordPrompts=1", "PubkeyAuthentication=no", "LogLevel=ERROR"]
    command = ["sftp", "-P", str(address[1]), *[word for option in options for word in ("-o", option)], f"{user}@{address[0]}"]
    env = {**os.environ, "SSH_ASKPASS": str(asked), "SSH_ASKPASS_REQUIRE": "force", "SFTP_PASSWORD": password}
    done = subprocess.run(command, input=commands, capture_output=True, text=True, env=env, timeout=60)
    return done.returncode, done.stdout + done.stderr
