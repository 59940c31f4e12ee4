import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/error'
import type { Listed } from '@/api/query'
import { request } from '@/api/request'
import type { Deployment, Task } from '@/api/types'
import { LIVE } from '@/spec/policy'
import { caughtUp, type Held, isAtWorkOn, withWork } from './work'

/**
 * Hints into the query cache. "deployment X is now version 7": that one deployment is fetched by REST and put wherever
 * the cache holds it, so that its row changes by itself and nothing else is asked for. A list that does not hold it (it
 * is new) or that is filtered is asked for again, at most once a second. A task is also put into what is shown of the
 * deployment that it is at work on.
 */

export interface Hint {
  kind: string
  id: string
  /** Grows with every change; 0 when not known, which is always newer. */
  version: number
}

interface Kind {
  /** The call that gives one of them; null when there is none and lists are asked for again. */
  one: string | null
  lists: readonly string[]
  /** What else may have changed with it; only asked for again while it is on the screen. */
  touches: readonly string[]
  /** What belongs to one of them: asked for again when that one changes. */
  parts?: readonly string[]
  /** Where deployments say how far one of them is. */
  works?: readonly string[]
  version: (item: Item) => number
}

type Item = { id: string; version?: number; rowVersion?: number }

const version = (item: Item) => item.version ?? item.rowVersion ?? -1

const KINDS: Record<string, Kind> = {
  deployment: { one: '/deployments/{id}', lists: ['/deployments'], touches: ['/dashboard', '/quotas'], parts: ['/deployments/{id}/revisions', '/deployments/{id}/services', '/deployments/{id}/volumes', '/deployments/{id}/usage', '/deployments/{id}/timeline'], version },
  // what the cluster shows of the deployment with that id
  services: { one: null, lists: [], touches: [], parts: ['/deployments/{id}/services'], version },
  task: { one: '/tasks/{id}', lists: ['/tasks'], touches: ['/dashboard', '/quotas'], works: ['/deployments', '/deployments/{id}'], version },
  team: { one: '/teams/{id}', lists: ['/teams', '/teams/all'], touches: ['/dashboard'], version },
  cluster: { one: '/clusters/{id}', lists: ['/clusters'], touches: ['/dashboard', '/datacenters', '/deployments/{id}/services'], parts: ['/clusters/{id}/inspection', '/clusters/{id}/metrics'], version },
  datacenter: { one: null, lists: ['/datacenters'], touches: ['/dashboard'], version },
  event: { one: null, lists: ['/events', '/admin/events'], touches: ['/events/hours'], version },
}

type Parts = { path?: { id?: string }; query?: object }

const pathOf = (query: Query) => query.queryKey[0] as string
const partsOf = (query: Query) => (query.queryKey[1] ?? {}) as Parts

function queriesOf(client: QueryClient, paths: readonly string[]): Query[] {
  return client.getQueryCache().findAll({ predicate: (query) => paths.includes(pathOf(query)) })
}

/** Puts `item` in place of the one with its id. The same list comes back when nothing changed, so that nothing renders. */
export function patched<T extends { id: string }>(listed: Listed<T> | undefined, item: T): Listed<T> | undefined {
  if (!listed) return listed
  const at = listed.items.findIndex((each) => each.id === item.id)
  if (at < 0) return listed
  return { ...listed, items: listed.items.with(at, { ...listed.items[at], ...item }) }
}

/** The list without the one with that id; the same list when it was not there. */
export function without<T extends { id: string }>(listed: Listed<T> | undefined, id: string): Listed<T> | undefined {
  if (!listed || !listed.items.some((each) => each.id === id)) return listed
  return { items: listed.items.filter((each) => each.id !== id), pagination: { ...listed.pagination, total: Math.max(0, listed.pagination.total - 1) } }
}

export class LiveCache {
  private readonly client: QueryClient
  private gathered = new Map<string, Hint>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly due = new Map<string, ReturnType<typeof setTimeout>>()
  private readonly last = new Map<string, number>()

  constructor(client: QueryClient) {
    this.client = client
  }

  /** Everything may have changed: what is on the screen is asked for again, the rest when it is next looked at. */
  ready(): void {
    void this.client.invalidateQueries()
  }

  /** Something changed. Hints that come within a moment are handled together. */
  hint(hint: Hint): void {
    const key = `${hint.kind} ${hint.id}`
    const before = this.gathered.get(key)
    if (!before || hint.version === 0 || hint.version > before.version) this.gathered.set(key, hint)
    this.timer ??= setTimeout(() => {
      const hints = [...this.gathered.values()]
      this.gathered = new Map()
      this.timer = undefined
      void this.apply(hints)
    }, LIVE.gatherMs)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.gathered.clear()
    for (const timer of this.due.values()) clearTimeout(timer)
    this.due.clear()
  }

