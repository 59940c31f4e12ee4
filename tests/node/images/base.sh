#!/bin/sh
# Called by mmdebstrap with the folder of the new root: puts what Debian's packages bring where the official images have it.
set -eu
cd "$1"

# PHP reads its settings where the official image does.
mkdir -p usr/local/etc/php usr/local/etc/php-fpm.d
mv etc/php/8.2/cli/conf.d usr/local/etc/php/conf.d
for kind in cli fpm apache2; do
  rm -rf "etc/php/8.2/$kind/conf.d"
  ln -s /usr/local/etc/php/conf.d "etc/php/8.2/$kind/conf.d"
done
ln -s /usr/sbin/php-fpm8.2 usr/local/sbin/php-fpm8

# WordPress as its own archive has it: nothing that leads outside of its folder, nothing of Debian's settings.
mkdir -p usr/src var/www/html
chroot . cp -rL /usr/share/wordpress /usr/src/wordpress
rm -f usr/src/wordpress/wp-config.php
mkdir -p usr/src/wordpress/wp-content/themes usr/src/wordpress/wp-content/plugins
if [ -d var/lib/wordpress/wp-content/themes ]; then
  chroot . sh -c 'cp -rLn /var/lib/wordpress/wp-content/. /usr/src/wordpress/wp-content/'
fi
rm -rf usr/share/wordpress var/lib/wordpress

# No database that the package has made, and none of its choices.
rm -rf var/lib/mysql etc/mysql/mariadb.conf.d/50-server.cnf etc/mysql/debian.cnf
install -d -m 0777 var/lib/mysql run/mysqld

# phpMyAdmin is what its Apache shows.
rm -f etc/phpmyadmin/config-db.php etc/apache2/conf-enabled/phpmyadmin.conf
rm -f var/www/html/index.html etc/nginx/sites-enabled/default

# Logs go to the container's own output.
for name in apache2/access.log apache2/other_vhosts_access.log nginx/access.log; do ln -sf /dev/stdout "var/log/$name"; done
for name in apache2/error.log nginx/error.log; do ln -sf /dev/stderr "var/log/$name"; done

rm -rf var/cache/apt var/lib/apt/lists usr/share/doc usr/share/man usr/share/icons usr/share/mysql/mysql-test
