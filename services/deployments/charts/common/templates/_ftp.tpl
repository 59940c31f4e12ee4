{{- /* root; folder: of the volume, which is the user's home; uid: whose files they are */}}
{{- define "common.ftp" -}}
{{- $folder := .folder }}
{{- $uid := .uid }}
{{- with .root }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ printf "%s-ftp" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "ftp") | nindent 4 }}
spec:
  replicas: {{ include "common.replicas" (dict "root" . "count" 1) | int }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: 300
  strategy:
    type: Recreate
  selector:
    matchLabels:
      {{- include "common.selector" (dict "root" . "component" "ftp") | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "common.pod-labels" (dict "root" . "component" "ftp") | nindent 8 }}
      annotations:
        {{- include "common.pod-annotations" (dict "root" . "container" "sftp" "secrets" (list "app")) | nindent 8 }}
    spec:
      {{- include "common.pod-defaults" (dict "root" .) | nindent 6 }}
      {{- include "common.beside-web" . | nindent 6 }}
      securityContext:
        {{- include "common.pod-security" (dict "uid" $uid) | nindent 8 }}
      containers:
        - name: sftp
          image: {{ include "common.image" (dict "image" .Values.ftp.image) }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          command: ["sh", "-ec"]
          args:
            - |
              json() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }
              umask 077
              printf '{"users":[{"username":"%s","password":"%s","status":1,"home_dir":"%s","permissions":{"/":["*"]}}]}' \
                "$(json "$FTP_USER")" "$(json "$FTP_PASSWORD")" "$FTP_HOME" > /run/sftpgo/users.json
              umask 022
              exec sftpgo serve
          env:
            - name: FTP_USER
              value: {{ .Values.app.adminUser | quote }}
            - name: FTP_PASSWORD
              valueFrom:
                secretKeyRef:
                  name: {{ include "common.app-secret" . }}
                  key: ftp-password
            - name: FTP_HOME
              value: {{ printf "/srv/%s" $folder | quote }}
            - name: SFTPGO_LOADDATA_FROM
              value: /run/sftpgo/users.json
            - name: SFTPGO_DATA_PROVIDER__DRIVER
              value: memory
            - name: SFTPGO_DATA_PROVIDER__NAME
              value: ""
            - name: SFTPGO_LOG_FILE_PATH
              value: ""
            # Two lines for each connection of a probe otherwise.
            - name: SFTPGO_LOG_LEVEL
              value: info
            - name: SFTPGO_HTTPD__BINDINGS__0__PORT
              value: "0"
            - name: SFTPGO_SFTPD__BINDINGS__0__PORT
              value: "2022"
            - name: SFTPGO_SFTPD__HOST_KEYS
              value: /var/lib/sftpgo/id_ed25519
          ports:
            - name: sftp
              containerPort: 2022
              protocol: TCP
          readinessProbe:
            tcpSocket:
              port: sftp
            periodSeconds: 10
          livenessProbe:
            tcpSocket:
              port: sftp
            periodSeconds: 20
            failureThreshold: 6
          securityContext:
            {{- include "common.container-security" . | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "cpu" 10 "request" 64 "limit" 256) | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: {{ printf "/srv/%s" $folder | quote }}
              subPath: {{ $folder | quote }}
            # The host key stays the same over restarts, or every client would warn.
            - name: data
              mountPath: /var/lib/sftpgo
              subPath: sftpgo
            - name: run
              mountPath: /run/sftpgo
            - name: scratch
              mountPath: /tmp
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: {{ printf "%s-data" .Release.Name | quote }}
        - name: run
          emptyDir:
            medium: Memory
            sizeLimit: 1Mi
        - name: scratch
          emptyDir: {}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ printf "%s-ftp" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "ftp") | nindent 4 }}
spec:
  type: {{ .Values.ftp.service.type | quote }}
  selector:
    {{- include "common.selector" (dict "root" . "component" "ftp") | nindent 4 }}
  ports:
    - name: sftp
      port: 2022
      targetPort: sftp
      protocol: TCP
{{- end }}
{{- end }}
