// Made by scripts/texts.mjs from the catalogues texts.en.ftl; npm run texts makes it again.

/** Scope, key, and what the text is filled with. */
export interface Texts {
  account: {
    'firstName': null
    'lastName': null
    'email': null
    'password': null
    'password-about': { n: string | number }
    'name-required': null
    'email-required': null
    'email-invalid': null
    'password-required': null
    'password-short': { n: string | number }
  }
  antd: {
    'empty': null
    'page-before': null
    'page-next': null
    'copy': null
    'copied': null
    'choose': null
    'close': null
    'show': null
    'hide': null
  }
  atWork: {
    'name-install': { name: string | number }
    'name-upgrade': { name: string | number }
    'name-restart': { name: string | number }
    'name-stop': { name: string | number }
    'name-start': { name: string | number }
    'name-scale': { name: string | number }
    'name-move': { name: string | number }
    'name-uninstall': { name: string | number }
  }
  changes: {
    'edit': null
    'edit-named': { name: string | number }
    'restart': null
    'retry': null
    'retry-done': null
    'retry-done-text': null
    'retry-failed': null
    'discard': null
    'task': null
    'failure-lines': { n: number }
    'failure-events': null
    'failure-object': null
    'failure-word': null
    'failure-times': null
  }
  charts: {
    'range': null
    '24h': null
    '7d': null
    '30d': null
    'since': { when: string | number }
    'table': null
    'time': null
  }
  clusterLacks: {
    'title': null
  }
  confirm: {
    'cancel': null
    'delete': null
    'type': { name: string | number }
  }
  copy: {
    'copy': { text: string | number }
    'copied': null
    'not': null
  }
  curl: {
    'copy': null
    'copied': null
    'token': null
    'not': null
  }
  dashboard: {
    'title': null
    'about': null
    'create': null
    'first-title': null
    'first-text': null
    'first-team': null
    'first-team-text': null
    'first-team-create': null
    'failed': null
    'loading': null
    'counts': null
    'deployments': null
    'teams': null
    'clusters': null
    'datacenters': null
    'tasks': null
    'events': null
    'all': null
    'empty-title': null
    'empty-text': null
    'attention': null
    'attention-name': null
    'attention-reason': null
    'attention-since': null
    'attention-is-down': null
    'attention-is-unapplied': null
    'attention-is-unreachable': null
    'attention-is-unset': null
    'attention-serves': { number: string | number }
    'attention-is-maintenance': null
    'attention-maintenance': null
    'attention-unset': null
    'attention-unreachable': null
    'attention-drift': { n: number; number: string | number }
    'attention-drift-by': { n: number; number: string | number; names: string | number }
    'attention-is-drift': null
    'attention-drift-view': null
    'attention-task': null
    'attention-set': null
    'attention-replace': null
    'mail-off': null
    'mail-off-view': null
    'attention-more': { n: number }
    'well': { n: number }
    'well-clusters': { n: number }
    'of': { n: string | number }
    'stopped': { n: string | number }
    'tasks-work': { n: number }
    'work': null
    'work-none': null
    'work-view': null
    'work-all': { n: number }
    'hours-label': null
    'hours': { n: number; warnings: string | number; errors: string | number }
    'hours-more': { n: number; warnings: string | number; errors: string | number }
    'hours-bar': { n: number; from: string | number; to: string | number; warnings: string | number; errors: string | number }
    'hours-warnings': { n: number }
    'hours-errors': { n: number }
    'steps': { done: string | number; n: string | number }
    'steps-hide': null
    'steps-done': null
    'steps-cluster': null
    'steps-cluster-why': null
    'steps-team': null
    'steps-team-why': null
    'steps-site': null
    'steps-site-why': null
    'steps-mail': null
    'steps-mail-why': null
    'steps-second': null
    'steps-second-why': null
    'steps-factor': null
    'steps-factor-why': null
    'unwell': { names: string | number }
    'unwell-view': null
    'backup-view': null
    'letters': { n: number }
    'letters-view': null
  }
  database: {
    'title': null
    'about': null
    'refresh': null
    'failed': null
    'missing': { services: string | number }
    'overview': null
    'size': null
    'version': null
    'name': null
    'connections': null
    'of': { n: string | number; most: string | number }
    'backup': null
    'backup-none': null
    'backup-unknown': null
    'backup-at': null
    'backup-never': null
    'backup-where': null
    'backup-schedule': null
    'backup-by-hand': null
    'backup-every': { n: number }
    'schemas': null
    'schema': null
    'migrations': null
    'last-migration': null
    'applied': null
    'took': null
    'milliseconds': { n: string | number }
    'migration': null
    'of-all': null
    'connections-state': { n: string | number; state: string | number }
    'state-active': null
    'state-idle': null
    'state-idle-in-transaction': null
    'state-unknown': null
    'largest': null
    'table': null
    'indexes': null
    'rows': null
    'rows-about': null
    'rows-unknown': null
    'statements': null
    'statements-about': null
    'statements-unknown': null
    'statements-none': null
    'statement': null
    'calls': null
    'mean': null
    'total': null
  }
  deployments: {
    'title': null
    'about': null
    'new': null
    'search': null
    'status-any': null
    'status-filter': null
    'status-running': null
    'status-pending': null
    'status-failed': null
    'status-stopped': null
    'cluster-filter': { name: string | number }
    'cluster-any': null
    'team-any': null
    'team-filter': { name: string | number }
    'sort': null
    'sort-newest': null
    'sort-name': null
    'sort-backwards': null
    'sort-changed': null
    'sort-unchanged': null
    'sort-oldest': null
    'sort-failed': null
    'sort-healthy': null
    'column-name': null
    'column-now': null
    'row-updated': null
    'loading': null
    'found': { n: number; total: string | number }
    'empty-title': null
    'empty-text': null
    'empty-filtered': null
    'filters-clear': null
    'load-failed': null
    'pages': null
    'open': null
    'more': null
    'delete': null
    'delete-named': { name: string | number }
    'delete-ask': null
    'delete-text': null
    'goes-site': { domain: string | number }
    'goes-database': { name: string | number }
    'goes-files': null
    'goes-passwords': null
    'goes-passwords-env': { n: number }
    'goes-cluster': null
    'goes-asking': null
    'goes-none': null
    'goes-unseen': { why: string | number }
    'goes-busy': null
    'goes-lost': { claim: string | number; size: string | number }
    'goes-unbound': { claim: string | number; size: string | number }
    'goes-unknown': { claim: string | number; size: string | number }
    'goes-foreign': { names: string | number }
    'goes-objects': { n: number }
    'goes-stays': null
    'goes-kept': { volume: string | number; claim: string | number; size: string | number }
    'delete-failed': null
    'delete-begun': null
    'delete-begun-text': { name: string | number }
    'delete-done': null
    'delete-done-text': null
    'delete-stuck': null
    'delete-stuck-text': { name: string | number }
    'task': null
    'reason-deleting': null
    'reason-foreign': null
    'forget': null
    'forget-ask': null
    'forget-text': null
    'forget-failed': null
    'forget-done': null
    'forget-remains': null
    'forget-nothing': null
    'details': null
    'domain': null
    'domain-open': { domain: string | number }
    'type': null
    'team': null
    'cluster': null
    'cluster-unknown': null
    'location': null
    'location-none': null
    'cpu': null
    'memory': null
    'storage': null
    'release': null
    'namespace': null
    'created': null
    'updated': null
    'id': null
    'services': null
    'services-active': null
    'services-inactive': null
    'services-none': null
    'services-failed': null
    'service-pods': { pods: number; ready: string | number }
    'service-restarts': { n: number }
    'shell': null
    'shell-of': { service: string | number }
    'service-web': null
    'service-nginx': null
    'service-mysql': null
    'service-redis': null
    'service-ftp': null
    'service-phpmyadmin': null
    'service-cloudflare': null
    'php': null
    'php-version': null
    'php-memory': null
    'php-time': null
    'php-upload': null
    'php-pool': null
    'php-requests': null
    'php-extensions': null
    'mb': { n: string | number }
    'seconds': { n: string | number }
    'database': null
    'database-name': null
    'database-host': null
    'database-port': null
    'database-user': null
    'database-pass': null
    'database-root': null
    'access': null
    'access-user': null
    'access-pass': null
    'access-token': null
    'hidden': null
    'reveal': null
    'conceal': null
    'reveal-about': null
    'reveal-root': null
    'reveal-failed': null
    'problem-log': null
    'problem-install': null
    'problem-change': null
    'problem-restart': null
    'problem-right': null
    'problem-remains': null
    'problem-removal': null
    'problem-pods': null
    'problem-serving': null
    'problem-stopped': null
    'problem-next-install': null
    'problem-next-change': null
    'problem-next-restart': null
    'problem-next-right': null
    'problem-next-remains': null
    'problem-next-removal': null
    'problem-next-pods': null
    'problem-down': null
    'problem-former': null
    'work-install': null
    'work-restart': null
    'work-stop': null
    'work-start': null
    'work-scale': null
    'work-move': null
    'work-uninstall': null
    'work-upgrade': null
    'work-waiting': null
    'work-cancelling': null
    'work-progress': null
    'work-for': { time: string | number }
    'work-step': { at: string | number; all: string | number }
    'ended-install': { time: string | number }
    'ended-restart': { time: string | number }
    'ended-stop': { time: string | number }
    'ended-start': { time: string | number }
    'ended-scale': { time: string | number }
    'ended-move': { time: string | number }
    'ended-uninstall': { time: string | number }
    'ended-upgrade': { time: string | number }
    'did-install': null
    'did-restart': null
    'did-stop': null
    'did-start': null
    'did-scale': null
    'did-move': null
    'did-uninstall': null
    'did-upgrade': null
    'one-title': null
    'one-missing': null
    'one-missing-text': null
    'one-back': null
    'one-failed': null
    'health': null
    'health-since': { day: string | number }
    'health-revision': { number: string | number }
    'health-revisions': { effective: string | number; wanted: string | number }
    'health-by': { name: string | number }
    'health-tasks': null
    'health-events': null
    'health-timeline': null
    'reach-up': null
    'reach-down': null
    'reach-unknown': null
    'reach-answer': { status: string | number; time: string | number }
    'reach-redirect': { host: string | number }
    'reach-until': { day: string | number }
    'reach-plain': null
    'reach-check': null
    'reach-failed': null
    'reach-checked': null
    'tabs': null
    'tab-overview': null
    'tab-settings': null
    'technical': null
    'logs': null
    'logs-source': null
    'log-fetch': null
    'log-build': null
    'log-migrate': null
    'log-setup': null
    'log-install': null
    'logs-connecting': null
    'logs-following': null
    'logs-lost': null
    'logs-paused': null
    'logs-none-yet': null
    'logs-failed': null
    'logs-read': null
    'logs-previous': null
    'logs-previous-about': null
    'logs-previous-none': null
    'logs-previous-reading': null
    'logs-part': null
    'logs-part-title': null
    'logs-part-from': null
    'logs-part-to': null
    'logs-part-zone': { zone: string | number }
    'logs-part-wrong': null
    'logs-part-apply': null
    'logs-part-reading': null
    'logs-part-none': null
    'logs-narrowed': { from: string | number; to: string | number }
    'logs-kept': { from: string | number }
    'logs-cut': null
    'logs-whole': null
    'logs-none': null
    'logs-stopped': null
    'logs-foreign': null
    'logs-all': null
    'logs-replaced': { pod: string | number }
    'logs-last-source': null
    'logs-most-sources': { n: string | number }
    'catalogue-failed': null
    'kind-unknown': null
    'addresses': null
    'address': null
    'address-another': { n: string | number }
    'address-inside': null
    'address-pending': null
    'address-forward': { url: string | number }
    'address-port': null
    'address-user': null
    'address-pass': null
    'address-not-yet': null
    'program': null
    'source-default': null
    'revisions': null
    'revisions-failed': null
    'revisions-pages': null
    'revision-number': { number: string | number }
    'revision-create': { author: string | number }
    'revision-update': { author: string | number }
    'revision-discard': { author: string | number }
    'revision-rollback': { number: string | number; author: string | number }
    'revision-stop': { author: string | number }
    'revision-start': { author: string | number }
    'revision-scale': { author: string | number }
    'revision-move': { author: string | number }
    'revision-place': { cluster: string | number }
    'rollback-this': null
    'rollback-named': { number: string | number }
    'rollback-undo': null
    'rollback-title': { number: string | number }
    'rollback-about': { number: string | number }
    'rollback-close': null
    'rollback-without': null
    'rollback-failed': null
    'rollback-done': { number: string | number }
    'drift-title': { n: number; number: string | number }
    'drift-fields': { n: number }
    'drift-missing': { n: number }
    'drift-surplus': { n: number }
    'drift-by': { names: string | number }
    'drift-found': null
    'drift-look': null
    'drift-panel': { number: string | number }
    'drift-about': null
    'drift-none': null
    'drift-close': null
    'drift-failed': null
    'drift-right': null
    'drift-right-done': { number: string | number }
    'drift-over': null
    'drift-over-about': null
    'drift-over-none': null
    'drift-over-save': { number: string | number }
    'drift-over-done': { number: string | number }
    'drift-over-reason': null
    'drift-back': null
    'drift-takes': { field: string | number; value: string | number }
    'revision-effective': null
    'chart': null
    'chart-named': { number: string | number }
    'chart-about': null
    'chart-failed': null
    'compare': null
    'compare-this': null
    'compare-named': { number: string | number }
    'compare-about': null
    'compare-left': null
    'compare-right': null
    'compare-effective': { number: string | number }
    'compare-differs': null
    'compare-chart': null
    'compare-result': null
    'compare-lasted': null
    'compare-author': null
    'compare-close': null
    'compare-value': null
    'compare-limits': null
    'compare-runtime': null
    'compare-power': null
    'revision-helm': { n: number; numbers: string | number }
    'edit-title': null
    'edit-about': null
    'edit-save': null
    'edit-look': null
    'creation-title': null
    'creation-asking': null
    'creation-objects': { n: number; namespace: string | number }
    'creation-elsewhere': { namespace: string | number }
    'creation-untried': { names: string | number }
    'creation-refused': null
    'creation-silent': null
    'creation-wrong': null
    'creation-again': null
    'plan-title': null
    'plan-about': null
    'plan-back': null
    'plan-without': null
    'plan-refused': null
    'plan-nothing': null
    'plan-power-stops': null
    'plan-power-starts': null
    'plan-power-stays': null
    'plan-counts': { changed: string | number; created: string | number; deleted: string | number; same: string | number }
    'plan-away': { names: string | number }
    'plan-rolling': { names: string | number }
    'plan-lost': { names: string | number }
    'plan-secrets': { names: string | number }
    'plan-generated': null
    'plan-create': null
    'plan-change': null
    'plan-delete': null
    'plan-field': null
    'plan-before': null
    'plan-after': null
    'plan-absent': null
    'plan-by': { name: string | number }
    'edit-saved': null
    'edit-failed': null
    'edit-reason': null
    'edit-reason-about': null
    'edit-unchanged': null
    'edit-quiet': null
    'edit-restarts': null
    'edit-installs': null
    'edit-again': null
    'edit-fixed': null
    'keep-hint': null
    'cancel': null
    'name-long': null
    'description-long': null
    'new-title': null
    'new-about': null
    'step-1': null
    'step-2': null
    'step-3': null
    'step-5': null
    'step-of': { n: string | number; all: string | number; title: string | number }
    'previous': null
    'next': null
    'create': null
    'creating': null
    'create-done': null
    'create-failed': null
    'draft-restored': null
    'draft-over': null
    'invalid-title': null
    'invalid-missing': { fields: string | number }
    'weak-title': null
    'weak-text': { label: string | number }
    'weak-hint': null
    'required': { label: string | number }
    'name-required': null
    'team-required': null
    'domain-required': null
    'appUser-required': null
    'appPass-required': null
    'cluster-required': null
    'label-name': null
    'label-description': null
    'label-type': null
    'label-domain': null
    'label-appUser': null
    'label-appPass': null
    'label-clusterId': null
    'label-cloudflareToken': null
    'label-phpExtensions': null
    'label-phpMemoryLimit': null
    'label-phpMaxExecutionTime': null
    'label-phpPoolSize': null
    'label-phpMaxRequestsPerChild': null
    'label-phpUploadMaxFilesize': null
    'label-databaseName': null
    'label-databaseUser': null
    'label-databasePass': null
    'label-databaseRootPass': null
    'label-databaseHost': null
    'label-databasePort': null
    'about-domain': null
    'domain-reduced': { pasted: string | number }
    'domain-wrong': null
    'name-taken': null
    'rail': null
    'rail-unnamed': null
    'rail-open': null
    'rail-change': { title: string | number }
    'secrets': null
    'secrets-about': null
    'secrets-copy': null
    'secrets-copied': null
    'finished': { name: string | number }
    'finished-go': null
    'cluster-apart': { n: number }
    'about-app': null
    'about-token': null
    'about-host-own': null
    'about-host-other': null
    'generate': null
    'generate-named': { label: string | number }
    'optional': null
    'team-pick': null
    'team-none': null
    'team-create': null
    'team-failed': null
    'cluster-none': null
    'cluster-create': null
    'cluster-ask': null
    'cluster-failed': null
    'cluster-version': null
    'cluster-nodes': null
    'cluster-cpu': null
    'cluster-memory': null
    'cluster-cores': { n: number }
    'cluster-gigabytes': { n: string | number }
    'cluster-unobserved': null
    'cluster-blocked-kubeconfig': null
    'cluster-blocked-maintenance': null
    'cluster-careful': null
    'services-about': null
    'services-always': null
    'about-mysql': null
    'about-redis': null
    'about-ftp': null
    'about-phpmyadmin': null
    'about-cloudflare': null
    'about-web': null
    'summary': null
    'draft-restored-text': null
    'step-runtime': { runtime: string | number }
    'kind-wordpress': null
    'kind-laravel': null
    'kind-nodejs': null
    'kind-orangecms': null
    'url-required': null
    'image-required': null
    'number-least': { label: string | number; n: string | number }
    'number-most': { label: string | number; n: string | number }
    'label-team_id': null
    'label-domains': null
    'label-kind': null
    'label-url': null
    'label-ref': null
    'label-subdir': null
    'label-image': null
    'label-build': null
    'label-start': null
    'label-port': null
    'label-env': null
    'label-cpu': null
    'label-memory': null
    'label-storage': null
    'label-replicas': null
    'label-version': { runtime: string | number }
    'source-git': null
    'source-image': null
    'source-none': null
    'source-none-about': null
    'about-domains': null
    'about-url': null
    'about-ref': null
    'about-subdir': null
    'about-image': { port: string | number }
    'about-build': null
    'about-start': null
    'about-port': { port: string | number }
    'about-extensions': null
    'about-env': null
    'about-cpu': null
    'about-amount': null
    'about-storage': null
    'about-replicas': { most: string | number }
    'about-host-choice': null
    'about-nginx': null
    'database-without': null
    'bounds': { least: string | number; most: string | number }
    'resources': null
    'env-name': null
    'env-reserved': { name: string | number }
    'env-twice': { name: string | number }
    'env-name-label': null
    'env-value-label': { name: string | number }
    'env-value': null
    'env-new': null
    'env-add': null
    'env-remove': { name: string | number }
    'review-change': null
    'review-change-named': { title: string | number }
    'review-on': null
    'review-off': null
    'review-set': null
    'version-ended': { version: string | number }
    'ended-title': { runtime: string | number; version: string | number }
    'ended-text': { runtime: string | number; version: string | number; date: string | number }
    'bulk': null
    'bulk-chosen': { n: string | number }
    'bulk-clear': null
    'bulk-none': null
    'restart': null
    'stop': null
    'start': null
    'stopped-notice': null
    'stopped-notice-text': null
    'scale': null
    'move': null
    'move-route': { from: string | number; to: string | number }
    'move-moving': null
    'elsewhere-remains': { cluster: string | number }
    'elsewhere-left': null
    'elsewhere-undoing': null
    'elsewhere-forget': null
    'elsewhere-forget-ask': null
    'elsewhere-forget-text': { cluster: string | number }
    'elsewhere-forgotten': null
    'elsewhere-forget-failed': null
    'bulk-restart-ask': { n: number }
    'bulk-restart-text': null
    'bulk-restart-done': { n: number }
    'bulk-stop-ask': { n: number }
    'bulk-stop-text': null
    'bulk-stop-done': { n: number }
    'bulk-start-ask': { n: number }
    'bulk-start-text': null
    'bulk-start-done': { n: number }
    'bulk-delete-ask': { n: number }
    'bulk-delete-text': null
    'bulk-delete-done': { n: number }
    'bulk-left': null
    'bulk-failed': null
    'bulk-deleting': null
    'volume-nobody': null
    'keep-ask': null
    'keep-asking': null
    'keep-unseen': { why: string | number }
    'keep-none': null
    'keep-data': null
    'keep-about': { volumes: string | number; service: string | number }
    'lose-data': null
    'lose-about': { volumes: string | number }
    'plan-volume-lost': { service: string | number; volume: string | number; size: string | number }
    'plan-volume-copied': { service: string | number; volume: string | number; size: string | number }
    'plan-volume-unknown': { service: string | number; volume: string | number; size: string | number }
    'plan-volume-kept': { service: string | number; volume: string | number; size: string | number }
    'plan-volume-reused': { service: string | number; volume: string | number; size: string | number }
    'kept-volumes': null
    'kept-about': null
    'kept-since': null
    'kept-ending': null
    'kept-delete': null
    'kept-delete-named': { volume: string | number }
    'kept-delete-title': null
    'kept-delete-about': null
    'kept-delete-now': null
    'kept-close': null
    'kept-failed': null
    'kept-deleting': null
    'revision-volume-goes': { volume: string | number; size: string | number }
    'revision-volume-deleted': { volume: string | number; size: string | number }
    'revision-volume-left': { volume: string | number; size: string | number }
    'revision-volume-stays': { volume: string | number; size: string | number; why: string | number }
  }
  errorPage: {
    'title': null
    'update': null
    'reload': null
    'home': null
    'details': null
  }
  errors: {
    'UNAUTHORIZED-title': null
    'FORBIDDEN-title': null
    'NOT_FOUND-title': null
    'VALIDATION_ERROR-title': null
    'RATE_LIMIT_EXCEEDED-title': null
    'INTERNAL_SERVER_ERROR-title': null
    'NETWORK_ERROR-title': null
    'TIMEOUT_ERROR-title': null
    'CONFLICT-title': null
    'SERVICE_UNAVAILABLE-title': null
    'title': null
    'UNAUTHORIZED-text': null
    'FORBIDDEN-text': null
    'NOT_FOUND-text': null
    'VALIDATION_ERROR-text': null
    'RATE_LIMIT_EXCEEDED-text': null
    'INTERNAL_SERVER_ERROR-text': null
    'NETWORK_ERROR-text': null
    'TIMEOUT_ERROR-text': null
    'CONFLICT-text': null
    'SERVICE_UNAVAILABLE-text': null
    'text': null
  }
  event: {
    'times': { n: string | number }
    'times-about': { n: number }
    'column-type': null
    'column-what': null
    'column-when': null
    'details': null
    'basic': null
    'timestamps': null
    'technical': null
    'none': null
    'id': null
    'deployment': null
    'cluster': null
    'team': null
    'task': null
    'kind-install': null
    'kind-upgrade': null
    'kind-restart': null
    'kind-stop': null
    'kind-start': null
    'kind-scale': null
    'kind-move': null
    'kind-uninstall': null
    'actor': null
    'itself': null
    'namespace': null
    'count': null
    'reason': null
    'component': null
    'request': null
    'host': null
    'clusterId': null
    'created': null
    'updated': null
    'first': null
    'last': null
    'uid': null
    'fullId': null
    'component-Deployment': null
    'component-Task': null
    'component-Team': null
    'component-Cluster': null
    'component-Datacenter': null
    'component-User': null
  }
  events: {
    'title': null
    'about': null
    'list': null
    'refresh': null
    'failed': null
    'search': null
    'search-about': null
    'empty-title': null
    'empty-text': null
    'empty-next': null
    'unmatched-title': null
    'clear': null
    'found': { from: string | number; to: string | number; total: string | number }
    'pages': null
    'range': null
    'range-title': null
    'range-dates': { from: string | number; to: string | number }
    'preset-0': null
    'preset-1': null
    'preset-7': null
    'preset-30': null
    'preset-0-about': null
    'preset-1-about': null
    'preset-7-about': null
    'preset-30-about': null
    'reset': null
    'apply': null
    'filters': null
    'filters-search': null
    'filters-from': null
    'filters-to': null
    'filters-type': null
    'filters-component': null
    'filters-apply': null
    'type-all': null
    'component-all': null
    'dates-order': null
    'dates-long': null
    'active': null
    'active-q': { value: string | number }
    'active-from': { value: string | number }
    'active-to': { value: string | number }
    'active-type': { value: string | number }
    'active-component': { value: string | number }
    'active-deployment': { value: string | number }
    'active-cluster': { value: string | number }
    'active-team': { value: string | number }
    'active-actor': { value: string | number }
    'active-request': { value: string | number }
    'remove': { filter: string | number }
    'loading': null
    'export': null
    'export-csv': null
    'export-jsonl': null
    'export-about': null
    'export-failed': null
    'export-done': null
    'one': null
    'one-failed': null
    'one-loading': null
    'one-about': null
    'around-site': null
    'around-request': null
    'around-actor': null
    'around-hour': null
    'around-all': null
    'around-none': null
    'audit': null
    'audit-who': null
    'audit-where': null
    'audit-secret': null
    'audit-empty': null
    'audit-before': null
    'audit-after': null
  }
  facts: {
    'none': null
  }
  gauges: {
    'title': null
    'view': null
    'failed': null
    'cpu': null
    'memory': null
    'storage': null
    'requests': null
    'responseTime': null
    'errorRate': null
    'none': null
    'warn': null
    'high': null
    'of-requests': { used: string | number; of: string | number }
    'of-limits': { used: string | number; of: string | number }
    'of-volumes': { used: string | number; of: string | number }
    'free': { used: string | number }
    'milliseconds': { n: string | number }
    'measured': null
    'stopped': null
    'cores': { n: number; count: string | number }
    'gigabytes': { n: string | number }
    'megabytes': { n: string | number }
  }
  held: {
    'new': { n: string | number }
  }
  infrastructure: {
    'title': null
    'about': null
    'addDatacenter': null
    'registerCluster': null
    'addCluster': null
    'search': null
    'loading': null
    'failed': null
    'failed-404': null
    'clusters-failed': null
    'clusters-failed-404': null
    'clusters-failed-403': null
    'empty': null
    'empty-admin': null
    'empty-user': null
    'empty-search': { q: string | number }
    'empty-clear': null
    'first': { n: string | number }
    'clusterCount': { n: number }
    'deploymentCount': { n: number }
    'deploymentCount-more': { n: string | number }
    'nodeCount': { n: number }
    'coreCount': { n: number }
    'gigabytes': { n: string | number }
    'milliseconds': { n: string | number }
    'percent': { n: string | number }
    'latency': null
    'availability': null
    'notMeasured': null
    'notObserved-kubeconfig': null
    'notObserved-waiting': null
    'address': null
    'city': null
    'country': null
    'provider': null
    'datacenter': null
    'region': null
    'status': null
    'domains': null
    'domains-none': null
    'clusters': null
    'clusters-none': null
    'detached': null
    'configuration': null
    'version-head': null
    'version': null
    'nodes': null
    'cpu': null
    'memory': null
    'network': null
    'endpoint': null
    'endpoint-none': null
    'access': null
    'access-standard': null
    'security': null
    'secured': null
    'unsecured': null
    'secured-about': null
    'unsecured-about': null
    'lastSeen': null
    'clusterId': null
    'datacenterId': null
    'description': null
    'deployments': null
    'deployments-failed': null
    'deployments-none': null
    'deployments-none-own': null
    'createDeployment': null
    'manage': null
    'manage-label': { name: string | number }
    'viewAll': null
    'viewAll-label': { name: string | number }
    'datacenter-title': null
    'datacenter-about': null
    'catalogue-failed': null
    'name': null
    'name-required': null
    'provider-required': null
    'country-required': null
    'city-required': null
    'address-required': null
    'region-required': null
    'region-follows': null
    'place-follows': null
    'domains-about': null
    'cancel': null
    'datacenter-submit': null
    'datacenter-failed': null
    'datacenter-failed-400': null
    'datacenter-done': null
    'datacenter-done-text': null
    'cluster-title': null
    'cluster-about': null
    'cluster-datacenter': null
    'cluster-pick': null
    'cluster-noDatacenter': null
    'cluster-noDatacenter-text': null
    'cluster-name': null
    'cluster-name-required': null
    'cluster-description': null
    'cluster-description-required': null
    'cluster-endpoint': null
    'cluster-endpoint-required': null
    'cluster-endpoint-about': null
    'cluster-submit': null
    'cluster-saving': null
    'cluster-failed': null
    'cluster-failed-400': null
    'cluster-done': null
    'cluster-done-with': { name: string | number }
    'cluster-done-without': { name: string | number }
    'kubeconfig': null
    'kubeconfig-about': null
    'kubeconfig-validate': null
    'kubeconfig-asking': null
    'kubeconfig-required': null
    'kubeconfig-sections': null
    'kubeconfig-valid': null
    'kubeconfig-valid-endpoint': null
    'kubeconfig-first': null
    'kubeconfig-first-update': null
    'kubeconfig-refused': null
    'kubeconfig-unchecked': null
    'kubeconfig-set': null
    'kubeconfig-replace': null
    'kubeconfig-save': null
    'kubeconfig-saving': null
    'kubeconfig-saved': null
    'kubeconfig-saved-text': { name: string | number }
    'kubeconfig-failed': null
    'kubeconfig-none': null
    'preflight-title': null
    'preflight-endpoint': null
    'preflight-access': null
    'preflight-ca': null
    'preflight-ca-none': null
    'preflight-expires': null
    'preflight-expires-none': null
    'preflight-reachable': null
    'preflight-yes': { version: string | number }
    'preflight-yes-noVersion': null
    'preflight-no': null
    'preflight-rights': null
    'preflight-rights-all': null
    'preflight-rights-unknown': null
    'preflight-missing': null
    'cluster': null
    'details': { name: string | number }
    'deploymentCount-own': { n: number }
    'clusters-lost': { n: number }
    'clusters-unset': { n: number }
    'availability-days': { value: string | number }
    'availability-since': { value: string | number; when: string | number }
    'nodes-of': { n: string | number; all: string | number }
    'nodes-unready': { n: string | number }
    'nodes-cordoned': { n: string | number }
    'cpu-requested': null
    'memory-requested': null
    'amount-of': { n: string | number; all: string | number }
    'view': null
    'view-list': null
    'view-topology': null
    'topology-about': null
    'topology-key': null
    'cpu-head': null
    'memory-head': null
    'save': null
    'back': null
    'actions': { name: string | number }
    'deleted-text': { name: string | number }
    'datacenter-edit': null
    'datacenter-edit-title': null
    'datacenter-edit-about': null
    'datacenter-gone': null
    'datacenter-updated': null
    'datacenter-updated-text': null
    'datacenter-update-failed': null
    'datacenter-update-failed-400': null
    'datacenter-delete': null
    'datacenter-delete-ask': null
    'datacenter-delete-text': null
    'datacenter-delete-failed': null
    'datacenter-delete-refused': null
    'datacenter-deleted': null
    'cluster-edit': null
    'cluster-edit-title': null
    'cluster-edit-about': null
    'cluster-unread': null
    'cluster-gone': null
    'cluster-update': null
    'cluster-updating': null
    'cluster-updated': null
    'cluster-updated-text': { name: string | number }
    'cluster-update-failed': null
    'cluster-update-failed-400': null
    'cluster-delete': null
    'cluster-delete-ask': null
    'cluster-delete-text': null
    'cluster-delete-failed': null
    'cluster-deleted': null
    'refresh': null
    'refresh-done': null
    'refresh-well': { name: string | number }
    'refresh-failed': null
    'maintenance-begin': null
    'maintenance-end': null
    'maintenance-ask': null
    'maintenance-end-ask': null
    'maintenance-text': null
    'maintenance-end-text': null
    'maintenance-begun': null
    'maintenance-ended': null
    'maintenance-failed': null
    'maintenance-on': null
    'maintenance-about': null
    'kubeconfig-download': null
    'kubeconfig-download-ask': null
    'kubeconfig-download-text': null
    'kubeconfig-download-failed': null
    'kubeconfig-none-set': null
    'kubeconfig-keep': null
    'preflight-same': null
    'preflight-other': null
    'preflight-other-about': null
    'datacenter-delete-clusters': { n: number }
    'datacenter-delete-sites': { n: number }
    'cluster-delete-sites': { n: number }
    'kubeconfig-file': null
    'kubeconfig-file-large': null
    'kubeconfig-context': null
    'kubeconfig-context-pick': null
    'kubeconfig-context-first': null
    'kubeconfig-context-about': { n: string | number }
    'look-known': null
    'look-loading': null
    'look-failed': null
    'look-unread': null
    'look-unread-why': { why: string | number }
    'look-at': null
    'look-nodes': null
    'look-node': null
    'look-pods': null
    'look-pods-of': { n: string | number; all: string | number }
    'look-kubelet': null
    'look-requests-unread': null
    'look-nodes-none': null
    'look-nodes-more': { n: string | number }
    'look-node-ready': null
    'look-node-cordoned': null
    'look-node-unready': null
    'look-default': null
    'look-sites': null
    'look-ingress': null
    'look-ingress-none': null
    'look-ingress-noDefault': null
    'look-storage': null
    'look-storage-none': null
    'look-certificates': null
    'look-certificates-yes': null
    'look-certificates-no': null
    'look-rights': null
    'look-rights-lacks': null
    'look-rights-all': null
    'look-right-missing': { verbs: string | number; resource: string | number }
    'look-right-shell': { verbs: string | number }
    'look-right-may': { verbs: string | number }
    'look-right-maynot': { verbs: string | number }
    'look-warnings': null
    'look-warning': null
    'look-about': null
    'look-count': null
    'look-history': null
    'look-warnings-none': null
    'look-warnings-more': { n: string | number }
    'metrics-title': null
    'metrics-about': null
    'metrics-view': null
    'metrics-failed': null
    'metrics-cpu': null
    'metrics-memory': null
    'metrics-nodes': null
    'metrics-requested': null
    'metrics-total': null
    'metrics-ready': null
    'metrics-unready': null
    'metrics-caption': { low: string | number; high: string | number; now: string | number; all: string | number; share: string | number }
    'metrics-caption-same': { now: string | number; all: string | number; share: string | number }
    'metrics-caption-nodes': { low: string | number; high: string | number; now: string | number }
    'metrics-caption-nodes-same': { now: string | number }
    'metrics-gaps': null
    'metrics-unread': null
    'metrics-empty': null
    'metrics-empty-text': null
  }
  invite: {
    'title': null
    'how': null
    'signIn': null
    'register': null
    'as': { email: string | number }
    'join': null
    'later': null
    'done': null
    'done-text': { team: string | number }
    'failed': null
    'incomplete': null
  }
  invites: {
    'until': { at: string | number }
    'over': { at: string | number }
    'again': null
    'again-label': { email: string | number }
    'again-failed': null
    'cancel': null
    'cancel-label': { email: string | number }
    'cancel-title': { email: string | number }
    'cancel-text': null
    'cancel-failed': null
    'keep': null
    'cancelled': null
    'made': { email: string | number }
    'mailed': { email: string | number }
  }
  keys: {
    'title': null
    'leave': null
    'to-palette': null
    'to-search': null
    'to-dashboard': null
    'to-deployments': null
    'to-tasks': null
    'to-events': null
    'to-teams': null
    'to-infrastructure': null
    'to-create': null
    'to-rows': null
    'to-enter': null
    'to-open': null
    'to-choose': null
    'to-actions': null
    'to-parts': null
    'to-close': null
    'to-this': null
    'to-settings': null
  }
  language: {
    'choose': { language: string | number }
    'failed': null
  }
  links: {
    'outside': null
  }
  live: {
    'state-live': null
    'state-connecting': null
    'state-reconnecting': null
    'state-offline': null
    'about-live': null
    'about-connecting': null
    'about-reconnecting': null
    'about-offline': null
  }
  login: {
    'title': null
    'email': null
    'password': null
    'submit': null
    'create': null
    'email-required': null
    'password-required': null
    'failed': null
    'code': null
    'code-about': null
    'code-required': null
    'code-back': null
    'forgot': null
    'provider-or': null
    'provider-sign-in': { provider: string | number }
    'provider-under-way': null
    'provider-linking': null
    'provider-linked': null
    'provider-back': null
    'provider-to-settings': null
    'provider-over': null
    'provider-error': { code: string | number }
  }
  logs: {
    'search': null
    'level': null
    'all': null
    'info': null
    'warn': null
    'error': null
    'follow': null
    'copy': null
    'copied': null
    'copy-not': null
    'download': null
    'only': null
    'hit': { at: string | number; n: string | number }
    'hits': { n: string | number }
    'hit-before': null
    'hit-next': null
    'since': null
    'since-ever': null
    'since-minutes': { n: string | number }
    'since-hours': { n: string | number }
    'wrap': null
    'full': null
    'full-leave': null
    'zone': { zone: string | number }
    'gone': { pod: string | number }
    'region': null
    'none': null
    'unmatched': null
    'new': { n: number }
    'shown': { n: number }
  }
  nav: {
    'main': null
    'dashboard': null
    'deployments': null
    'tasks': null
    'events': null
    'teams': null
    'admin': null
    'infrastructure': null
    'logout': { name: string | number }
    'user': null
    'logout-title': null
    'logout-text': null
    'count-failed': { n: number }
    'count-work': { n: number }
    'settings': null
    'system': null
    'security': null
    'database': null
    'users': null
  }
  notFound: {
    'title': null
    'text': { path: string | number }
    'home': null
  }
  notifications: {
    'title': null
    'about': null
    'about-team': null
    'failed': null
    'empty': null
    'empty-text': null
    'empty-text-team': null
    'full': { n: string | number }
    'create': null
    'edit': null
    'edit-title': null
    'edit-label': { name: string | number }
    'save': null
    'saved': null
    'save-failed': null
    'cancel': null
    'done': null
    'delete': null
    'delete-label': { name: string | number }
    'delete-title': { name: string | number }
    'delete-text': null
    'delete-failed': null
    'deleted': null
    'on-label': { name: string | number }
    'test': null
    'test-label': { name: string | number }
    'test-failed': null
    'to-you': null
    'to-members': null
    'last': null
    'everything': null
    'everything-choose': null
    'name': null
    'name-about': null
    'name-required': null
    'name-long': { n: string | number }
    'channel': null
    'channel-mail': null
    'channel-slack': null
    'channel-webhook': null
    'mail-off': null
    'url': null
    'url-required': null
    'url-about-slack': null
    'url-about-webhook': null
    'url-stays': { address: string | number }
    'kinds': null
    'kinds-required': null
    'group-sites': null
    'group-tasks': null
    'group-people': null
    'group-canopy': null
    'kind-site_failed': null
    'kind-site_recovered': null
    'kind-certificate_late': null
    'kind-site_changed': null
    'kind-kubernetes_warning': null
    'kind-task_failed': null
    'kind-task_ended': null
    'kind-sign_in': null
    'kind-team_changed': null
    'kind-secrets_shown': null
    'kind-cluster_state': null
    'kind-infrastructure_changed': null
    'kind-accounts': null
    'kind-system': null
    'language': null
    'key-once': null
    'key-about': null
    'key-renew': null
    'deliveries': null
    'deliveries-label': { name: string | number }
    'deliveries-title': { name: string | number }
    'deliveries-failed': null
    'deliveries-empty': null
    'deliveries-empty-text': null
    'newer': null
    'older': null
    'a-test': null
    'event-gone': null
    'state-waiting': null
    'state-delivered': null
    'state-failed': null
    'state-skipped': null
    'skipped-off': null
    'skipped-rights': null
    'next': { at: string | number }
    'outcome-taken': null
    'outcome-refused': null
    'outcome-unreachable': null
    'outcome-silent': null
    'outcome-forbidden': null
    'outcome-unresolved': null
    'outcome-mail_off': null
    'took': { ms: string | number }
    'again': null
    'again-failed': null
    'attempts': { n: number }
  }
  pages: {
    'before': null
    'next': null
    'page': { n: string | number }
  }
  palette: {
    'label': null
    'placeholder': null
    'found': null
    'none': { typed: string | number }
    'group-pages': null
    'group-sites': null
    'group-clusters': null
    'group-teams': null
    'group-tasks': null
    'page-dashboard': null
    'page-deployments': null
    'page-new': null
    'page-tasks': null
    'page-events': null
    'page-teams': null
    'page-newTeam': null
    'page-infrastructure': null
    'page-newCluster': null
    'page-newDatacenter': null
    'task-install': { name: string | number }
    'task-upgrade': { name: string | number }
    'task-restart': { name: string | number }
    'task-stop': { name: string | number }
    'task-start': { name: string | number }
    'task-scale': { name: string | number }
    'task-move': { name: string | number }
    'task-uninstall': { name: string | number }
    'page-settings': null
    'page-system': null
    'page-security': null
    'page-database': null
    'page-users': null
  }
  preferences: {
    'failed': null
  }
  provider: {
    'custom': null
  }
  public: {
    'about': null
  }
  query: {
    'again': null
    'retry': null
    'stale': { reason: string | number }
    'loading': null
  }
  quotas: {
    'failed': null
    'deployments-team': { most: number; used: string | number }
    'deployments-user': { most: number; used: string | number }
    'tasks-team': { most: number; used: string | number }
    'tasks-user': { most: number; used: string | number }
    'deployments-team-label': null
    'deployments-user-label': null
    'tasks-team-label': null
    'tasks-user-label': null
    'near': null
    'full': null
    'deployments-team-full': null
    'deployments-user-full': null
    'tasks-team-full': null
    'tasks-user-full': null
  }
  register: {
    'title': null
    'submit': null
    'instead': null
    'failed': null
    'done-title': null
    'done-text': null
    'closed': null
    'unknown': null
    'invited': null
  }
  requestId: {
    'request': { id: string | number }
    'copied': null
  }
  reset: {
    'forgot-title': null
    'forgot-about': null
    'email': null
    'email-required': null
    'email-invalid': null
    'send': null
    'sent': null
    'send-failed': null
    'no-mail': null
    'unknown': null
    'back': null
    'title': null
    'about': null
    'new': null
    'confirm': null
    'rule': { n: string | number }
    'new-required': null
    'confirm-required': null
    'short': { n: string | number }
    'differ': null
    'submit': null
    'failed': null
    'done': null
    'done-text': null
    'incomplete': null
    'another': null
  }
  role: {
    'name-admin': null
    'name-manager': null
    'name-user': null
  }
  routes: {
    'login': null
    'register': null
    'forgotPassword': null
    'resetPassword': null
    'setup': null
    'invite': null
    'notFound': null
    'loading': null
  }
  rows: {
    'open': null
    'actions': null
    'details': { name: string | number }
    'picks': null
    'pick': { name: string | number }
  }
  search: {
    'clear': null
  }
  secret: {
    'show': { label: string | number }
    'hide': { label: string | number }
    'none': null
  }
  security: {
    'title': null
    'about': null
    'refresh': null
    'failed': null
    'overview': null
    'sessions': null
    'tokens': null
    'users': null
    'without': null
    'sign-ins': null
    'sign-ins-about': null
    'sign-ins-none': null
    'sign-ins-total': { n: number }
    'sign-ins-unplaced': { n: number }
    'address': null
    'address-none': null
    'attempts': null
    'last': null
    'state': null
    'throttled': { time: string | number }
    'open': null
    'administrators': null
    'person': null
    'last-sign-in': null
    'password-only': null
    'people': null
    'people-none': null
    'people-some': { shown: string | number; n: string | number }
    'manage': null
    'provider': null
    'provider-on': null
    'provider-off': null
    'provider-about': null
    'provider-name': null
    'provider-issuer': null
    'provider-linked': null
    'provider-accounts': null
    'provider-accounts-of': { of: string | number }
    'provider-link': null
    'provider-link-explicit': null
    'provider-link-email': null
    'provider-second': null
    'provider-second-own': null
    'provider-second-provider': null
    'provider-roles': null
    'provider-roles-none': null
    'rights': null
    'rights-about': null
    'rights-by': null
    'rights-by-person': null
    'rights-by-team': null
    'rights-search-people': null
    'rights-search-teams': null
    'rights-loading': null
    'rights-failed': null
    'rights-none': null
    'rights-found': { from: string | number; to: string | number; total: string | number }
    'rights-role': null
    'rights-may': null
    'rights-may-admin': null
    'rights-may-manager': null
    'rights-may-user': null
    'rights-may-nothing': null
    'rights-team': null
    'rights-owner': null
    'rights-members': null
    'rights-admin': null
    'rights-member': null
    'rights-may-in-owner': null
    'rights-may-in-admin': null
    'rights-may-in-member': null
    'rights-no-team': null
  }
  serverlog: {
    'title': null
    'about': null
    'list': null
    'failed': null
    'loading': null
    'follow': null
    'refresh': null
    'clear-screen': null
    'search': null
    'level': null
    'level-all': null
    'level-error': null
    'level-warn': null
    'level-info': null
    'level-debug': null
    'service': null
    'service-all': null
    'time': null
    'text': null
    'request': null
    'module': null
    'same-request': null
    'request-events': null
    'active': null
    'active-request': { id: string | number }
    'active-since': { time: string | number }
    'remove': { filter: string | number }
    'clear': null
    'missing': { services: string | number }
    'empty': null
    'empty-text': null
    'unmatched': null
    'shown': { n: number }
    'shown-more': { n: number }
    'zone': { zone: string | number }
  }
  session: {
    'title': null
    'text': null
  }
  settings: {
    'title': null
    'about': null
    'sections': null
    'failed': null
    'profile': null
    'password': null
    'preferences': null
    'sessions': null
    'notifications': null
    'email': null
    'role': null
    'lastLogin': null
    'firstName': null
    'lastName': null
    'save': null
    'name-long': { n: string | number }
    'profile-saved': null
    'profile-failed': null
    'password-about': null
    'password-current': null
    'password-current-required': null
    'password-new': null
    'password-new-required': null
    'password-rule': { n: string | number }
    'password-short': { n: string | number }
    'password-confirm': null
    'password-confirm-required': null
    'password-differ': null
    'password-change': null
    'password-failed': null
    'password-changed': null
    'preferences-about': null
    'language': null
    'language-browser': null
    'language-failed': null
    'timezone': null
    'timezone-about': null
    'timezone-browser': { zone: string | number }
    'theme': null
    'theme-browser': null
    'theme-light': null
    'theme-dark': null
    'theme-system': null
    'zones-common': null
    'zones-all': null
    'zone-utc': null
    'zone-eastern': null
    'zone-central': null
    'zone-mountain': null
    'zone-pacific': null
    'zone-alaska': null
    'zone-hawaii': null
    'zone-london': null
    'zone-paris': null
    'zone-berlin': null
    'zone-moscow': null
    'zone-tokyo': null
    'zone-shanghai': null
    'zone-india': null
    'zone-sydney': null
    'agent': { browser: string | number; system: string | number }
    'agent-none': null
    'session-current': null
    'session-address-none': null
    'session-since': { when: string | number }
    'session-seen': null
    'session-end': null
    'session-end-label': { where: string | number; address: string | number }
    'session-end-title': { where: string | number }
    'session-end-text': null
    'session-ended': null
    'session-failed': null
    'sessions-end': null
    'sessions-end-title': null
    'sessions-end-text': null
    'sessions-ended': null
    'sessions-failed': null
    'cancel': null
    'done': null
    'tokens': null
    'tokens-about': null
    'tokens-empty': null
    'tokens-empty-text': null
    'tokens-failed': null
    'token-create': null
    'token-created': null
    'token-once': null
    'token-itself': null
    'token-example': null
    'token-failed': null
    'token-name': null
    'token-name-about': null
    'token-name-required': null
    'token-scope': null
    'token-scope-about': null
    'token-scope-read': null
    'token-scope-full': null
    'token-expiry': null
    'token-forever': null
    'token-expires': { day: string | number }
    'token-expired': { day: string | number }
    'token-made': { day: string | number }
    'token-used': null
    'token-unused': null
    'token-revoke': null
    'token-revoke-label': { name: string | number }
    'token-revoke-title': { name: string | number }
    'token-revoke-text': null
    'token-revoked': null
    'token-revoke-failed': null
    'next': null
    'two-factor': null
    'two-factor-about': null
    'two-factor-is-on': null
    'two-factor-is-off': null
    'two-factor-enable': null
    'two-factor-enable-title': null
    'two-factor-scan': null
    'two-factor-qr': null
    'two-factor-secret': null
    'two-factor-off': null
    'two-factor-off-title': null
    'two-factor-off-about': null
    'two-factor-turned-off': null
    'two-factor-failed': null
    'code': null
    'code-required': null
    'codes': null
    'codes-once': null
    'codes-about': null
    'codes-copy': null
    'codes-renew': null
    'codes-renew-about': null
    'password-changed-text': { n: number }
    'token-days': { n: number }
    'codes-left': { n: number }
    'password-none': null
    'provider': { provider: string | number }
    'provider-is-on': null
    'provider-is-off': null
    'provider-on': { provider: string | number }
    'provider-only': { provider: string | number }
    'provider-off': { provider: string | number }
    'provider-connect': { provider: string | number }
    'provider-connect-about': { provider: string | number }
    'provider-disconnect': { provider: string | number }
    'provider-disconnect-about': null
    'provider-disconnected': { provider: string | number }
    'provider-failed': null
  }
  setup: {
    'title': null
    'about': null
    'closed': null
    'signIn': null
    'token': null
    'token-about': null
    'token-required': null
    'submit': null
    'failed': null
    'unknown': null
    'registration': null
    'team': { name: string | number }
    'team-about': null
  }
  shell: {
    'open': null
    'close': null
    'skip': null
    'skip-rows': null
    'offline': null
    'palette': null
  }
  size: {
    'stop-title': { name: string | number }
    'start-title': { name: string | number }
    'stop-about': null
    'start-about': null
    'stop-begun': { name: string | number }
    'start-begun': { name: string | number }
    'stop-failed': null
    'start-failed': null
    'stop-without': null
    'start-without': null
    'restart-title': { name: string | number }
    'restart-about': null
    'restart-done': null
    'restart-done-text': null
    'restart-failed': null
    'restart-without': null
    'discard-title': null
    'discard-back': { number: string | number }
    'discard-back-to': { number: string | number; author: string | number; date: string | number }
    'discard-text': null
    'discard-done': null
    'discard-done-text': null
    'discard-failed': null
    'discard-without': null
    'cancel': null
    'scale-title': { name: string | number }
    'scale-about': null
    'scale-now': { replicas: number; cpu: string | number; memory: string | number; storage: string | number }
    'scale-free': { cluster: string | number; cpu: string | number; memory: string | number }
    'scale-free-unknown': { cluster: string | number }
    'scale-volume': { size: string | number }
    'scale-volume-fixed': { size: string | number; class: string | number }
    'scale-stopped': null
    'scale-look': null
    'scale-begun': { name: string | number }
    'scale-failed': null
    'move-title': { name: string | number }
    'move-about': null
    'move-copy': null
    'move-copy-about': null
    'move-look': null
    'move-choose': null
    'move-none': null
    'move-begun': { name: string | number }
    'move-failed': null
    'move-there': { cluster: string | number }
    'move-here': { cluster: string | number }
  }
  states: {
    'failed': { n: number }
    'label': { all: string | number; failed: string | number; pending: string | number; stopped: string | number }
  }
  status: {
    'running': null
    'serving': null
    'failed': null
    'pending': null
    'deleting': null
    'complete': null
    'skipped': null
    'succeeded': null
    'cancelled': null
    'operational': null
    'maintenance': null
    'issues': null
    'unreachable': null
    'unknown': null
    'active': null
    'inactive': null
    'starting': null
    'failing': null
    'stopping': null
    'stopped': null
    'waiting': null
    'up': null
    'down': null
    'degraded': null
    'Normal': null
    'Warning': null
    'Error': null
  }
  system: {
    'title': null
    'about': null
    'overall-healthy': null
    'overall-degraded': null
    'overall-unhealthy': null
    'logs': null
    'database': null
    'security': null
    'health': null
    'health-failed': null
    'health-loading': null
    'health-none': null
    'health-none-text': null
    'interval': null
    'interval-seconds': { n: string | number }
    'refresh': null
    'state': null
    'component': null
    'latency': null
    'checked': null
    'milliseconds': { n: string | number }
    'mail': null
    'mail-loading': null
    'mail-failed': null
    'mail-missing': { services: string | number }
    'mail-off': null
    'mail-off-text': null
    'mail-server': null
    'mail-encryption': null
    'mail-encryption-none': null
    'mail-encryption-opportunistic': null
    'mail-encryption-starttls': null
    'mail-encryption-tls': null
    'mail-account': null
    'mail-account-yes': null
    'mail-account-no': null
    'mail-sender': null
    'mail-links': null
    'mail-waiting': null
    'mail-waiting-n': { n: number }
    'mail-oldest': null
    'mail-sent': null
    'mail-sent-none': null
    'mail-failure-taken': null
    'mail-failure-refused': null
    'mail-failure-unreachable': null
    'mail-failure-silent': null
    'mail-given-up': null
    'mail-again': null
    'mail-past': null
    'mail-test': null
    'mail-test-failed': null
    'mail-test-taken': { to: string | number }
    'mail-test-refused': { to: string | number }
    'mail-test-unreachable': { to: string | number }
    'mail-test-silent': { to: string | number }
    'letters': null
    'letters-about': null
    'letters-failed': null
    'letters-missing': { services: string | number }
    'letters-none': null
    'letter-service': null
    'letter-target': null
    'letter-at': null
    'letter-actor': null
    'letter-request': null
    'letter-again': null
    'letter-send': null
    'letter-sent': null
    'letter-send-failed': null
    'letter-drop': null
    'letter-drop-ask': null
    'letter-drop-text': null
    'letter-dropped': null
    'letter-drop-failed': null
    'settings': null
    'settings-failed': null
    'settings-save': null
    'settings-saved': null
    'settings-save-failed': null
    'settings-by': { name: string | number }
    'timeout': null
    'timeout-about': null
    'timeout-none': null
    'length': null
    'length-about': null
    'history': null
    'history-about': null
    'history-operator': null
    'registration': null
    'registration-about': null
    'registration-fixed': null
    'registration-open': null
    'registration-closed': null
    'seconds': { n: number }
    'minutes': { n: number }
    'hours': { n: number }
    'days': { n: number }
    'clusters': null
    'clusters-view': null
    'clusters-failed': null
    'clusters-none': null
    'clusters-well': null
    'clusters-of': { n: string | number }
    'clusters-nodes': null
    'clusters-cpu': null
    'clusters-memory': null
    'clusters-unknown': null
    'clusters-day': null
    'clusters-choose': null
    'clusters-more': null
    'clusters-day-failed': null
    'clusters-day-none': null
    'clusters-day-unread': null
    'clusters-day-caption': { cpu: string | number; memory: string | number }
  }
  tasks: {
    'title': null
    'about': null
    'active': null
    'finished': null
    'refresh': null
    'view-events': null
    'failed': null
    'empty-title': null
    'empty-text': null
    'empty-next': null
    'unmatched-title': null
    'clear': null
    'search': null
    'status': null
    'status-all': null
    'status-pending': null
    'status-running': null
    'status-complete': null
    'status-failed': null
    'sort': null
    'sort-newest': null
    'sort-oldest': null
    'sort-complete': null
    'sort-running': null
    'sort-shortest': null
    'sort-longest': null
    'only-deployment': { name: string | number }
    'only-remove': null
    'pages': null
    'found': { from: string | number; to: string | number; total: string | number }
    'type-install': null
    'type-restart': null
    'type-stop': null
    'type-start': null
    'type-scale': null
    'type-move': null
    'type-uninstall': null
    'type-upgrade': null
    'name': { type: string | number; deployment: string | number }
    'details': null
    'column-task': null
    'column-now': null
    'pending-now': null
    'loading': null
    'events': null
    'events-all': null
    'events-failed': null
    'events-none': null
    'cancel': null
    'cancel-named': { task: string | number }
    'cancelling': null
    'cancelling-about': null
    'cancel-title': null
    'cancel-text': { task: string | number }
    'cancel-uninstall': { task: string | number }
    'cancel-action': null
    'cancel-not': null
    'cancel-failed': null
    'cancel-done': null
    'retry-failed': null
    'retry-done': null
    'retry-view': null
    'retry-outdated': null
    'delete': null
    'delete-title': null
    'delete-text': null
    'delete-failed': null
    'delete-done': null
    'delete-reason': null
    'detail-title': null
    'detail-loading': null
    'detail-failed': null
    'detail-back': null
    'detail-deployment': null
    'created': null
    'information': null
    'parameters': null
    'services': null
    'services-enabled': null
    'services-none': null
    'values': null
    'values-none': null
    'logs': null
    'error': null
    'progress': null
    'steps': null
    'steps-none': null
    'steps-of': { done: string | number; all: string | number }
    'steps-now': { at: string | number; all: string | number; title: string | number }
    'steps-began': { time: string | number }
    'steps-choose': null
    'stopped-at': { at: string | number; all: string | number; title: string | number }
    'usual': { time: string | number }
    'done-in': { type: string | number; time: string | number }
    'done': null
    'open-site': { host: string | number }
    'values-show': { n: number }
    'logs-waiting': null
    'logs-none': null
    'logs-failed': null
    'short': null
    'id': null
    'type': null
    'deployment': null
    'team': null
    'actor': null
    'itself': null
    'updated': null
    'started': null
    'ended': null
    'waiting': null
    'duration': null
    'revision': null
    'attempts': null
    'attempts-value': { n: number }
    'chart': null
    'release': null
    'namespace': null
    'cluster': null
    'na': null
    'yes': null
    'no': null
    'new': null
    'new-start': null
    'new-cancel': null
    'new-choose': null
    'new-none': null
    'new-restart': null
    'new-scale': null
    'new-retry': null
    'new-restart-about': null
    'new-scale-about': null
    'new-retry-about': null
    'new-failed': null
    'new-edit': { name: string | number }
  }
  teams: {
    'title': null
    'about': null
    'about-all': null
    'create': null
    'search': null
    'scope-label': null
    'scope-own': null
    'scope-all': null
    'empty': null
    'empty-search': { q: string | number }
    'empty-clear': null
    'failed': null
    'fetch-failed': null
    'fetch-failed-all': null
    'loading': null
    'first': { n: string | number }
    'memberCount': { n: number }
    'you': null
    'owner': null
    'admin': null
    'member': null
    'members': null
    'deployments': null
    'remove': null
    'remove-label': { name: string | number }
    'remove-title': { name: string | number; team: string | number }
    'remove-text': null
    'leave': null
    'leave-title': { team: string | number }
    'leave-text': null
    'profile': { name: string | number }
    'profile-failed': null
    'profile-role': null
    'profile-seen': null
    'profile-more': null
    'profile-events': null
    'profile-account': null
    'remove-failed': null
    'removed': null
    'removed-text': { name: string | number; team: string | number }
    'removed-self': { team: string | number }
    'add': null
    'add-who': null
    'add-placeholder': null
    'add-about': null
    'add-required': null
    'add-none': null
    'add-failed': null
    'add-unknown': null
    'added': null
    'added-text': { name: string | number; team: string | number }
    'count-running': null
    'count-pending': null
    'count-failed': null
    'count-stopped': null
    'count-all': null
    'count-failedToLoad': null
    'count-none': null
    'count-create': null
    'teamId': null
    'created': null
    'new-title': null
    'new-about': null
    'name': null
    'description': null
    'cancel': null
    'name-short': { n: string | number }
    'name-long': { n: string | number }
    'description-short': { n: string | number }
    'description-long': { n: string | number }
    'done': null
    'done-text': { name: string | number }
    'new-error': null
    'new-failed': null
    'role': null
    'deploymentCount': { n: number }
    'add-email': { email: string | number }
    'role-failed': null
    'role-label': { name: string | number }
    'settings': null
    'settings-title': null
    'settings-about': { name: string | number }
    'quotas': null
    'settings-failed': null
    'general': null
    'save': null
    'saved': null
    'save-failed': null
    'readonly': null
    'hand': null
    'hand-about': null
    'hand-who': null
    'hand-placeholder': null
    'hand-required': null
    'hand-nobody': null
    'hand-do': null
    'hand-title': { team: string | number; name: string | number }
    'hand-text': null
    'hand-failed': null
    'handed': null
    'handed-text': { name: string | number; team: string | number }
    'delete': null
    'delete-about': null
    'delete-title': { name: string | number }
    'delete-text': null
    'delete-failed': null
    'delete-refused': null
    'deleted': null
    'deleted-text': { name: string | number }
    'delete-blocked': { n: string | number }
    'add-about-admin': null
    'invites': null
    'invites-about': null
    'invites-about-mail': null
    'invite-email': null
    'invite-email-required': null
    'invite-email-invalid': null
    'invite-role': null
    'invite-do': null
    'invite-failed': null
    'invite-twice': null
  }
  terminal: {
    'about': { name: string | number }
    'unread': null
    'gone': null
    'kind-unknown': null
    'foreign': null
    'stopped': null
    'services': null
    'database-right': null
    'close-first': null
    'connect': null
    'again': null
    'close': null
    'closed': null
    'connecting': null
    'open': { container: string | number; pod: string | number }
    'idle': { seconds: string | number }
    'exited': { code: string | number }
    'broken': null
    'refused': null
    'screen': null
    'input': null
    'before': null
    'keys': null
  }
  theme: {
    'choose': { choice: string | number }
    'light': null
    'dark': null
    'system': null
  }
  themeButton: {
    'light': null
    'dark': null
  }
  time: {
    'now': null
    'minutes': { n: string | number }
    'hours': { n: string | number }
    'days': { n: string | number }
    'none': null
    'lasted-seconds': { seconds: string | number }
    'lasted-minutes': { minutes: string | number; seconds: string | number }
    'lasted-hours': { hours: string | number; minutes: string | number }
    'today': null
    'yesterday': null
  }
  timeline: {
    'title': null
    'about': null
    'failed': null
    'unread': null
    'gone': null
    'axis': null
    'revisions': null
    'tasks': null
    'outages': null
    'events': null
    'list': null
    'narrowed': { from: string | number; to: string | number }
    'whole': null
    'narrow': null
    'revision': { number: string | number; who: string | number }
    'task': { name: string | number; state: string | number }
    'empty': null
    'empty-text': null
    'all': null
    'more': null
    'within': null
    'summary': { revisions: number; tasks: number; failed: string | number; events: number }
    'young': { from: string | number }
    'logs-of': null
    'usage-of': null
    'logs-around': null
    'usage-around': null
    'moment-off': null
    'log-errors': null
    'log-errors-several': { n: string | number; first: string | number }
    'log-errors-reading': null
    'log-errors-all': null
    'log-errors-kept': { from: string | number }
    'log-errors-none': null
    'log-errors-cut': null
    'log-errors-foreign': null
    'log-errors-failed': { why: string | number }
    'objects': null
    'object-change': { field: string | number; before: string | number; after: string | number }
  }
  toast: {
    'again': null
    'undo': null
    'undone': null
    'undo-failed': null
  }
  trail: {
    'label': null
    'to-deployments': null
    'to-tasks': null
    'to-events': null
    'to-teams': null
    'to-infrastructure': null
    'to-system': null
    'to-users': null
  }
  type: {
    'wordpress': null
    'laravel': null
    'nodejs': null
    'orangecms': null
    'other': null
  }
  usage: {
    'title': null
    'about': null
    'failed': null
    'stopped': null
    'chart': null
    'cpu-line': null
    'memory-line': null
    'caption': { name: string | number; low: string | number; high: string | number; now: string | number }
    'caption-same': { name: string | number; now: string | number }
    'unbounded': null
    'gaps': null
    'marks': null
    'mark': { number: string | number }
    'empty': null
    'empty-text': null
    'happened': null
    'unread': null
    'gone': null
    'narrowed': { from: string | number; to: string | number }
    'whole': null
    'within': null
  }
  users: {
    'title': null
    'about': null
    'search': null
    'role': null
    'role-all': null
    'role-about': null
    'status': null
    'status-all': null
    'status-active': null
    'status-inactive': null
    'status-about': null
    'status-self': null
    'failed': null
    'fetch-failed': null
    'loading': null
    'empty': null
    'clear': null
    'pages': null
    'found': { from: string | number; to: string | number; total: string | number }
    'name': null
    'lastLogin': null
    'edit': null
    'edit-named': { name: string | number }
    'edit-title': { email: string | number }
    'delete': null
    'delete-named': { name: string | number }
    'delete-self': null
    'delete-title': { name: string | number }
    'delete-text': null
    'delete-failed': null
    'deleted': null
    'firstName': null
    'lastName': null
    'name-long': { n: string | number }
    'save': null
    'cancel': null
    'saved': null
    'save-failed': null
    'two-factor-reset': null
    'two-factor-title': { name: string | number }
    'two-factor-text': null
    'two-factor-action': null
    'two-factor-done': null
    'two-factor-failed': null
    'invite': null
    'invite-email': null
    'invite-email-required': null
    'invite-email-invalid': null
    'invite-role-about': null
    'invite-send': null
    'invite-sending': null
    'invite-sent': null
    'invite-failed': null
    'invites': null
    'invite-by': { name: string | number }
    'reset-named': { name: string | number }
    'reset-title': { name: string | number }
    'reset-about': null
    'reset-do': null
    'reset-failed': null
    'reset-mailed': { email: string | number }
    'reset-made': { name: string | number }
    'reset-inactive': null
    'close': null
    'user': null
    'user-failed': null
    'account': null
    'email': null
    'two-factor': null
    'two-factor-on': null
    'two-factor-off': null
    'created': null
    'teams': null
    'teams-none': null
    'team-owner': null
    'team-admin': null
    'team-member': null
    'sessions': null
    'sessions-none': null
    'agent': { browser: string | number; system: string | number }
    'agent-none': null
    'session-address-none': null
    'session-since': { when: string | number }
    'session-seen': null
    'tokens': null
    'tokens-none': null
    'token-read': null
    'token-full': null
    'token-made': { day: string | number }
    'token-expires': { day: string | number }
    'token-forever': null
    'token-used': null
    'token-unused': null
    'activity': null
    'activity-all': null
    'activity-none': null
    'activity-failed': null
    'more': { n: string | number }
  }
  work: {
    'label': { n: number }
    'title': null
    'none': null
    'messages': null
    'messages-none': null
  }
}
