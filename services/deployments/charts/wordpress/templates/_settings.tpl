{{- /* What other templates ask for. Each gives one piece of text. */}}
{{- define "wordpress.app-secret" -}}
{{ .Values.app.existingSecret | default (printf "%s-app" .Release.Name) | quote }}
{{- end }}

{{- define "wordpress.db-secret" -}}
{{ .Values.database.existingSecret | default (printf "%s-db" .Release.Name) | quote }}
{{- end }}

{{- define "wordpress.db-host" -}}
{{- $host := .Values.database.host }}
{{- if or (eq $host "localhost") (eq $host "127.0.0.1") }}
{{- $host = printf "%s-mysql" .Release.Name }}
{{- end }}
{{- $host | quote }}
{{- end }}

{{- define "wordpress.image" -}}
{{- $flavour := ternary "fpm" "apache" .Values.services.nginx }}
{{- $tag := printf "%s-%s" (get .Values.image.tags .Values.php.version) $flavour }}
{{- include "common.image" (dict "image" .Values.image "tag" $tag) }}
{{- end }}

{{- define "wordpress.url" -}}
{{- $scheme := ternary "https" "http" (or .Values.services.cloudflare (and .Values.ingress.enabled .Values.ingress.tls)) }}
{{- printf "%s://%s" $scheme .Values.domain | quote }}
{{- end }}

{{- define "wordpress.php-ini" -}}
memory_limit = {{ .Values.php.memoryLimitMB | int }}M
max_execution_time = {{ .Values.php.maxExecutionTime | int }}
upload_max_filesize = {{ .Values.php.uploadMaxFilesizeMB | int }}M
post_max_size = {{ add .Values.php.uploadMaxFilesizeMB 2 | int }}M
expose_php = Off
{{- end }}

{{- define "wordpress.php-fpm" -}}
[www]
pm = dynamic
pm.max_children = {{ .Values.php.poolSize | int }}
pm.start_servers = {{ max 1 (div .Values.php.poolSize 4) | int }}
pm.min_spare_servers = {{ max 1 (div .Values.php.poolSize 4) | int }}
pm.max_spare_servers = {{ max 1 (div .Values.php.poolSize 2) | int }}
pm.max_requests = {{ .Values.php.maxRequestsPerChild | int }}
request_terminate_timeout = {{ add .Values.php.maxExecutionTime 10 | int }}s
ping.path = /readyz
clear_env = no
{{- end }}

{{- define "wordpress.nginx" -}}
log_format canopy escape=json '{"time":"$time_iso8601","method":"$request_method","path":"$uri","status":$status,"seconds":$request_time,"bytes":$body_bytes_sent}';
server {
    listen 8080 default_server;
    listen [::]:8080 default_server;
    server_name _;
    root /var/www/html;
    index index.php;
    access_log /dev/stdout canopy;
    server_tokens off;
    port_in_redirect off;
    client_max_body_size {{ add .Values.php.uploadMaxFilesizeMB 2 | int }}m;

    location = /healthz {
        access_log off;
        default_type text/plain;
        return 200 "ok\n";
    }
    location = /readyz {
        access_log off;
        include fastcgi_params;
        fastcgi_param SCRIPT_NAME /readyz;
        fastcgi_param SCRIPT_FILENAME /readyz;
        fastcgi_pass 127.0.0.1:9000;
    }
    location ~ /\.(?!well-known/) { deny all; }
    location ~* \.(?:sql|bak|log|ini|sh)$ { deny all; }
    location ~* ^/wp-content/uploads/.*\.php$ { deny all; }
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \.php$ {
        try_files $uri =404;
        include fastcgi_params;
        fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
        fastcgi_index index.php;
        fastcgi_read_timeout {{ add .Values.php.maxExecutionTime 15 | int }}s;
        fastcgi_pass 127.0.0.1:9000;
    }
}
{{- end }}

{{- /* The environment from which the image's wp-config.php reads everything, for PHP and for WP-CLI. */}}
{{- define "wordpress.env" -}}
- name: WORDPRESS_DB_HOST
  value: {{ printf "%s:%d" (include "wordpress.db-host" . | replace "\"" "") (int .Values.database.port) | quote }}
- name: WORDPRESS_DB_NAME
  value: {{ .Values.database.name | quote }}
- name: WORDPRESS_DB_USER
  value: {{ .Values.database.user | quote }}
- name: WORDPRESS_DB_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "wordpress.db-secret" . }}
      key: user-password
{{- $secret := include "wordpress.app-secret" . }}
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
      name: {{ include "wordpress.app-secret" . }}
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
  value: {{ include "wordpress.url" . }}
{{- if .Values.services.redis }}
- name: REDIS_HOST
  value: {{ printf "%s-redis" .Release.Name | quote }}
{{- end }}
{{- end }}

{{- /* Rules that a schema states less clearly, said again for those who install with --skip-schema-validation. */}}
{{- define "wordpress.check" -}}
{{- $local := or (eq .Values.database.host "localhost") (eq .Values.database.host "127.0.0.1") }}
{{- if and $local (not .Values.services.mysql) }}
{{- fail "database.host is required when services.mysql is off" }}
{{- end }}
{{- if and (eq .Values.database.user "root") .Values.services.mysql }}
{{- fail "database.user must not be root" }}
{{- end }}
{{- if gt (len .Release.Name) 40 }}
{{- fail "a release name has at most 40 characters" }}
{{- end }}
{{- end }}
