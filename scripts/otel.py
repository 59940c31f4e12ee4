#!/usr/bin/env python3
"""The OpenTelemetry collector for the tests of traces.

    otel.py build     build it from tests/otel, if it is not there (about three minutes on 2 cores when cold), and print its path
    otel.py path      print its path, if it is built

It is pinned by go.mod and go.sum and cached outside the tree; their hash names the folder.
Exit code 77: it can't be done on this machine, and the sentence on stderr says why.
"""

from __future__ import annotations

import sys

import go_program

if __name__ == "__main__":
    sys.exit(go_program.main("otel", "the collector", __doc__))
