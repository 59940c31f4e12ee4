{{- define "common.phpmyadmin" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ printf "%s-phpmyadmin" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "phpmyadmin") | nindent 4 }}
data:
  config.secret.inc.php: {{ include "common.phpmyadmin-config" . | quote }}
  config.user.inc.php: "<?php\n"
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ printf "%s-phpmyadmin" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "phpmyadmin") | nindent 4 }}
spec:
  replicas: {{ include "common.replicas" (dict "root" . "count" 1) | int }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: 300
  selector:
    matchLabels:
      {{- include "common.selector" (dict "root" . "component" "phpmyadmin") | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "common.pod-labels" (dict "root" . "component" "phpmyadmin") | nindent 8 }}
      annotations:
        {{- include "common.pod-annotations" (dict "root" . "container" "phpmyadmin" "config" (include "common.phpmyadmin-config" .) "secrets" (list "app")) | nindent 8 }}
    spec:
      {{- include "common.pod-defaults" (dict "root" .) | nindent 6 }}
      securityContext:
        {{- include "common.pod-security" (dict "uid" 33 "lowPorts" true) | nindent 8 }}
      containers:
        - name: phpmyadmin
          image: {{ include "common.image" (dict "image" .Values.phpmyadmin.image) }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          env:
            - name: PMA_HOST
              value: {{ include "common.db-host" . }}
            - name: PMA_PORT
              value: {{ .Values.database.port | int | quote }}
            - name: UPLOAD_LIMIT
              value: 64M
            - name: BLOWFISH_SECRET
              valueFrom:
                secretKeyRef:
                  name: {{ include "common.app-secret" . }}
                  key: phpmyadmin-secret
            {{- if and .Values.phpmyadmin.ingress.enabled .Values.ingress.enabled (not .Values.services.cloudflare) }}
            - name: PMA_ABSOLUTE_URI
              value: {{ printf "%s://%s/" (ternary "https" "http" .Values.ingress.tls) (include "common.phpmyadmin-host" . | replace "\"" "") | quote }}
            {{- end }}
          ports:
            - name: http
              containerPort: 80
              protocol: TCP
          readinessProbe:
            tcpSocket:
              port: http
            periodSeconds: 10
          livenessProbe:
            tcpSocket:
              port: http
            periodSeconds: 20
            failureThreshold: 6
          securityContext:
            {{- include "common.container-security" . | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "cpu" 10 "request" 64 "limit" 256) | nindent 12 }}
          volumeMounts:
            - name: config
              mountPath: /etc/phpmyadmin/config.secret.inc.php
              subPath: config.secret.inc.php
              readOnly: true
            - name: config
              mountPath: /etc/phpmyadmin/config.user.inc.php
              subPath: config.user.inc.php
              readOnly: true
            - name: scratch
              mountPath: /tmp
              subPath: tmp
            - name: scratch
              mountPath: /sessions
              subPath: sessions
            - name: scratch
              mountPath: /var/run/apache2
              subPath: run
            - name: scratch
              mountPath: /var/lock/apache2
              subPath: lock
      volumes:
        - name: config
          configMap:
            name: {{ printf "%s-phpmyadmin" .Release.Name | quote }}
        - name: scratch
          emptyDir: {}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ printf "%s-phpmyadmin" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "phpmyadmin") | nindent 4 }}
spec:
  type: ClusterIP
  selector:
    {{- include "common.selector" (dict "root" . "component" "phpmyadmin") | nindent 4 }}
  ports:
    - name: http
      port: 80
      targetPort: http
      protocol: TCP
{{- end }}
{{- define "common.phpmyadmin-config" -}}
<?php
$cfg['blowfish_secret'] = getenv('BLOWFISH_SECRET');
{{- end }}
