{{- /* What program.web asks for. */}}
{{- define "kind.php" -}}{{- end }}
{{- /* A folder for files is only there when somebody can bring them. */}}
{{- define "kind.data" -}}
{{- if .Values.services.ftp }}{{ "yes" | quote }}{{ end }}
{{- end }}
{{- define "kind.uid" -}}{{ 1000 | int }}{{- end }}
{{- define "kind.image" -}}
{{- include "common.image" (dict "image" .Values.image "tag" (get .Values.image.tags .Values.source.version)) }}
{{- end }}
{{- define "kind.public" -}}{{- end }}
{{- define "kind.closed" -}}
{{- dict "paths" "" | toJson }}
{{- end }}

{{- /* Not empty: there is a database, of this release or elsewhere. */}}
{{- define "nodejs.database" -}}
{{- if or .Values.services.mysql (eq (include "common.db-is-own" .) "") }}{{ "yes" | quote }}{{ end }}
{{- end }}

{{- define "kind.defaults" -}}
NODE_ENV: production
{{- end }}

{{- define "kind.env" -}}
- name: PORT
  value: {{ .Values.source.port | int | quote }}
- name: HOST
  value: 0.0.0.0
- name: SITE_URL
  value: {{ include "common.url" . }}
{{- if .Values.services.ftp }}
- name: DATA_DIR
  value: /data
{{- end }}
{{- if ne (include "nodejs.database" .) "" }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "common.db-secret" . }}
      key: url
{{ include "program.database-env" . }}
{{- end }}
{{ include "program.services-env" . }}
{{- if .Values.services.redis }}
- name: REDIS_URL
  value: {{ printf "redis://:$(REDIS_PASSWORD)@%s-redis:6379" .Release.Name | quote }}
{{- end }}
{{- end }}

{{- define "kind.init" -}}
{{ include "program.step" (dict "root" . "name" "build" "image" (include "kind.image" .) "script" (get (include "nodejs.scripts" . | fromJson) "build")) }}
{{- end }}

{{- define "kind.start" -}}
{{- get (include "nodejs.scripts" . | fromJson) (ternary "start" "page" (eq .Values.source.kind "git")) | quote }}
{{- end }}

{{- define "nodejs.scripts" -}}
{{- $scripts := dict "build" `if [ -n "${SOURCE_BUILD:-}" ]; then
  bash -euo pipefail -c "$SOURCE_BUILD"
elif [ -f package.json ]; then
  if [ -f package-lock.json ]; then npm ci --include=dev; else npm install --include=dev; fi
  npm run build --if-present
  npm prune --omit=dev
fi
` }}
{{- $scripts = merge $scripts (dict "start" `if [ -n "${SOURCE_START:-}" ]; then exec sh -euc "exec $SOURCE_START"; fi
if [ -f package.json ] && node -e 'process.exit((require("./package.json").scripts || {}).start ? 0 : 1)'; then exec npm start; fi
for file in server.js index.js; do
  if [ -f "$file" ]; then exec node "$file"; fi
done
echo "There is no start script in package.json, no server.js and no index.js" >&2
exit 1
` "page" "exec node /page/server.js") }}
{{- $scripts | toJson }}
{{- end }}

{{- /* A site without a program says so. */}}
{{- define "kind.page" -}}
server.js: |
  const page = '<!doctype html><html lang="en"><meta charset="utf-8"><title>No program yet</title>' +
    '<h1>This site has no program yet</h1><p>Name an image or a Git repository as its source in Canopy.</p></html>';
  const server = require('node:http').createServer((request, answer) => {
    answer.writeHead(200, {'content-type': 'text/html; charset=utf-8'});
    answer.end(page);
  });
  server.listen(Number(process.env.PORT));
  process.on('SIGTERM', () => server.close());
{{- end }}
