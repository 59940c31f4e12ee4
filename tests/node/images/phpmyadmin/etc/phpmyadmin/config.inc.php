<?php
require '/etc/phpmyadmin/config.secret.inc.php';
$cfg['Servers'][1]['host'] = getenv('PMA_HOST') ?: 'db';
$cfg['Servers'][1]['port'] = getenv('PMA_PORT') ?: '';
$cfg['Servers'][1]['auth_type'] = 'cookie';
$cfg['Servers'][1]['AllowNoPassword'] = true;
if ($uri = getenv('PMA_ABSOLUTE_URI')) {
	$cfg['PmaAbsoluteUri'] = $uri;
}
$cfg['TempDir'] = '/tmp';
if (file_exists('/etc/phpmyadmin/config.user.inc.php')) {
	include '/etc/phpmyadmin/config.user.inc.php';
}
