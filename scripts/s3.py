#!/usr/bin/env python3
"""A store that speaks S3, for the tests of backups in one.

    s3.py build     build it from tests/s3, if it is not there (about two minutes on 2 cores when cold), and print its path
    s3.py path      print its path, if it is built

It is pinned by go.mod and go.sum and cached outside the tree; their hash names the folder.
Exit code 77: it can't be done on this machine, and the sentence on stderr says why.
"""

from __future__ import annotations

import sys

import go_program

if __name__ == "__main__":
    sys.exit(go_program.main("s3", "the S3 store", __doc__))
