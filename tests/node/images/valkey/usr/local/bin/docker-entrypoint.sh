#!/bin/sh
# Options, or a file of settings, are those of the server.
set -e
if [ "${1#-}" != "$1" ] || [ "${1%.conf}" != "$1" ]; then set -- valkey-server "$@"; fi
exec "$@"
