{{- /* uid, group (default: uid); lowPorts: the image binds a port below 1024 and runs as nobody special */}}
{{- define "common.pod-security" -}}
runAsNonRoot: true
runAsUser: {{ .uid | int }}
runAsGroup: {{ .group | default .uid | int }}
fsGroup: {{ .group | default .uid | int }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- if .lowPorts }}
sysctls:
  - name: net.ipv4.ip_unprivileged_port_start
    value: "0"
{{- end }}
{{- end }}

{{- /* writable: an image of the user's, which may write where it likes in its own layer */}}
{{- define "common.container-security" -}}
allowPrivilegeEscalation: false
{{- if not .writable }}
readOnlyRootFilesystem: true
{{- end }}
capabilities:
  drop: ["ALL"]
{{- end }}

{{- /* root, count: how many pods serve while the site is not stopped. Values of an older release that are reused have no word of it. */}}
{{- define "common.replicas" -}}
{{- ternary 0 (int .count) (default false .root.Values.stopped) | int }}
{{- end }}

{{- define "common.pod-defaults" -}}
serviceAccountName: {{ .root.Release.Name | quote }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecret }}
imagePullSecrets:
  - name: {{ . | quote }}
{{- end }}
{{- end }}

{{- /* On one volume that only one node can mount, every pod that mounts it must be where the web pod is. */}}
{{- define "common.beside-web" -}}
{{- if ne .Values.persistence.accessMode "ReadWriteMany" }}
affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels:
            {{- include "common.selector" (dict "root" . "component" "web") | nindent 12 }}
{{- end }}
{{- end }}

{{- /* image: {repository, tag, digest}, tag: the one to take when the image has none */}}
{{- define "common.image" -}}
{{- if .image.digest }}
{{- printf "%s@%s" .image.repository .image.digest | quote }}
{{- else }}
{{- printf "%s:%s" .image.repository (.image.tag | default .tag) | quote }}
{{- end }}
{{- end }}

{{- /* given: what the values say; cpu (millicores), request and limit (MiB): what is taken otherwise */}}
{{- define "common.resources" -}}
{{- $requests := dict "cpu" (printf "%dm" (int .cpu)) "memory" (printf "%dMi" (int .request)) }}
{{- $limits := dict "memory" (printf "%dMi" (int .limit)) }}
{{- merge (dict) (default (dict) .given) (dict "requests" $requests "limits" $limits) | toYaml | nindent 0 }}
{{- end }}
