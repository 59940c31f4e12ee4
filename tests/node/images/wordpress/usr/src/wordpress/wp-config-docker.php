<?php
// Everything from the environment, or from the file that <name>_FILE names.
if (!function_exists('getenv_docker')) {
	function getenv_docker($name, $default) {
		if ($file = getenv($name . '_FILE')) {
			return rtrim(file_get_contents($file), "\r\n");
		}
		return ($value = getenv($name)) !== false ? $value : $default;
	}
}

define('DB_NAME', getenv_docker('WORDPRESS_DB_NAME', 'wordpress'));
define('DB_USER', getenv_docker('WORDPRESS_DB_USER', 'example username'));
define('DB_PASSWORD', getenv_docker('WORDPRESS_DB_PASSWORD', 'example password'));
define('DB_HOST', getenv_docker('WORDPRESS_DB_HOST', 'mysql'));
define('DB_CHARSET', getenv_docker('WORDPRESS_DB_CHARSET', 'utf8mb4'));
define('DB_COLLATE', getenv_docker('WORDPRESS_DB_COLLATE', ''));
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) {
	define($name, getenv_docker('WORDPRESS_' . $name, 'put your unique phrase here'));
}
$table_prefix = getenv_docker('WORDPRESS_TABLE_PREFIX', 'wp_');
define('WP_DEBUG', (bool) getenv_docker('WORDPRESS_DEBUG', ''));

// Behind a proxy that ends TLS.
if (isset($_SERVER['HTTP_X_FORWARDED_PROTO']) && strpos($_SERVER['HTTP_X_FORWARDED_PROTO'], 'https') !== false) {
	$_SERVER['HTTPS'] = 'on';
}
if ($extra = getenv_docker('WORDPRESS_CONFIG_EXTRA', '')) {
	eval($extra);
}
if (!defined('ABSPATH')) {
	define('ABSPATH', __DIR__ . '/');
}
require_once ABSPATH . 'wp-settings.php';
