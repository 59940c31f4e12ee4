{{- define "common.cloudflared" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ printf "%s-cloudflared" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "cloudflared") | nindent 4 }}
spec:
  replicas: {{ include "common.replicas" (dict "root" . "count" .Values.cloudflared.replicas) | int }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: 300
  selector:
    matchLabels:
      {{- include "common.selector" (dict "root" . "component" "cloudflared") | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "common.pod-labels" (dict "root" . "component" "cloudflared") | nindent 8 }}
      annotations:
        {{- include "common.pod-annotations" (dict "root" . "container" "cloudflared" "secrets" (list "app")) | nindent 8 }}
    spec:
      {{- include "common.pod-defaults" (dict "root" .) | nindent 6 }}
      securityContext:
        {{- include "common.pod-security" (dict "uid" 65532) | nindent 8 }}
      containers:
        - name: cloudflared
          image: {{ include "common.image" (dict "image" .Values.cloudflared.image) }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          args: ["tunnel", "--no-autoupdate", "--metrics", "0.0.0.0:2000", "run"]
          env:
            - name: TUNNEL_TOKEN
              valueFrom:
                secretKeyRef:
                  name: {{ include "common.app-secret" . }}
                  key: tunnel-token
          ports:
            - name: metrics
              containerPort: 2000
              protocol: TCP
          readinessProbe:
            httpGet:
              path: /ready
              port: metrics
            periodSeconds: 10
          livenessProbe:
            httpGet:
              path: /ready
              port: metrics
            periodSeconds: 20
            failureThreshold: 6
          securityContext:
            {{- include "common.container-security" . | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "cpu" 10 "request" 32 "limit" 128) | nindent 12 }}
{{- end }}
