#!/bin/sh
# Runs what is in /docker-entrypoint.d, then its arguments.
set -e
for step in /docker-entrypoint.d/*.sh; do
  if [ -x "$step" ]; then "$step"; fi
done
exec "$@"
