{{- /* The pods that answer to visitors, and their Service. A chart says by templates of these names what its kind is:
       kind.php    not empty: PHP serves it; otherwise it listens on source.port
       kind.data   not empty: it has a volume
       kind.uid    who it runs as
       kind.image  what runs it; kind.start: the script that starts it, where PHP does not serve it
       kind.env    its variables; kind.init: steps before it starts; kind.config: of the server before it */}}
{{- define "program.web" -}}
{{- $php := ne (include "kind.php" .) "" }}
{{- $data := ne (include "kind.data" .) "" }}
{{- $own := eq .Values.source.kind "image" }}
{{- $git := eq .Values.source.kind "git" }}
{{- $nginx := .Values.services.nginx }}
{{- $memory := dict "request" 128 "limit" 512 }}
{{- if $php }}
{{- $memory = include "common.php-memory" . | fromJson }}
{{- end }}
{{- $port := ternary (ternary "fastcgi" "http" $nginx) (ternary "program" "http" $nginx) $php }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ printf "%s-web" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "web") | nindent 4 }}
spec:
  replicas: {{ include "common.replicas" (dict "root" . "count" .Values.replicas) | int }}
  revisionHistoryLimit: 5
  # Fetching and building is part of it.
  progressDeadlineSeconds: 900
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "common.selector" (dict "root" . "component" "web") | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "common.pod-labels" (dict "root" . "component" "web") | nindent 8 }}
      annotations:
        {{- include "common.pod-annotations" (dict "root" . "container" "app" "config" (include "program.config" .) "secrets" (list "app" "db" "env")) | nindent 8 }}
    spec:
      {{- include "common.pod-defaults" (dict "root" .) | nindent 6 }}
      {{- if $data }}
      # The old and the new pod mount one volume for a moment.
      {{- include "common.beside-web" . | nindent 6 }}
      {{- end }}
      terminationGracePeriodSeconds: 40
      securityContext:
        {{- include "common.pod-security" (dict "uid" (include "kind.uid" . | int) "lowPorts" (and $php (not $nginx))) | nindent 8 }}
      {{- if or $git (and $php .Values.php.extensions) }}
      initContainers:
        {{- if and $php .Values.php.extensions }}
        {{- include "common.extensions" . | nindent 8 }}
        {{- end }}
        {{- if $git }}
        {{- include "program.fetch" . | nindent 8 }}
        {{- include "kind.init" . | nindent 8 }}
        {{- end }}
      {{- end }}
      containers:
        - name: app
          image: {{ ternary .Values.source.image (include "kind.image" . | replace "\"" "") $own | quote }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          {{- if $php }}
          command:
            - {{ ternary "php-fpm" "apache2-foreground" $nginx | quote }}
          {{- else if not $own }}
          workingDir: {{ ternary (include "program.folder" . | replace "\"" "") "/page" $git | quote }}
          command: ["sh", "-euc"]
          args:
            - {{ include "kind.start" . }}
          {{- else if .Values.source.start }}
          command: ["sh", "-euc", "exec $SOURCE_START"]
          {{- end }}
          ports:
            - name: {{ $port | quote }}
              containerPort: {{ ternary (ternary 9000 80 $nginx) (int .Values.source.port) $php | int }}
              protocol: TCP
          env:
            {{- include "kind.env" . | nindent 12 }}
            {{- if and (not $php) .Values.source.start }}
            - name: SOURCE_START
              value: {{ .Values.source.start | quote }}
            {{- end }}
            - name: HOME
              value: /tmp
          {{- include "program.env-from" . | nindent 10 }}
          {{- if not (and $php $nginx) }}
          startupProbe:
            tcpSocket:
              port: {{ $port | quote }}
            periodSeconds: 2
            failureThreshold: 150
          readinessProbe:
            tcpSocket:
              port: {{ $port | quote }}
            periodSeconds: 5
          livenessProbe:
            tcpSocket:
              port: {{ $port | quote }}
            periodSeconds: 20
            failureThreshold: 6
          {{- end }}
          {{- if not $own }}
          # A moment in which the Service forgets this pod, before it stops to answer.
          lifecycle:
            preStop:
              exec:
                command: ["sleep", "5"]
          {{- end }}
          securityContext:
            {{- include "common.container-security" (dict "writable" $own) | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "given" .Values.resources.app "cpu" 100 "request" (get $memory "request") "limit" (get $memory "limit")) | nindent 12 }}
          volumeMounts:
            - name: scratch
              mountPath: /tmp
              subPath: app
            {{- if $git }}
            - name: app
              mountPath: /app
            {{- else if not $own }}
            - name: page
              mountPath: /page
              readOnly: true
            {{- end }}
            {{- if $data }}
            - name: data
              mountPath: /data
              subPath: data
            {{- end }}
            {{- if $php }}
            {{- include "program.php-mounts" . | nindent 12 }}
            {{- end }}
        {{- if $nginx }}
        - name: nginx
          image: {{ include "common.image" (dict "image" .Values.nginx.image) }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          ports:
            - name: http
              containerPort: {{ ternary "8080" (include "program.front-port" . | replace "\"" "") $php | int }}
              protocol: TCP
          startupProbe:
            httpGet:
              path: {{ ternary "/readyz" "/healthz" $php | quote }}
              port: http
            periodSeconds: 2
            failureThreshold: 150
          readinessProbe:
            httpGet:
              path: {{ ternary "/readyz" "/healthz" $php | quote }}
              port: http
            periodSeconds: 5
            timeoutSeconds: 5
          livenessProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 20
            failureThreshold: 3
          lifecycle:
            preStop:
              exec:
                command: ["sleep", "5"]
          securityContext:
            {{- include "common.container-security" (dict) | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "given" .Values.resources.web "cpu" 20 "request" 32 "limit" 128) | nindent 12 }}
          volumeMounts:
            - name: scratch
              mountPath: /tmp
              subPath: nginx
            - name: web
              mountPath: /etc/nginx/conf.d/default.conf
              subPath: default.conf
              readOnly: true
            {{- if and $php $git }}
            - name: app
              mountPath: /app
              readOnly: true
            - name: data
              mountPath: /data
              subPath: data
              readOnly: true
            {{- else if $php }}
            - name: page
              mountPath: /page
              readOnly: true
            {{- end }}
        {{- end }}
      volumes:
        - name: scratch
          emptyDir: {}
        {{- if $git }}
        - name: app
          emptyDir: {}
        {{- else if not $own }}
        - name: page
          configMap:
            name: {{ printf "%s-page" .Release.Name | quote }}
        {{- end }}
        {{- if $data }}
        - name: data
          persistentVolumeClaim:
            claimName: {{ printf "%s-data" .Release.Name | quote }}
        {{- end }}
        {{- if or $php $nginx }}
        - name: web
          configMap:
            name: {{ printf "%s-web" .Release.Name | quote }}
        {{- end }}
