{{- define "wordpress.nginx" -}}
{{ include "common.nginx-php" (dict "root" . "folder" "/var/www/html" "closed" "^/wp-content/uploads/.*\\.php$") }}
{{- end }}

{{- /* The environment from which the image's wp-config.php reads everything, for PHP and for WP-CLI. */}}
{{- define "wordpress.env" -}}
- name: WORDPRESS_DB_HOST
  value: {{ printf "%s:%d" (include "common.db-host" . | replace "\"" "") (int .Values.database.port) | quote }}
- name: WORDPRESS_DB_NAME
  value: {{ .Values.database.name | quote }}
- name: WORDPRESS_DB_USER
  value: {{ .Values.database.user | quote }}
- name: WORDPRESS_DB_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "common.db-secret" . }}
      key: user-password
{{- $secret := include "common.app-secret" . }}
{{- range list "AUTH_KEY" "SECURE_AUTH_KEY" "LOGGED_IN_KEY" "NONCE_KEY" "AUTH_SALT" "SECURE_AUTH_SALT" "LOGGED_IN_SALT" "NONCE_SALT" }}
- name: {{ printf "WORDPRESS_%s" . | quote }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret | replace "\"" "" | quote }}
      key: {{ . | lower | replace "_" "-" | quote }}
{{- end }}
{{- if .Values.services.redis }}
- name: REDIS_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "common.app-secret" . }}
      key: redis-password
{{- end }}
- name: WORDPRESS_CONFIG_EXTRA
  value: |
    define('WP_HOME', getenv('SITE_URL'));
    define('WP_SITEURL', getenv('SITE_URL'));
    {{- if .Values.services.redis }}
    define('WP_REDIS_HOST', getenv('REDIS_HOST'));
    define('WP_REDIS_PASSWORD', getenv('REDIS_PASSWORD'));
    define('WP_REDIS_TIMEOUT', 1);
    define('WP_REDIS_READ_TIMEOUT', 1);
    {{- else }}
    define('WP_REDIS_DISABLED', true);
    {{- end }}
- name: SITE_URL
  value: {{ include "common.url" . }}
{{- if .Values.services.redis }}
- name: REDIS_HOST
  value: {{ printf "%s-redis" .Release.Name | quote }}
{{- end }}
{{- end }}

{{- /* Copies WordPress into the empty volume. The image's own entrypoint does that too, but takes what a killed pod has half
       copied for whole, and fails where it may not set the mode of the volume's folder. index.php comes last: once it is
       there nothing is copied, so what was updated or changed by hand stays. */}}
{{- define "wordpress.files" -}}
- name: files
  image: {{ include "common.php-image" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
  workingDir: /var/www/html
  command: ["bash", "-euo", "pipefail", "-c"]
  args:
    - |
      if [ -e index.php ] || [ -e wp-config.php ]; then exit 0; fi
      echo "Copying WordPress"
      shopt -s dotglob
      for entry in /usr/src/wordpress/*; do
        case "$entry" in */index.php) continue ;; esac
        cp -R --no-preserve=mode,ownership,timestamps "$entry" .
      done
      cp --no-preserve=mode,ownership,timestamps /usr/src/wordpress/index.php .index.php.part
      mv .index.php.part index.php
  securityContext:
    {{- include "common.container-security" . | nindent 4 }}
  resources:
    {{- include "common.resources" (dict "cpu" 50 "request" 32 "limit" 256) | nindent 4 }}
  volumeMounts:
    - name: data
      mountPath: /var/www/html
      subPath: html
{{- end }}
