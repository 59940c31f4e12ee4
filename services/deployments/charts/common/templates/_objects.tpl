{{- define "common.service-account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "release") | nindent 4 }}
automountServiceAccountToken: false
{{- end }}

{{- define "common.limits" -}}
{{- if .Values.quota.enabled }}
apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "release") | nindent 4 }}
spec:
  hard:
    requests.cpu: {{ .Values.quota.cpu | quote }}
    requests.memory: {{ .Values.quota.memory | quote }}
    limits.memory: {{ .Values.quota.memory | quote }}
    requests.storage: {{ .Values.quota.storage | quote }}
    pods: {{ .Values.quota.pods | int | quote }}
---
apiVersion: v1
kind: LimitRange
metadata:
  name: {{ .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "release") | nindent 4 }}
spec:
  limits:
    - type: Container
      defaultRequest:
        cpu: 10m
        memory: 64Mi
      default:
        memory: 256Mi
{{- end }}
{{- end }}

{{- /* suffix: of the name; size; storageClass; accessMode */}}
{{- define "common.claim" -}}
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: {{ printf "%s-%s" .root.Release.Name .suffix | quote }}
  labels:
    {{- include "common.labels" (dict "root" .root "component" .suffix) | nindent 4 }}
  annotations:
    helm.sh/resource-policy: keep
spec:
  accessModes:
    - {{ .accessMode | quote }}
  {{- with .storageClass }}
  storageClassName: {{ . | quote }}
  {{- end }}
  resources:
    requests:
      storage: {{ .size | quote }}
{{- end }}

{{- /* suffix: of the name, may be empty; hosts; service, port (name); values: the ingress section */}}
{{- define "common.ingress" -}}
{{- $root := .root }}
{{- $name := ternary (printf "%s-%s" .root.Release.Name .suffix) .root.Release.Name (ne .suffix "") }}
{{- $service := printf "%s-%s" .root.Release.Name .component }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ $name | quote }}
  labels:
    {{- include "common.labels" (dict "root" .root "component" .component) | nindent 4 }}
  {{- if or .values.annotations (and .values.tls .values.clusterIssuer) }}
  annotations:
    {{- if and .values.tls .values.clusterIssuer }}
    cert-manager.io/cluster-issuer: {{ .values.clusterIssuer | quote }}
    {{- end }}
    {{- with .values.annotations }}
    {{- . | toYaml | nindent 4 }}
    {{- end }}
  {{- end }}
spec:
  {{- with .values.className }}
  ingressClassName: {{ . | quote }}
  {{- end }}
  {{- if .values.tls }}
  tls:
    - secretName: {{ printf "%s-tls" $name | quote }}
      hosts:
        {{- range .hosts }}
        - {{ . | quote }}
        {{- end }}
  {{- end }}
  rules:
    {{- range .hosts }}
    - host: {{ . | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ $service | quote }}
                port:
                  name: http
    {{- end }}
{{- end }}
