#!/bin/bash
# Makes the secret of the cookies, unless there is one; then its arguments.
set -e
if [ ! -f /etc/phpmyadmin/config.secret.inc.php ]; then
  printf '<?php\n$cfg["blowfish_secret"] = "%s";\n' "$(tr -dc 'a-zA-Z0-9' < /dev/urandom | head -c 32)" > /etc/phpmyadmin/config.secret.inc.php
fi
if [ ! -f /etc/phpmyadmin/config.user.inc.php ]; then touch /etc/phpmyadmin/config.user.inc.php; fi
exec "$@"
