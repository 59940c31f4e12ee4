{{- define "common.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component | quote }}
{{- end }}

{{- define "common.labels" -}}
{{ include "common.selector" . }}
app.kubernetes.io/part-of: {{ .root.Release.Name | quote }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | quote }}
{{- end }}

{{- /* Pods carry no chart version: a new chart that changes nothing about them must not restart them. */}}
{{- define "common.pod-labels" -}}
{{ include "common.selector" . }}
app.kubernetes.io/part-of: {{ .root.Release.Name | quote }}
{{- end }}

{{- /* secrets: a list of keys of secretVersions, config: text whose change must roll the pod */}}
{{- define "common.pod-annotations" -}}
{{- $root := .root }}
kubectl.kubernetes.io/default-container: {{ .container | quote }}
{{- with .config }}
checksum/config: {{ . | sha256sum | quote }}
{{- end }}
{{- range .secrets }}
{{- $version := get $root.Values.secretVersions . }}
{{- if $version }}
{{ printf "canopy.internal/secret-%s" . | quote }}: {{ $version | quote }}
{{- end }}
{{- end }}
{{- with $root.Values.podAnnotations }}
{{ . | toYaml | nindent 0 }}
{{- end }}
{{- end }}
