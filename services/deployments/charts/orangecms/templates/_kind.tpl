{{- /* What program.web asks for. */}}
{{- define "kind.php" -}}
{{- if ne .Values.source.kind "image" }}{{ "yes" | quote }}{{ end }}
{{- end }}
{{- define "kind.data" -}}{{ "yes" | quote }}{{- end }}
{{- define "kind.uid" -}}{{ 33 | int }}{{- end }}
{{- define "kind.image" -}}{{ include "common.php-image" . }}{{- end }}
{{- define "kind.start" -}}{{- end }}
{{- define "kind.public" -}}{{- end }}
{{- /* The page that sets a blog up drops its tables; this chart makes them. */}}
{{- define "kind.closed" -}}
{{- dict "paths" "^/(install|build|Tests|vendor)(/|$)|^/(composer|package|dist-files)|^/config\\.php|\\.dist$|^/media/.*\\.php$" | toJson }}
{{- end }}

{{- define "kind.defaults" -}}
SITE_AUTHOR: {{ .Values.app.adminUser | quote }}
SITE_TITLE: {{ .Values.title | default .Values.domain | quote }}
{{- end }}

{{- define "kind.env" -}}
- name: SITE_URL
  value: {{ include "common.url" . }}
{{ include "program.database-env" . }}
{{ include "program.services-env" . }}
- name: PHP_INI_SCAN_DIR
  value: ":/run/php"
{{- end }}

{{- define "kind.init" -}}
- name: composer
  image: {{ include "common.image" (dict "image" .Values.composer.image) }}
  imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
  command: ["cp", "/usr/bin/composer", "/app/composer"]
  securityContext:
    {{- include "common.container-security" . | nindent 4 }}
  resources:
    {{- include "common.resources" (dict "cpu" 10 "request" 16 "limit" 64) | nindent 4 }}
  volumeMounts:
    - name: app
      mountPath: /app
{{ include "program.step" (dict "root" . "name" "build" "php" true "data" true "image" (include "common.php-image" .) "script" (get (include "orangecms.scripts" . | fromJson) "build")) }}
{{ include "program.step" (dict "root" . "name" "setup" "php" true "data" true "image" (include "common.php-image" .) "script" (get (include "orangecms.scripts" . | fromJson) "setup")) }}
{{- end }}

{{- /* Scripts of the steps. media is a link to the volume: what is uploaded outlives the pod. config.php reads the
       environment and holds no password. */}}
{{- define "orangecms.scripts" -}}
{{- $scripts := dict "build" `if [ -n "${SOURCE_BUILD:-}" ]; then
  bash -euo pipefail -c "$SOURCE_BUILD"
elif [ -f composer.json ] && grep -q '"require"' composer.json; then
  php /app/composer install --no-dev --no-interaction --no-progress --prefer-dist --optimize-autoloader
fi
mkdir -p media /data/media
cp -Rn media/. /data/media/ || true
rm -rf media
ln -s /data/media media
if [ ! -f config.php ]; then
  cat > config.php <<'CONFIG'
<?php
global $config;
$config = array(
    'env' => array(
        'app_root_dir' => __DIR__,
        'base_URL' => getenv('SITE_URL'),
        'max_upload_size' => 1024 * 1024 * (int) ini_get('upload_max_filesize'),
    ),
    'blog' => array(
        'author' => getenv('SITE_AUTHOR'),
        'title' => getenv('SITE_TITLE'),
        'description' => (string) getenv('SITE_DESCRIPTION'),
    ),
    'sql' => array(
        'host' => getenv('DB_HOST') . ':' . getenv('DB_PORT'),
        'username' => getenv('DB_USERNAME'),
        'password' => getenv('DB_PASSWORD'),
        'database' => getenv('DB_DATABASE'),
    ),
    'user' => array('username' => getenv('ADMIN_USER'), 'password' => getenv('ADMIN_PASSWORD')),
    'system' => array('debug' => false, 'verbose' => false),
);
CONFIG
fi
` }}
{{- $await := include "common.await-database" (dict "prefix" "DB" "patience" 0) }}
{{- $scripts = merge $scripts (dict "setup" (printf `if [ ! -f install/tables.php ]; then echo "There is no install/tables.php: no tables are made"; exit 0; fi
%s
cat > /tmp/setup.php <<'SETUP'
<?php
mysqli_report(MYSQLI_REPORT_OFF);
$db = mysqli_connect(getenv('DB_HOST'), getenv('DB_USERNAME'), getenv('DB_PASSWORD'), getenv('DB_DATABASE'), (int) getenv('DB_PORT'));
require 'install/tables.php';
foreach ($SQL_TABLES as $table => $columns) {
    $parts = array();
    foreach ($columns as $name => $type) { $parts[] = $name . ' ' . $type; }
    if (!mysqli_query($db, 'CREATE TABLE IF NOT EXISTS ' . $table . ' (' . implode(', ', $parts) . ')')) {
        fwrite(STDERR, 'Table ' . $table . ': ' . mysqli_error($db) . "\n");
        exit(1);
    }
    echo "Table $table is there\n";
}
SETUP
php /tmp/setup.php
` $await)) }}
{{- $scripts | toJson }}
{{- end }}

{{- /* A site without a program says so. */}}
{{- define "kind.page" -}}
index.php: |
  <?php http_response_code(200); ?><!doctype html>
  <html lang="en"><meta charset="utf-8"><title>No program yet</title>
  <h1>This site has no program yet</h1>
  <p>Name an image or a Git repository as its source in Canopy.</p>
  </html>
{{- end }}
