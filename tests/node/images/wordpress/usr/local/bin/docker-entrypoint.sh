#!/usr/bin/env bash
# What the entrypoint of the official image does: copies WordPress into the working folder and writes wp-config.php when they
# are not there, for its own servers only; then its arguments.
set -Eeuo pipefail
if [[ "$1" == apache2* ]] || [ "$1" = php-fpm ]; then
  if [ ! -e index.php ] && [ ! -e wp-includes/version.php ]; then
    echo >&2 "WordPress not found in $PWD - copying now..."
    tar --create --file - --directory /usr/src/wordpress --one-file-system . | tar --extract --file - --no-overwrite-dir
    echo >&2 "Complete! WordPress has been successfully copied to $PWD"
  fi
  wpEnvs=("${!WORDPRESS_@}")
  if [ ! -s wp-config.php ] && [ "${#wpEnvs[@]}" -gt 0 ]; then
    for source in wp-config-docker.php /usr/src/wordpress/wp-config-docker.php; do
      if [ -s "$source" ]; then
        echo >&2 "No 'wp-config.php' found in $PWD, but 'WORDPRESS_...' variables supplied; copying '$source' (${wpEnvs[*]})"
        cp "$source" wp-config.php
        break
      fi
    done
  fi
fi
exec "$@"
