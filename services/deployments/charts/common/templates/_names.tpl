{{- /* What several templates ask for: one quoted word each. */}}
{{- define "common.app-secret" -}}
{{ .Values.app.existingSecret | default (printf "%s-app" .Release.Name) | quote }}
{{- end }}

{{- define "common.db-secret" -}}
{{ .Values.database.existingSecret | default (printf "%s-db" .Release.Name) | quote }}
{{- end }}

{{- /* Not empty: the database is the MySQL of this release. */}}
{{- define "common.db-is-own" -}}
{{- $host := .Values.database.host }}
{{- if or (eq $host "localhost") (eq $host "127.0.0.1") }}{{ "yes" | quote }}{{ end }}
{{- end }}

{{- define "common.db-host" -}}
{{- ternary (printf "%s-mysql" .Release.Name) .Values.database.host (ne (include "common.db-is-own" .) "") | quote }}
{{- end }}

{{- define "common.url" -}}
{{- $scheme := ternary "https" "http" (or .Values.services.cloudflare (and .Values.ingress.enabled .Values.ingress.tls)) }}
{{- printf "%s://%s" $scheme .Values.domain | quote }}
{{- end }}

{{- define "common.phpmyadmin-host" -}}
{{- .Values.phpmyadmin.ingress.host | default (printf "pma.%s" .Values.domain) | quote }}
{{- end }}

{{- /* Rules that a schema states less clearly, said again for those who install with --skip-schema-validation. */}}
{{- define "common.check" -}}
{{- $own := ne (include "common.db-is-own" .) "" }}
{{- if and $own (not .Values.services.mysql) }}
{{- fail "database.host is required when services.mysql is off" }}
{{- end }}
{{- if and (eq .Values.database.user "root") .Values.services.mysql }}
{{- fail "database.user must not be root" }}
{{- end }}
{{- include "common.check-name" . }}
{{- end }}

{{- define "common.check-name" -}}
{{- if gt (len .Release.Name) 40 }}
{{- fail "a release name has at most 40 characters" }}
{{- end }}
{{- end }}