---
{{ include "common.web-service" . }}
{{- end }}

{{- define "program.php-mounts" -}}
- name: data
  mountPath: /extensions
  subPath: extensions
  readOnly: true
- name: scratch
  mountPath: /run/php
  subPath: php-ini
- name: web
  mountPath: /usr/local/etc/php/conf.d/zz-app.ini
  subPath: app.ini
  readOnly: true
{{- if .Values.services.nginx }}
- name: web
  mountPath: /usr/local/etc/php-fpm.d/zz-app.conf
  subPath: pool.conf
  readOnly: true
{{- else }}
- name: web
  mountPath: /etc/apache2/sites-enabled/000-default.conf
  subPath: site.conf
  readOnly: true
- name: scratch
  mountPath: /var/run/apache2
  subPath: apache-run
- name: scratch
  mountPath: /var/lock/apache2
  subPath: apache-lock
{{- end }}
{{- end }}

{{- /* What visitors see of the program: a folder for PHP. */}}
{{- define "program.php-folder" -}}
{{- if eq .Values.source.kind "git" }}
{{- printf "%s%s" (include "program.folder" . | replace "\"" "") (include "kind.public" . | replace "\"" "") | quote }}
{{- else }}
{{- "/page" | quote }}
{{- end }}
{{- end }}

{{- /* Files of the ConfigMap <release>-web. */}}
{{- define "program.config" -}}
{{- $php := ne (include "kind.php" .) "" }}
{{- $folder := include "program.php-folder" . | replace "\"" "" }}
{{- $closed := include "kind.closed" . | fromJson }}
{{- if $php }}
app.ini: |
  {{- include "common.php-ini" . | nindent 2 }}
{{- if .Values.services.nginx }}
pool.conf: |
  {{- include "common.php-fpm" . | nindent 2 }}
default.conf: |
  {{- include "common.nginx-php" (dict "root" . "folder" $folder "closed" (get $closed "paths")) | nindent 2 }}
{{- else }}
site.conf: |
  {{- include "common.apache-php" (dict "folder" $folder "closed" (get $closed "paths")) | nindent 2 }}
{{- end }}
{{- else if .Values.services.nginx }}
default.conf: |
  {{- include "program.nginx-proxy" . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* Everything but the pods: settings, the page of a site without a program, and what every release has. */}}
{{- define "program.settings" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ printf "%s-env" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "web") | nindent 4 }}
data:
  {{- include "kind.defaults" . | nindent 2 }}
{{- if or (ne (include "kind.php" .) "") .Values.services.nginx }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ printf "%s-web" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "web") | nindent 4 }}
data:
  {{- include "program.config" . | nindent 2 }}
{{- end }}
{{- if eq .Values.source.kind "none" }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ printf "%s-page" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "web") | nindent 4 }}
data:
  {{- include "kind.page" . | nindent 2 }}
{{- end }}
{{- if ne (include "kind.data" .) "" }}
---
{{ include "common.claim" (dict "root" . "suffix" "data" "size" .Values.persistence.size "storageClass" .Values.persistence.storageClass "accessMode" .Values.persistence.accessMode) }}
{{- end }}
{{- end }}

{{- define "program.check" -}}
{{- if and (eq .Values.source.kind "git") (not .Values.source.git.url) }}
{{- fail "source.git.url is required" }}
{{- end }}
{{- if and (eq .Values.source.kind "image") (not .Values.source.image) }}
{{- fail "source.image is required" }}
{{- end }}
{{- if and (gt (int .Values.replicas) 1) (ne (include "kind.data" .) "") (ne .Values.persistence.accessMode "ReadWriteMany") }}
{{- fail "more than one replica needs persistence.accessMode ReadWriteMany" }}
{{- end }}
{{- end }}
