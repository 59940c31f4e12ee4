import type { Cluster } from '@/api/types'
import type { Args } from '@/api/request'

/** What is typed in the wizard. It outlives a reload in sessionStorage, without its passwords. */

export const SERVICES = ['nginx', 'mysql', 'redis', 'phpmyadmin', 'ftp', 'cloudflare'] as const
export type Service = (typeof SERVICES)[number]

export interface Draft {
  name: string
  description: string
  type: string
  teamId: string
  domain: string
  appUser: string
  appPass: string
  clusterId: string
  services: Record<Service, boolean>
  /** Needed when the service cloudflare is on. */
  cloudflareToken: string
  phpVersion: string
  phpExtensions: string[]
  /** MB; null while the box is empty. */
  phpMemoryLimit: number | null
  /** Seconds. */
  phpMaxExecutionTime: number | null
  phpPoolSize: number | null
  phpMaxRequestsPerChild: number | null
  /** MB */
  phpUploadMaxFilesize: number | null
  databaseName: string
  databaseUser: string
  databasePass: string
  databaseRootPass: string
  databaseHost: string
  databasePort: number | null
}

export type Field = keyof Draft

export const OWN_DATABASE = { databaseHost: 'localhost', databasePort: 3306 } as const

export function emptyDraft(clusterId = ''): Draft {
  return {
    name: '',
    description: '',
    type: 'wordpress',
    teamId: '',
    domain: '',
    appUser: 'admin',
    appPass: '',
    clusterId,
    services: { nginx: true, mysql: true, redis: true, phpmyadmin: true, ftp: false, cloudflare: false },
    cloudflareToken: '',
    phpVersion: '8.3',
    phpExtensions: ['gd', 'mysqli', 'curl', 'intl'],
    phpMemoryLimit: 256,
    phpMaxExecutionTime: 60,
    phpPoolSize: 10,
    phpMaxRequestsPerChild: 500,
    phpUploadMaxFilesize: 10,
    databaseName: '',
    databaseUser: 'wordpress',
    databasePass: '',
    databaseRootPass: '',
    ...OWN_DATABASE,
  }
}

export const PASSWORDS = ['appPass', 'databasePass', 'databaseRootPass'] as const satisfies readonly Field[]

/** Never stored. */
const SECRET: readonly Field[] = [...PASSWORDS, 'cloudflareToken']

const KEY = 'canopy.new-deployment'

/** Keeps the draft for this tab and this user. */
export function keep(userId: string, draft: Draft): void {
  const stored = Object.fromEntries(Object.entries(draft).filter(([field]) => !SECRET.includes(field as Field)))
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, draft: stored }))
  } catch {
    // Storage may be refused; then the draft lives as long as the page.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

/** The draft of this user, if there is one; of a stored value only what has the right shape counts. */
export function kept(userId: string): Draft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { userId?: unknown; draft?: Record<string, unknown> } | null
    if (stored?.userId !== userId || typeof stored.draft !== 'object') return null
    return read(stored.draft)
  } catch {
    return null
  }
}

const isNumberField = (field: string) => field.startsWith('phpM') || field === 'phpPoolSize' || field === 'phpUploadMaxFilesize' || field === 'databasePort'

function read(stored: Record<string, unknown>): Draft {
  const draft = emptyDraft()
  const texts: Record<string, unknown> = {}
  for (const [field, standard] of Object.entries(draft)) {
    const value = stored[field]
    if (SECRET.includes(field as Field) || value === undefined) continue
    if (typeof value === 'string' && typeof standard === 'string') texts[field] = value
    if (isNumberField(field) && (value === null || typeof value === 'number')) texts[field] = value
  }
  const extensions = stored.phpExtensions
  const services = stored.services as Record<string, unknown> | null | undefined
  return {
    ...draft,
    ...texts,
    phpExtensions: Array.isArray(extensions) ? extensions.filter((each): each is string => typeof each === 'string') : draft.phpExtensions,
    services: Object.fromEntries(SERVICES.map((name) => [name, typeof services?.[name] === 'boolean' ? services[name] : draft.services[name]])) as Record<Service, boolean>,
  }
}

export type Payload = Args<'POST', '/deployments'>['body']

/** What is sent. Passwords exactly as typed; with MySQL on, the database is the deployment's own. */
export function payloadOf(draft: Draft, cluster: Cluster | undefined): Payload {
  const { databaseHost, databasePort } = draft.services.mysql ? OWN_DATABASE : draft
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    type: draft.type,
    clusterId: draft.clusterId,
    location: cluster?.datacenter ?? '',
    team_id: draft.teamId,
    baseParameters: {
      domain: draft.domain.trim(),
      appUser: draft.appUser.trim(),
      appPass: draft.appPass,
      cloudflareToken: draft.services.cloudflare ? draft.cloudflareToken : null,
      hasAppPass: null,
    },
    services: { ...draft.services },
    phpParameters: {
      phpVersion: draft.phpVersion,
      phpExtensions: draft.phpExtensions,
      phpMemoryLimit: draft.phpMemoryLimit,
      phpMaxExecutionTime: draft.phpMaxExecutionTime,
      phpPoolSize: draft.phpPoolSize,
      phpMaxRequestsPerChild: draft.phpMaxRequestsPerChild,
      phpUploadMaxFilesize: draft.phpUploadMaxFilesize,
    },
    databaseParameters: {
      databaseName: draft.databaseName.trim(),
      databaseUser: draft.databaseUser.trim(),
      databasePass: draft.databasePass,
      databaseRootPass: draft.databaseRootPass,
      databaseHost: databaseHost.trim(),
      databasePort,
      hasDatabasePass: null,
      hasDatabaseRootPass: null,
    },
  }
}
