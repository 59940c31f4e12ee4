{{- define "common.redis" -}}
{{- $max := int .Values.redis.maxMemoryMB }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ printf "%s-redis" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "redis") | nindent 4 }}
spec:
  replicas: {{ include "common.replicas" (dict "root" . "count" 1) | int }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: 300
  selector:
    matchLabels:
      {{- include "common.selector" (dict "root" . "component" "redis") | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "common.pod-labels" (dict "root" . "component" "redis") | nindent 8 }}
      annotations:
        {{- include "common.pod-annotations" (dict "root" . "container" "redis" "secrets" (list "app")) | nindent 8 }}
    spec:
      {{- include "common.pod-defaults" (dict "root" .) | nindent 6 }}
      securityContext:
        {{- include "common.pod-security" (dict "uid" 999) | nindent 8 }}
      containers:
        - name: redis
          image: {{ include "common.image" (dict "image" .Values.redis.image) }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          args:
            - --requirepass
            - $(REDISCLI_AUTH)
            - --maxmemory
            - {{ printf "%dmb" $max | quote }}
            - --maxmemory-policy
            - allkeys-lru
            - --save
            - ""
          env:
            - name: REDISCLI_AUTH
              valueFrom:
                secretKeyRef:
                  name: {{ include "common.app-secret" . }}
                  key: redis-password
          ports:
            - name: redis
              containerPort: 6379
              protocol: TCP
          readinessProbe:
            exec:
              command: ["sh", "-c", "redis-cli ping | grep -q PONG"]
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            tcpSocket:
              port: redis
            periodSeconds: 20
          securityContext:
            {{- include "common.container-security" . | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "cpu" 10 "request" (add 16 $max) "limit" (add 64 $max)) | nindent 12 }}
          volumeMounts:
            - name: scratch
              mountPath: /data
      volumes:
        - name: scratch
          emptyDir: {}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ printf "%s-redis" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "redis") | nindent 4 }}
spec:
  type: ClusterIP
  selector:
    {{- include "common.selector" (dict "root" . "component" "redis") | nindent 4 }}
  ports:
    - name: redis
      port: 6379
      targetPort: redis
      protocol: TCP
{{- end }}
