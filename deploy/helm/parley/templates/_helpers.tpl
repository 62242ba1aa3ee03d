{{/* What each service needs. tools/test/deploy/chart.deploy-spec.ts compares the result with compose.yaml and npm start. */}}
{{- define "parley.services" -}}
organization: { database: true, storage: true, mail: true, keys: true, redis: true, cells: true, push: true, videoCalls: true, signIn: true }
channels: { database: true, redis: true }
messaging: { database: true, storage: true, redis: true }
settings: { database: true, redis: true, push: true, registrationKeys: true }
invitations: { database: true, mail: true, operator: true, redis: true }
notifications: { database: true, mail: true, redis: true, push: true, outside: true }
event-queue: { database: true, redis: true, queues: true }
{{- if include "parley.isFirstCell" . }}
gateway: { storage: true, front: true, redis: true, cells: true }
{{- if .Values.cells.names }}
directory: { database: true, cells: true }
{{- end }}
{{- end }}
{{- end }}

{{/* Whether this release is that of the only or the first cell: "true", or empty */}}
{{- define "parley.isFirstCell" -}}
{{- $cells := .Values.cells -}}
{{- if and $cells.names (not (has $cells.own $cells.names)) -}}
{{- fail (printf "cells.own is %q, and cells.names are %s: name the cell of this release" $cells.own (join ", " $cells.names)) -}}
{{- end -}}
{{- if or (not $cells.names) (eq $cells.own (first $cells.names)) }}true{{ end -}}
{{- end }}

{{/* Before the names of NATS users of a cell that is not the first: cell-2- */}}
{{- define "parley.cellPrefix" -}}
{{- if not (include "parley.isFirstCell" .) }}{{ .Values.cells.own }}-{{ end -}}
{{- end }}

{{/* dict "root" $ "isUpgraded" whether the first step of an upgrade replaces it */}}
{{- define "parley.image" -}}
{{- $image := .root.Values.image -}}
{{- $previous := $image.previous -}}
{{- if and $image.tag $image.digest -}}
{{- fail "image.tag and image.digest are both set, and one of them names the version: leave the other one empty, as with --set image.digest=" -}}
{{- end -}}
{{- if and $previous.tag $previous.digest -}}
{{- fail "image.previous.tag and image.previous.digest are both set, and one of them names the version: leave the other one empty" -}}
{{- end -}}
{{- if and (not .isUpgraded) (or $previous.tag $previous.digest) -}}
{{ $image.repository }}{{ if $previous.digest }}@{{ $previous.digest }}{{ else }}:{{ $previous.tag }}{{ end }}
{{- else -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{- define "parley.labels" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* An environment variable from the Secret: dict "root" $ "name" of the variable "key" of the Secret */}}
{{- define "parley.fromSecret" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName | quote }}, key: {{ .key | default .name }} } }
{{- end }}

{{/* As in POSTGRES_EVENT_QUEUE_PASSWORD, or with "second" true POSTGRES_EVENT_QUEUE_SECOND_PASSWORD: dict "store" "POSTGRES" "service" "event-queue" */}}
{{- define "parley.passwordKey" -}}
{{ .store }}_{{ .service | replace "-" "_" | upper }}{{ if .second }}_SECOND{{ end }}_PASSWORD
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "parley.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: { drop: ["ALL"] }
{{- end }}

{{/* The URL of PostgreSQL, or with "pooled" true of its pooler, if there is one. Kubernetes puts the password in place of $(POSTGRES_PASSWORD). */}}
{{- define "parley.databaseUrl" -}}
{{- $postgres := .root.Values.postgres -}}
{{- $database := .database | default $postgres.database -}}
{{- $server := ternary $postgres.pooler $postgres (and .pooled (ne $postgres.pooler.host "")) -}}
postgres://{{ .user }}:$(POSTGRES_PASSWORD)@{{ $server.host }}:{{ $server.port }}/{{ $database }}{{ $server.parameters }}
{{- end }}

