#!/usr/bin/env python3
"""`make openapi`: write bff/openapi.json, which describes the REST API, from what `canopy openapi` prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import places

KEPT = places.ROOT / "bff/openapi.json"


def main() -> int:
    places.find_toolchains()
    printed = subprocess.run(
        ["cargo", "run", "--quiet", "--locked", "-p", "canopy", "--", "openapi"],
        cwd=places.ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    if printed.returncode != 0:
        return printed.returncode
    calls = sum(len(path) for path in json.loads(printed.stdout)["paths"].values())
    fresh = KEPT.with_suffix(".fresh")
    fresh.write_text(printed.stdout)
    os.replace(fresh, KEPT)
    print(f"openapi: {calls} calls in {KEPT.relative_to(places.ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
