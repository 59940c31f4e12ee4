#!/usr/bin/env python3
"""The Dex identity provider for the tests of signing in by OpenID Connect.

    dex.py build     build it from tests/dex, if it is not there (about two minutes on 2 cores when cold), and print its path
    dex.py path      print its path, if it is built

It is pinned by go.mod and go.sum and cached outside the tree; their hash names the folder.
Exit code 77: it can't be done on this machine, and the sentence on stderr says why.
"""

from __future__ import annotations

import sys

import go_program

if __name__ == "__main__":
    sys.exit(go_program.main("dex", "Dex", __doc__))
