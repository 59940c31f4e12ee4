{{- /* Settings of PHP and of the servers before it. */}}
{{- define "common.php-ini" -}}
memory_limit = {{ .Values.php.memoryLimitMB | int }}M
max_execution_time = {{ .Values.php.maxExecutionTime | int }}
upload_max_filesize = {{ .Values.php.uploadMaxFilesizeMB | int }}M
post_max_size = {{ add .Values.php.uploadMaxFilesizeMB 2 | int }}M
expose_php = Off
{{- end }}

{{- define "common.php-fpm" -}}
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

{{- /* The path as it was asked for: $uri is what it has become, /index.php for most pages of a PHP program. */}}
{{- define "common.log-format" -}}
map $request_uri $asked {
    "~^(?<path>[^?]*)" $path;
}
log_format canopy escape=json '{"time":"$time_iso8601","method":"$request_method","path":"$asked","status":$status,"seconds":$request_time,"bytes":$body_bytes_sent}';
{{- end }}

{{- /* root; folder: what visitors see; closed: a pattern of paths that nobody may ask for */}}
{{- define "common.nginx-php" -}}
{{ include "common.log-format" . }}
server {
    listen 8080 default_server;
    listen [::]:8080 default_server;
    server_name _;
    root {{ .folder | toJson }};
    index index.php;
    access_log /dev/stdout canopy;
    server_tokens off;
    port_in_redirect off;
    client_max_body_size {{ add .root.Values.php.uploadMaxFilesizeMB 2 | int }}m;

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
    location ~* {{ .closed | toJson }} { deny all; }
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \.php$ {
        try_files $uri =404;
        include fastcgi_params;
        fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
        fastcgi_index index.php;
        fastcgi_read_timeout {{ add .root.Values.php.maxExecutionTime 15 | int }}s;
        fastcgi_pass 127.0.0.1:9000;
    }
}
{{- end }}

{{- /* folder: what visitors see; closed: a pattern of paths that nobody may ask for */}}
{{- define "common.apache-php" -}}
<VirtualHost *:80>
    DocumentRoot {{ .folder | toJson }}
    ErrorLog /dev/stderr
    CustomLog /dev/stdout combined
    <Directory {{ .folder | toJson }}>
        AllowOverride None
        Require all granted
        DirectoryIndex index.php
        FallbackResource /index.php
    </Directory>
    <LocationMatch {{ .closed | toJson }}>
        Require all denied
    </LocationMatch>
</VirtualHost>
{{- end }}

{{- /* The official WordPress images are PHP with gd, intl, mysqli, zip and the rest; run without their entrypoint they
       serve any program on PHP. */}}
{{- define "common.php-image" -}}
{{- $flavour := ternary "fpm" "apache" .Values.services.nginx }}
{{- $tag := get .Values.image.tags .Values.php.version }}
{{- $digest := get .Values.image.digests (printf "%s-%s" .Values.php.version $flavour) }}
{{- $tag = printf "%s-%s" $tag $flavour }}
{{- if $digest }}
{{- $tag = printf "%s@%s" $tag $digest }}
{{- end }}
{{- include "common.image" (dict "image" .Values.image "tag" $tag) }}
{{- end }}

{{- define "common.php-memory" -}}
{{- $pool := int .Values.php.poolSize }}
{{- dict "request" (add 64 (mul $pool 32)) "limit" (add 128 (max .Values.php.memoryLimitMB (mul $pool 64))) | toJson }}
{{- end }}

{{- /* Extensions that the image does not have are built from PHP's own source, which is in the image, or from PECL, and
       kept on the volume for the next start. */}}
{{- define "common.extensions" -}}
- name: extensions
  image: {{ include "common.php-image" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
  command: ["bash", "-euo", "pipefail", "-c"]
  args:
    - |
      built=/extensions/$PHP_VERSION
      loaded() { php -r 'exit(extension_loaded($argv[1] === "opcache" ? "Zend OPcache" : $argv[1]) ? 0 : 1);' "$1"; }
      missing=""
      for name in $WANTED; do
        if loaded "$name"; then continue; fi
        if [ ! -f "$built/$name.so" ]; then
          echo "Building $name for PHP $PHP_VERSION"
          rm -rf /tmp/build && mkdir -p /tmp/build "$built"
          case "$name" in
            apcu) from=https://pecl.php.net/get/apcu-5.1.24.tgz ;;
            igbinary) from=https://pecl.php.net/get/igbinary-3.2.16.tgz ;;
            redis) from=https://pecl.php.net/get/redis-6.2.0.tgz ;;
            *) from="" ;;
          esac
          if [ -n "$from" ]; then
            curl -fsSL "$from" | tar -xz -C /tmp/build --strip-components=1 --wildcards '*/*'
          else
            tar -xJf /usr/src/php.tar.xz -C /tmp/build --strip-components=3 "php-$PHP_VERSION/ext/$name" || { missing="$missing $name"; continue; }
          fi
          (cd /tmp/build && phpize && ./configure && make -j2) > /tmp/build.log 2>&1 || { tail -n 20 /tmp/build.log >&2; missing="$missing $name"; continue; }
          cp "/tmp/build/modules/$name.so" "$built/$name.so.part"
          mv "$built/$name.so.part" "$built/$name.so"
        fi
        echo "extension=$built/$name.so" > "/run/php/$name.ini"
        loaded "$name" || missing="$missing $name"
      done
      if [ -n "$missing" ]; then
        echo "PHP extensions missing in this image:$missing" >&2
        exit 1
      fi
  env:
    - name: WANTED
      value: {{ .Values.php.extensions | join " " | quote }}
    - name: PHP_INI_SCAN_DIR
      value: ":/run/php"
  securityContext:
    {{- include "common.container-security" . | nindent 4 }}
  resources:
    {{- include "common.resources" (dict "cpu" 10 "request" 32 "limit" 512) | nindent 4 }}
  volumeMounts:
    - name: data
      mountPath: /extensions
      subPath: extensions
    - name: scratch
      mountPath: /run/php
      subPath: php-ini
    - name: scratch
      mountPath: /tmp
      subPath: extensions
{{- end }}

{{- /* prefix: of the variables with host (and port behind it), user, password and name, as WordPress has them, or as
       Laravel has them; patience: seconds for a server that does not answer, 0: for ever. One that refuses user, password
       or database has a minute: its password is being changed perhaps. */}}
{{- define "common.await-database" -}}
{{- $wordpress := eq .prefix "WORDPRESS_DB" -}}
php -r 'mysqli_report(0);
  [$host, $port] = {{ if $wordpress }}explode(":", getenv("WORDPRESS_DB_HOST")){{ else }}[getenv("DB_HOST"), getenv("DB_PORT")]{{ end }};
  $user = getenv("{{ if $wordpress }}WORDPRESS_DB_USER{{ else }}DB_USERNAME{{ end }}");
  $password = getenv("{{ if $wordpress }}WORDPRESS_DB_PASSWORD{{ else }}DB_PASSWORD{{ end }}");
  $name = getenv("{{ if $wordpress }}WORDPRESS_DB_NAME{{ else }}DB_DATABASE{{ end }}");
  for ($refused = $silent = 0; !@mysqli_connect($host, $user, $password, $name, (int) $port); sleep(3)) {
    $code = mysqli_connect_errno();
    in_array($code, [1044, 1045, 1049, 1130]) ? $refused++ : $silent++;
    echo "Waiting for the database: ", mysqli_connect_error(), " ($code)\n";
    if ($refused > 20{{ if .patience }} || $silent > {{ div .patience 3 | int }}{{ end }}) { exit(1); }
  }'
{{- end }}
