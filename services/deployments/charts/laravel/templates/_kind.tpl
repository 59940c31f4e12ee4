{{- /* What program.web asks for. */}}
{{- define "kind.php" -}}
{{- if ne .Values.source.kind "image" }}{{ "yes" | quote }}{{ end }}
{{- end }}
{{- define "kind.data" -}}{{ "yes" | quote }}{{- end }}
{{- define "kind.uid" -}}{{ 33 | int }}{{- end }}
{{- define "kind.image" -}}{{ include "common.php-image" . }}{{- end }}
{{- define "kind.start" -}}{{- end }}
{{- define "kind.public" -}}{{ "/public" | quote }}{{- end }}
{{- define "kind.closed" -}}
{{- dict "paths" "^/storage/.*\\.php$" | toJson }}
{{- end }}

{{- define "kind.defaults" -}}
APP_ENV: production
APP_DEBUG: "false"
LOG_CHANNEL: stderr
DB_CONNECTION: mysql
{{- end }}

{{- define "kind.env" -}}
- name: APP_KEY
  valueFrom:
    secretKeyRef:
      name: {{ include "common.app-secret" . }}
      key: app-key
- name: APP_URL
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
{{ include "program.step" (dict "root" . "name" "assets" "image" (include "common.image" (dict "image" .Values.node.image)) "script" (get (include "laravel.scripts" . | fromJson) "assets")) }}
{{ include "program.step" (dict "root" . "name" "build" "php" true "data" true "image" (include "common.php-image" .) "script" (get (include "laravel.scripts" . | fromJson) "build")) }}
{{ include "program.step" (dict "root" . "name" "migrate" "php" true "data" true "image" (include "common.php-image" .) "script" (get (include "laravel.scripts" . | fromJson) "migrate")) }}
{{- end }}

{{- /* Scripts of the steps. storage is a link to the volume: files, sessions and logs outlive the pod. */}}
{{- define "laravel.scripts" -}}
{{- $scripts := dict "assets" `if [ -f package.json ] && [ -z "${SOURCE_BUILD:-}" ]; then
  if [ -f package-lock.json ]; then npm ci --include=dev; else npm install --include=dev; fi
  npm run build --if-present
  rm -rf node_modules
fi
` }}
{{- $scripts = merge $scripts (dict "build" `if [ -n "${SOURCE_BUILD:-}" ]; then
  bash -euo pipefail -c "$SOURCE_BUILD"
elif [ -f composer.json ]; then
  php /app/composer install --no-dev --no-interaction --no-progress --prefer-dist --optimize-autoloader
fi
mkdir -p bootstrap/cache storage
mkdir -p /data/storage/app/public /data/storage/framework/cache/data /data/storage/framework/sessions /data/storage/framework/views /data/storage/logs
cp -Rn storage/. /data/storage/ || true
rm -rf storage
ln -s /data/storage storage
if [ ! -e public/storage ]; then ln -s /data/storage/app/public public/storage; fi
`) }}
{{- $await := include "common.await-database" (dict "prefix" "DB" "patience" 0) }}
{{- $scripts = merge $scripts (dict "migrate" (printf `if [ ! -f artisan ]; then echo "There is no artisan in this folder: nothing to migrate"; exit 0; fi
%s
php artisan migrate --force --no-interaction
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