{{/* The environment of a service: dict "root" $ "service" its name "needs" its entry above */}}
{{- define "parley.environment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $user := printf "%s%s" (include "parley.cellPrefix" $root) .service -}}
- name: INSTANCE
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- { name: NODE_ENV, value: production }
- { name: EXTERNAL_HOST, value: {{ $values.externalHost | quote }} }
- { name: EXTERNAL_SCHEME, value: {{ $values.externalScheme }} }
- { name: LOG_LEVEL, value: {{ $values.logLevel }} }
- { name: MANAGEMENT_HOST, value: "0.0.0.0" }
- { name: MANAGEMENT_PORT, value: "9090" }
{{ include "parley.fromSecret" (dict "root" $root "name" "PARLEY_CALLER_SECRET") }}
{{- if $values.previousSecrets.caller }}
{{ include "parley.fromSecret" (dict "root" $root "name" "PARLEY_CALLER_SECRET_PREVIOUS") }}
{{- end }}
{{ include "parley.fromSecret" (dict "root" $root "name" "NATS_PASSWORD" "key" (include "parley.passwordKey" (dict "store" "NATS" "service" $user "second" $values.secondLogins.nats))) }}
{{- $service := printf "%s%s" $user (ternary "-second" "" $values.secondLogins.nats) }}
{{- $servers := list }}
{{- range $values.nats.servers }}{{ $servers = append $servers (printf "nats://%s:$(NATS_PASSWORD)@%s" $service .) }}{{ end }}
- { name: NATS_URL, value: {{ join "," $servers | quote }} }
{{- if not (include "parley.isFirstCell" $root) }}
- { name: NATS_SUBJECT_PREFIX, value: {{ printf "%s." $values.cells.own | quote }} }
{{- end }}
{{- if and .needs.cells $values.cells.names (or $values.cells.routed (eq .service "directory")) }}
- { name: CELLS, value: {{ join "," $values.cells.names | quote }} }
{{- end }}
{{- if .needs.redis }}
{{ include "parley.fromSecret" (dict "root" $root "name" "REDIS_PASSWORD") }}
{{- with $values.redis }}
{{- if .sentinel.servers }}
- { name: REDIS_URL, value: {{ printf "redis+sentinel://:$(REDIS_PASSWORD)@%s/%s?port=%v" (join "," .sentinel.servers) .sentinel.master .port | quote }} }
{{- else }}
- { name: REDIS_URL, value: {{ printf "%s://:$(REDIS_PASSWORD)@%s:%v" (ternary "rediss" "redis" .tls) .host .port | quote }} }
{{- end }}
{{- end }}
{{- end }}
{{- if and .needs.queues $values.redis.queues.servers }}
{{- if $values.redis.queues.ownPassword }}
{{ include "parley.fromSecret" (dict "root" $root "name" "QUEUES_REDIS_PASSWORD") }}
{{- end }}
{{- $queues := list }}
{{- range $values.redis.queues.servers }}{{ $queues = append $queues (printf "%s://:$(%sREDIS_PASSWORD)@%s" (ternary "rediss" "redis" $values.redis.queues.tls) (ternary "QUEUES_" "" $values.redis.queues.ownPassword) .) }}{{ end }}
- { name: QUEUES_REDIS_URL, value: {{ join "," $queues | quote }} }
{{- end }}
{{- if .needs.database }}
{{ include "parley.fromSecret" (dict "root" $root "name" "POSTGRES_PASSWORD" "key" (include "parley.passwordKey" (dict "store" "POSTGRES" "service" .service "second" $values.secondLogins.postgres))) }}
{{- $login := printf "parley_%s%s" (.service | replace "-" "_") (ternary "_second" "" $values.secondLogins.postgres) }}
- { name: DATABASE_URL, value: {{ include "parley.databaseUrl" (dict "root" $root "user" $login "pooled" true "database" (ternary $values.cells.directoryDatabase "" (eq .service "directory"))) | quote }} }
{{- if $values.postgres.pooler.host }}
- { name: DATABASE_POOLER, value: transaction }
{{- end }}
{{- end }}
{{- if .needs.keys }}
{{ include "parley.fromSecret" (dict "root" $root "name" "PARLEY_KEY_SECRET") }}
{{- if $values.previousSecrets.key }}
{{ include "parley.fromSecret" (dict "root" $root "name" "PARLEY_KEY_SECRET_PREVIOUS") }}
{{- end }}
{{- end }}
{{- if .needs.storage }}
{{- if $values.storage.claim }}
- { name: STORAGE_DIRECTORY, value: /files }
{{- else if $values.storage.s3.bucket }}
- { name: S3_BUCKET, value: {{ $values.storage.s3.bucket | quote }} }
- { name: S3_REGION, value: {{ $values.storage.s3.region | quote }} }
{{- if $values.storage.s3.endpoint }}
- { name: S3_ENDPOINT, value: {{ $values.storage.s3.endpoint | quote }} }
{{- end }}
{{- if $values.storage.s3.keysInSecret }}
{{ include "parley.fromSecret" (dict "root" $root "name" "S3_ACCESS_KEY_ID") }}
{{ include "parley.fromSecret" (dict "root" $root "name" "S3_SECRET_ACCESS_KEY") }}
{{- end }}
{{- else }}
{{- fail "storage.claim or storage.s3.bucket must be set: uploaded files need a place that all processes share" }}
{{- end }}
{{- end }}
{{- if and .needs.mail $values.mail.enabled }}
{{ include "parley.fromSecret" (dict "root" $root "name" "SMTP_URL") }}
{{- if $values.mail.from }}
- { name: MAIL_FROM, value: {{ $values.mail.from | quote }} }
{{- end }}
{{- end }}
{{- with $values.push }}
{{- if and $.needs.push .services }}
- { name: PUSH_SERVICES, value: {{ join "," .services | quote }} }
{{- end }}
{{- if and (has $.service (list "organization" "notifications")) (has "web" .services) }}
- { name: WEB_PUSH_PUBLIC_KEY, value: {{ .web.publicKey | quote }} }
{{- end }}
{{- if and $.needs.registrationKeys .registrationKeysInSecret }}
{{ include "parley.fromSecret" (dict "root" $root "name" "PUSH_REGISTRATION_KEYS") }}
{{- end }}
{{- if and $.needs.outside (has "apns" .services) }}
{{ include "parley.fromSecret" (dict "root" $root "name" "APNS_KEY") }}
- { name: APNS_KEY_ID, value: {{ .apns.keyId | quote }} }
- { name: APNS_TEAM_ID, value: {{ .apns.teamId | quote }} }
{{- if .apns.sandbox }}
- { name: APNS_SANDBOX, value: "1" }
{{- end }}
{{- end }}
{{- if and $.needs.outside (has "fcm" .services) }}
{{ include "parley.fromSecret" (dict "root" $root "name" "FCM_CREDENTIALS") }}
{{- end }}
{{- if and $.needs.outside (has "web" .services) }}
{{ include "parley.fromSecret" (dict "root" $root "name" "WEB_PUSH_KEY") }}
- { name: WEB_PUSH_SUBJECT, value: {{ .web.subject | quote }} }
{{- end }}
{{- end }}
{{- if and .needs.outside $values.outgoingWebhooks.networks }}
- { name: OUTGOING_WEBHOOK_NETWORKS, value: {{ join "," $values.outgoingWebhooks.networks | quote }} }
{{- end }}
{{- if and .needs.signIn $values.signIn.networks }}
- { name: SIGN_IN_NETWORKS, value: {{ join "," $values.signIn.networks | quote }} }
{{- end }}
{{- if .needs.videoCalls }}
{{- with $values.videoCalls }}
{{- with .jitsiUrl }}
- { name: JITSI_SERVER_URL, value: {{ . | quote }} }
{{- end }}
{{- with .bigBlueButtonUrl }}
- { name: BIG_BLUE_BUTTON_URL, value: {{ . | quote }} }
{{ include "parley.fromSecret" (dict "root" $root "name" "BIG_BLUE_BUTTON_SECRET") }}
{{- end }}
{{- with .zoom }}
{{- if .accountId }}
- { name: ZOOM_ACCOUNT_ID, value: {{ .accountId | quote }} }
- { name: ZOOM_CLIENT_ID, value: {{ .clientId | quote }} }
{{ include "parley.fromSecret" (dict "root" $root "name" "ZOOM_CLIENT_SECRET") }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if and $values.mailIn.domain (has .service (list "channels" "notifications" "gateway")) }}
- { name: MAIL_IN_DOMAIN, value: {{ $values.mailIn.domain | quote }} }
{{- if .needs.front }}
- { name: MAIL_IN_HOST, value: "0.0.0.0" }
- { name: MAIL_IN_PORT, value: "2525" }
- { name: MAIL_IN_PROTOCOL, value: {{ $values.mailIn.protocol | quote }} }
{{- end }}
{{- end }}
{{- if and .needs.operator $values.jobBoard.enabled }}
{{ include "parley.fromSecret" (dict "root" $root "name" "OPERATOR_USER") }}
{{ include "parley.fromSecret" (dict "root" $root "name" "OPERATOR_PASSWORD") }}
{{- end }}
{{- with $values.tracing }}
{{- if .endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .endpoint | quote }} }
{{- range $name, $value := dict "OTEL_TRACES_SAMPLER" .sampler "OTEL_TRACES_SAMPLER_ARG" .samplerArg "OTEL_RESOURCE_ATTRIBUTES" .resourceAttributes }}
{{- if $value }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- if .headersInSecret }}
{{ include "parley.fromSecret" (dict "root" $root "name" "OTEL_EXPORTER_OTLP_HEADERS") }}
{{- end }}
{{- end }}
{{- end }}
{{- if .needs.front }}
- { name: HOST, value: "0.0.0.0" }
- { name: PORT, value: "9991" }
{{- end }}
{{- range $name, $value := mergeOverwrite (deepCopy $values.env) (get (get $values.services .service) "env" | default dict) }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{/* The port of a URL */}}
{{- define "parley.portOf" -}}
{{- $url := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{ $port | default (ternary "443" "80" (eq $url.scheme "https")) }}
{{- end }}

{{/* Peers: the public internet, and the networks that are given. libs/runtime/src/outside/public-address.ts decides for each address once more. */}}
{{- define "parley.outside" -}}
- ipBlock: { cidr: 0.0.0.0/0, except: [0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16] }
- ipBlock: { cidr: "::/0", except: ["::1/128", "fc00::/7", "fe80::/10"] }
{{- range .networks }}
- ipBlock: { cidr: {{ . | quote }} }
{{- end }}
{{- end }}

{{/* How fast an autoscaler adds and removes replicas. Its argument: the most that it adds in a minute. */}}
{{- define "parley.scalingBehavior" -}}
scaleUp: { policies: [{ type: Pods, value: {{ . }}, periodSeconds: 60 }] }
scaleDown: { stabilizationWindowSeconds: 600, policies: [{ type: Pods, value: 1, periodSeconds: 120 }] }
{{- end }}
