{{- /* Every pod of the release: nothing comes in unless a policy below allows it; out go DNS, the release's own pods
       and the internet, but not the cluster's and the provider's private addresses. databasePort: one more way out,
       to a database that is not in the release. */}}
{{- define "common.policy.default" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ printf "%s-default" .root.Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" .root "component" "release") | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
  policyTypes: ["Ingress", "Egress"]
  egress:
    - ports:
        - port: 53
          protocol: UDP
        - port: 53
          protocol: TCP
    - to:
        - podSelector:
            matchLabels:
              app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
    - to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"]
        - ipBlock:
            cidr: ::/0
            except: ["fc00::/7", "fe80::/10"]
    {{- if .databasePort }}
    - to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except: ["169.254.0.0/16"]
        - ipBlock:
            cidr: ::/0
            except: ["fe80::/10"]
      ports:
        - port: {{ .databasePort | int }}
          protocol: TCP
    {{- end }}
{{- end }}

{{- /* component, port: who is reached; from: components of the release; outside: also from the ingress controller's
       namespace (any namespace when none is named); world: from everywhere */}}
{{- define "common.policy.ingress" -}}
{{- $root := .root }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ printf "%s-%s" .root.Release.Name .component | quote }}
  labels:
    {{- include "common.labels" (dict "root" .root "component" .component) | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "common.selector" (dict "root" .root "component" .component) | nindent 6 }}
  policyTypes: ["Ingress"]
  ingress:
    - ports:
        - port: {{ .port | quote }}
          protocol: TCP
      {{- if not .world }}
      from:
        {{- range .from }}
        - podSelector:
            matchLabels:
              {{- include "common.selector" (dict "root" $root "component" .) | nindent 14 }}
        {{- end }}
        {{- if .outside }}
        {{- if .root.Values.networkPolicy.ingressNamespace }}
        - namespaceSelector:
            matchLabels:
              kubernetes.io/metadata.name: {{ .root.Values.networkPolicy.ingressNamespace | quote }}
        {{- else }}
        - namespaceSelector: {}
        {{- end }}
        {{- end }}
      {{- end }}
{{- end }}
