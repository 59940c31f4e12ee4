{{- define "common.web-service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ printf "%s-web" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "web") | nindent 4 }}
spec:
  type: ClusterIP
  selector:
    {{- include "common.selector" (dict "root" . "component" "web") | nindent 4 }}
  ports:
    - name: http
      port: 80
      targetPort: http
      protocol: TCP
{{- if gt (int .Values.replicas) 1 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ printf "%s-web" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "web") | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "common.selector" (dict "root" . "component" "web") | nindent 6 }}
{{- end }}
{{- end }}
