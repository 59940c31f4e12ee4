{{- /* The folder of the program in the pod. */}}
{{- define "program.folder" -}}
{{- if .Values.source.git.folder }}
{{- printf "/app/repo/%s" .Values.source.git.folder | quote }}
{{- else }}
{{- "/app/repo" | quote }}
{{- end }}
{{- end }}

{{- /* Fetches the repository into the volume "app": one commit, and not its history. */}}
{{- define "program.fetch" -}}
- name: fetch
  image: {{ include "common.image" (dict "image" .Values.git.image) }}
  imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
  command: ["sh", "-euc"]
  args:
    - |
      rm -rf /app/repo
      git init --quiet /app/repo
      cd /app/repo
      git remote add origin "$SOURCE_URL"
      # a server that only hands out files cannot hand out a part of them
      git fetch --quiet --depth 1 origin "$SOURCE_REF" || git fetch --quiet origin "$SOURCE_REF"
      git checkout --quiet FETCH_HEAD
      if [ -f .gitmodules ]; then git submodule update --quiet --init --recursive --depth 1; fi
      if [ ! -d "./$SOURCE_FOLDER" ]; then echo "The repository has no folder $SOURCE_FOLDER" >&2; exit 1; fi
      git log -1 --format='Fetched %H %s'
      git rev-parse HEAD > /app/commit
      rm -rf .git
  env:
    - name: SOURCE_URL
      value: {{ .Values.source.git.url | quote }}
    - name: SOURCE_REF
      value: {{ .Values.source.git.ref | default "HEAD" | quote }}
    - name: SOURCE_FOLDER
      value: {{ .Values.source.git.folder | quote }}
    - name: GIT_TERMINAL_PROMPT
      value: "0"
    - name: HOME
      value: /tmp
  securityContext:
    {{- include "common.container-security" . | nindent 4 }}
  resources:
    {{- include "common.resources" (dict "cpu" 50 "request" 64 "limit" 512) | nindent 4 }}
  volumeMounts:
    - name: app
      mountPath: /app
    - name: scratch
      mountPath: /tmp
      subPath: fetch
{{- end }}

{{- /* root, name, image, script: one step of the way from a repository to a program that runs; data: with the site's
       volume; php: with what PHP needs */}}
{{- define "program.step" -}}
- name: {{ .name | quote }}
  image: {{ .image | replace "\"" "" | quote }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy | quote }}
  workingDir: {{ include "program.folder" .root }}
  command: ["bash", "-euo", "pipefail", "-c"]
  args:
    - {{ .script | quote }}
  env:
    {{- include "kind.env" .root | nindent 4 }}
    {{- if .root.Values.source.build }}
    - name: SOURCE_BUILD
      value: {{ .root.Values.source.build | quote }}
    {{- end }}
    - name: HOME
      value: /tmp
  {{- include "program.env-from" .root | nindent 2 }}
  securityContext:
    {{- include "common.container-security" .root | nindent 4 }}
  resources:
    {{- include "common.resources" (dict "given" .root.Values.resources.build "cpu" 100 "request" 256 "limit" 2048) | nindent 4 }}
  volumeMounts:
    - name: app
      mountPath: /app
    - name: scratch
      mountPath: /tmp
      subPath: build
    {{- if .data }}
    - name: data
      mountPath: /data
      subPath: data
    {{- end }}
    {{- if .php }}
    - name: data
      mountPath: /extensions
      subPath: extensions
    - name: scratch
      mountPath: /run/php
      subPath: php-ini
    {{- end }}
{{- end }}

{{- /* What the chart sets and a user may set otherwise, then what the user sets. */}}
{{- define "program.env-from" -}}
envFrom:
  - configMapRef:
      name: {{ printf "%s-env" .Release.Name | quote }}
  {{- if .Values.env.existingSecret }}
  - secretRef:
      name: {{ .Values.env.existingSecret | quote }}
  {{- end }}
{{- end }}

{{- /* Where the database and the other services are, for programs that are told by their environment. */}}
{{- define "program.database-env" -}}
- name: DB_HOST
  value: {{ include "common.db-host" . }}
- name: DB_PORT
  value: {{ .Values.database.port | int | quote }}
- name: DB_DATABASE
  value: {{ .Values.database.name | quote }}
- name: DB_USERNAME
  value: {{ .Values.database.user | quote }}
- name: DB_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "common.db-secret" . }}
      key: user-password
{{- end }}

{{- define "program.services-env" -}}
- name: ADMIN_USER
  value: {{ .Values.app.adminUser | quote }}
- name: ADMIN_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "common.app-secret" . }}
      key: admin-password
{{- if .Values.services.redis }}
- name: REDIS_HOST
  value: {{ printf "%s-redis" .Release.Name | quote }}
- name: REDIS_PORT
  value: "6379"
- name: REDIS_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "common.app-secret" . }}
      key: redis-password
{{- end }}
{{- end }}

{{- define "program.nginx-proxy" -}}
{{ include "common.log-format" . }}
map $http_upgrade $canopy_connection { default upgrade; "" ""; }
server {
    listen {{ include "program.front-port" . | replace "\"" "" | int }} default_server;
    listen [::]:{{ include "program.front-port" . | replace "\"" "" | int }} default_server;
    server_name _;
    access_log /dev/stdout canopy;
    server_tokens off;
    client_max_body_size {{ .Values.nginx.maxBodyMB | int }}m;

    location = /healthz {
        access_log off;
        default_type text/plain;
        return 200 "ok\n";
    }
    location / {
        proxy_pass http://127.0.0.1:{{ .Values.source.port | int }};
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto {{ ternary "https" "http" (or .Values.services.cloudflare (and .Values.ingress.enabled .Values.ingress.tls)) | toJson }};
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $canopy_connection;
        proxy_read_timeout 90s;
    }
}
{{- end }}

{{- /* 8080, unless the program is there. */}}
{{- define "program.front-port" -}}
{{- ternary 8081 8080 (eq (int .Values.source.port) 8080) | int | quote }}
{{- end }}
