{{- /* The whole of what every release has around its pods. */}}
{{- define "common.ingresses" -}}
{{- if and .Values.ingress.enabled (not .Values.services.cloudflare) }}
{{ include "common.ingress" (dict "root" . "suffix" "" "component" "web" "hosts" (concat (list .Values.domain) .Values.domains) "values" .Values.ingress) }}
{{- if and .Values.services.phpmyadmin .Values.phpmyadmin.ingress.enabled }}
---
{{ include "common.ingress" (dict "root" . "suffix" "phpmyadmin" "component" "phpmyadmin" "hosts" (list (include "common.phpmyadmin-host" . | replace "\"" "")) "values" .Values.ingress) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* root; database: the site has one; clients: components that reach it */}}
{{- define "common.policies" -}}
{{- $clients := .clients }}
{{- $elsewhere := and .database (eq (include "common.db-is-own" .root) "") }}
{{- with .root }}
{{- if .Values.networkPolicy.enabled }}
{{ include "common.policy.default" (dict "root" . "databasePort" (ternary (int .Values.database.port) 0 $elsewhere)) }}
---
{{ include "common.policy.ingress" (dict "root" . "component" "web" "port" "http" "outside" (not .Values.services.cloudflare) "from" (ternary (list "cloudflared") (list) .Values.services.cloudflare)) }}
{{- if .Values.services.mysql }}
---
{{ include "common.policy.ingress" (dict "root" . "component" "mysql" "port" "mysql" "from" $clients) }}
{{- end }}
{{- if .Values.services.redis }}
---
{{ include "common.policy.ingress" (dict "root" . "component" "redis" "port" "redis" "from" (list "web" "install")) }}
{{- end }}
{{- if and .Values.services.phpmyadmin .Values.phpmyadmin.ingress.enabled (not .Values.services.cloudflare) }}
---
{{ include "common.policy.ingress" (dict "root" . "component" "phpmyadmin" "port" "http" "outside" true) }}
{{- end }}
{{- if .Values.services.ftp }}
---
{{ include "common.policy.ingress" (dict "root" . "component" "ftp" "port" "sftp" "world" true) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