  /** Handles hints at once; for tests and for screens that have just changed something themselves. */
  async apply(hints: readonly Hint[]): Promise<void> {
    const many = hints.length > LIVE.manyHints
    await Promise.all(hints.map((hint) => this.applyOne(hint, many)))
  }

  private async applyOne(hint: Hint, many: boolean): Promise<void> {
    const kind = KINDS[hint.kind]
    if (!kind) return
    for (const path of kind.touches) this.refetchSoon(path)
    for (const query of queriesOf(this.client, kind.parts ?? [])) {
      if (partsOf(query).path?.id === hint.id) void this.client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    const details = kind.one ? queriesOf(this.client, [kind.one]).filter((query) => partsOf(query).path?.id === hint.id) : []
    const lists = queriesOf(this.client, kind.lists)
    const works = this.works(kind, hint.id)
    const shown = [...details, ...lists, ...works]
    if (shown.length === 0) return
    // The newest version of it that the cache holds; things of some kinds carry none.
    const held = this.copies(kind, hint.id).reduce((highest, item) => Math.max(highest, kind.version(item)), -1)
    if (hint.version > 0 && held >= hint.version) return
    if (many || !kind.one || !shown.some((query) => query.isActive())) {
      for (const query of details) void this.client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      for (const path of [...kind.lists, ...works.map(pathOf)]) this.refetchSoon(path)
      return
    }
    await this.fetchOne(kind, kind.one, hint.id)
  }

  /** What the cache holds of it. */
  private copies(kind: Kind, id: string): Item[] {
    const one = kind.one ? [this.client.getQueryData<Item>([kind.one, { path: { id } }])] : []
    const listed = queriesOf(this.client, kind.lists).map((query) => (query.state.data as Listed<Item> | undefined)?.items.find((item) => item.id === id))
    return [...one, ...listed].filter((item) => item !== undefined)
  }

  /** Where deployments are that it is at work on. */
  private works(kind: Kind, id: string): Query[] {
    return queriesOf(this.client, kind.works ?? []).filter((query) => query.state.data !== undefined && isAtWorkOn(query.state.data as Held, id))
  }

  private async fetchOne(kind: Kind, path: string, id: string): Promise<void> {
    try {
      const { data } = await request('GET', path as '/deployments/{id}', { path: { id } })
      this.put(kind, path, kind === KINDS.deployment ? (this.copies(kind, id) as Deployment[]).reduce(caughtUp, data) : data)
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 404) this.drop(kind, path, id)
      else for (const each of [path, ...kind.lists, ...this.works(kind, id).map(pathOf)]) this.refetchSoon(each)
    }
  }

  private put(kind: Kind, path: string, item: Item): void {
    for (const query of this.works(kind, item.id)) {
      // What is marked stays so: putting something into it says that all of it is as it should be.
      if (query.isActive() || !query.state.isInvalidated) this.client.setQueryData(query.queryKey, withWork(query.state.data as Held, item as unknown as Task))
    }
    const key = [path, { path: { id: item.id } }]
    const held = this.client.getQueryData<Item>(key)
    if (!held || kind.version(held) <= kind.version(item)) this.client.setQueryData(key, item)
    for (const query of queriesOf(this.client, kind.lists)) {
      const listed = query.state.data as Listed<Item> | undefined
      const after = patched(listed, item)
      if (after !== listed) this.client.setQueryData(query.queryKey, after)
      const filtered = Object.keys(partsOf(query).query ?? {}).length > 0
      if (after === listed || filtered) this.refetchSoon(pathOf(query))
    }
  }

  private drop(kind: Kind, path: string, id: string): void {
    void this.client.invalidateQueries({ queryKey: [path, { path: { id } }], exact: true })
    for (const query of queriesOf(this.client, kind.lists)) {
      const listed = query.state.data as Listed<Item> | undefined
      const after = without(listed, id)
      if (after !== listed) this.client.setQueryData(query.queryKey, after)
    }
  }

  /** Asks again for every query of a path, now or, when it was just asked for, within a second. */
  private refetchSoon(path: string): void {
    if (this.due.has(path)) return
    const wait = Math.max(0, (this.last.get(path) ?? 0) + LIVE.listsEveryMs - Date.now())
    this.due.set(
      path,
      setTimeout(() => {
        this.due.delete(path)
        this.last.set(path, Date.now())
        void this.client.invalidateQueries({ predicate: (query) => pathOf(query) === path })
      }, wait),
    )
  }
}

/** After a change made here: asks again for that one thing, or for the lists of its kind, without waiting for its hint. */
export function changed(client: QueryClient, kind: 'deployment' | 'task' | 'team' | 'cluster' | 'datacenter'): Promise<void> {
  const known = KINDS[kind]
  if (!known) return Promise.resolve()
  const paths = [known.one, ...known.lists, ...known.touches, ...(known.parts ?? [])]
  return client.invalidateQueries({ predicate: (query) => paths.includes(pathOf(query)) })
}
