{{- define "common.mysql" -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ printf "%s-mysql" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "mysql") | nindent 4 }}
spec:
  replicas: {{ include "common.replicas" (dict "root" . "count" 1) | int }}
  serviceName: {{ printf "%s-mysql-pods" .Release.Name | quote }}
  revisionHistoryLimit: 5
  persistentVolumeClaimRetentionPolicy:
    whenDeleted: Retain
    whenScaled: Retain
  selector:
    matchLabels:
      {{- include "common.selector" (dict "root" . "component" "mysql") | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "common.pod-labels" (dict "root" . "component" "mysql") | nindent 8 }}
      annotations:
        {{- include "common.pod-annotations" (dict "root" . "container" "mysql" "secrets" (list "db")) | nindent 8 }}
    spec:
      {{- include "common.pod-defaults" (dict "root" .) | nindent 6 }}
      terminationGracePeriodSeconds: 60
      securityContext:
        {{- include "common.pod-security" (dict "uid" 999) | nindent 8 }}
      initContainers:
        # The image's own entrypoint pastes passwords into SQL as they are and reads them only for a new database. Here
        # they are escaped, and what mysqld runs at each start brings a later change into an existing database too.
        - name: prepare
          image: {{ include "common.image" (dict "image" .Values.mysql.image) }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          command: ["bash", "-euc"]
          args:
            - |
              word() {
                local text="$1" out="" c
                while [ -n "$text" ]; do
                  c="${text:0:1}"
                  text="${text:1}"
                  case "$c" in
                    \'|\\) out="$out\\$c" ;;
                    $'\n'|$'\r') echo "A database user or password is more than one line" >&2; exit 1 ;;
                    *) out="$out$c" ;;
                  esac
                done
                printf "'%s'" "$out"
              }
              # In a folder of its own first: one that was left half made is made again.
              if [ ! -d /volume/mysql/mysql ]; then
                rm -rf /volume/mysql.part
                mysqld --no-defaults --initialize-insecure --datadir=/volume/mysql.part --tmpdir=/tmp --log-error=/dev/stderr
                rm -rf /volume/mysql
                mv /volume/mysql.part /volume/mysql
                echo "The database is made"
              fi
              umask 077
              user="$(word "$MYSQL_USER")@'%'"
              password="$(word "$MYSQL_PASSWORD")"
              root="$(word "$MYSQL_ROOT_PASSWORD")"
              {
                echo "CREATE DATABASE IF NOT EXISTS \`$MYSQL_DATABASE\`;"
                echo "CREATE USER IF NOT EXISTS $user IDENTIFIED BY $password;"
                echo "ALTER USER $user IDENTIFIED BY $password;"
                echo "GRANT ALL ON \`${MYSQL_DATABASE//_/\\_}\`.* TO $user;"
                echo "CREATE USER IF NOT EXISTS 'root'@'%' IDENTIFIED BY $root;"
                echo "ALTER USER 'root'@'%' IDENTIFIED BY $root;"
                echo "GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;"
                echo "ALTER USER 'root'@'localhost' IDENTIFIED BY $root;"
              } > /run/passwords/init.sql
          env:
            - name: MYSQL_DATABASE
              value: {{ .Values.database.name | quote }}
            - name: MYSQL_USER
              value: {{ .Values.database.user | quote }}
            - name: MYSQL_PASSWORD
              valueFrom:
                secretKeyRef:
                  name: {{ include "common.db-secret" . }}
                  key: user-password
            - name: MYSQL_ROOT_PASSWORD
              valueFrom:
                secretKeyRef:
                  name: {{ include "common.db-secret" . }}
                  key: root-password
          securityContext:
            {{- include "common.container-security" . | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "given" .Values.resources.mysql "cpu" 100 "request" 512 "limit" 1024) | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: /volume
            - name: passwords
              mountPath: /run/passwords
            - name: scratch
              mountPath: /tmp
              subPath: tmp
            - name: scratch
              mountPath: /var/run/mysqld
              subPath: run
      containers:
        - name: mysql
          image: {{ include "common.image" (dict "image" .Values.mysql.image) }}
          imagePullPolicy: {{ .Values.image.pullPolicy | quote }}
          command: ["mysqld"]
          args:
            - --init-file=/run/passwords/init.sql
            - --disable-log-bin
            - --skip-name-resolve
            - --character-set-server=utf8mb4
            - --mysqlx=0
          ports:
            - name: mysql
              containerPort: 3306
              protocol: TCP
          # No password: a server that says "access denied" is up, and the password of a rotation must not make it look
          # down.
          startupProbe:
            exec:
              command: ["mysqladmin", "-h127.0.0.1", "-uprobe", "ping"]
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 150
          readinessProbe:
            exec:
              command: ["mysqladmin", "-h127.0.0.1", "-uprobe", "ping"]
            periodSeconds: 10
            timeoutSeconds: 5
          livenessProbe:
            tcpSocket:
              port: mysql
            periodSeconds: 20
            failureThreshold: 6
          securityContext:
            {{- include "common.container-security" . | nindent 12 }}
          resources:
            {{- include "common.resources" (dict "given" .Values.resources.mysql "cpu" 100 "request" 512 "limit" 1024) | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: /var/lib/mysql
              subPath: mysql
            - name: passwords
              mountPath: /run/passwords
              readOnly: true
            - name: scratch
              mountPath: /tmp
              subPath: tmp
            - name: scratch
              mountPath: /var/run/mysqld
              subPath: run
      volumes:
        - name: passwords
          emptyDir:
            medium: Memory
            sizeLimit: 1Mi
        - name: scratch
          emptyDir: {}
  volumeClaimTemplates:
    - metadata:
        name: data
        labels:
          {{- include "common.selector" (dict "root" . "component" "mysql") | nindent 10 }}
      spec:
        accessModes: ["ReadWriteOnce"]
        {{- with .Values.persistence.storageClass }}
        storageClassName: {{ . | quote }}
        {{- end }}
        resources:
          requests:
            storage: {{ .Values.mysql.size | quote }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ printf "%s-mysql" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "mysql") | nindent 4 }}
spec:
  type: ClusterIP
  selector:
    {{- include "common.selector" (dict "root" . "component" "mysql") | nindent 4 }}
  ports:
    # The port that is asked for is this server's unless another server is meant.
    - name: mysql
      port: {{ ternary .Values.database.port 3306 (ne (include "common.db-is-own" .) "") | int }}
      targetPort: mysql
      protocol: TCP
---
apiVersion: v1
kind: Service
metadata:
  name: {{ printf "%s-mysql-pods" .Release.Name | quote }}
  labels:
    {{- include "common.labels" (dict "root" . "component" "mysql") | nindent 4 }}
spec:
  type: ClusterIP
  clusterIP: None
  selector:
    {{- include "common.selector" (dict "root" . "component" "mysql") | nindent 4 }}
  ports:
    - name: mysql
      port: 3306
      targetPort: mysql
      protocol: TCP
{{- end }}
