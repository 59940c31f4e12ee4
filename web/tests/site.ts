import type { Deployment, Plan } from '@/api/types'

/** A site for tests: it runs, and nothing is at work on it. */
export const SITE: Deployment = {
  id: '0a0b0c0d-0000-4000-8000-000000000001',
  name: 'shop',
  description: 'The shop of the house',
  status: 'running',
  type: 'wordpress',
  clusterId: 'c-1',
  clusterName: 'prod',
  location: 'd-1',
  team_id: 't-1',
  teamId: 't-1',
  teamName: 'Web',
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:05:00Z',
  errorLog: null,
  errorLogReason: '',
  errorLogParams: {},
  baseParameters: { domain: 'shop.example.com', appUser: 'admin', hasAppPass: true },
  services: { nginx: true, mysql: true, redis: true, phpmyadmin: true, ftp: false, cloudflare: false },
  phpParameters: { phpVersion: '8.1', phpExtensions: ['gd'], phpMemoryLimit: 256, phpMaxExecutionTime: 60, phpPoolSize: 10, phpMaxRequestsPerChild: 500, phpUploadMaxFilesize: 10 },
  databaseParameters: { databaseUser: 'wordpress', databaseName: 'shopdb', databaseHost: 'localhost', databasePort: 3306, hasDatabasePass: true, hasDatabaseRootPass: true },
  resources: { cpu: '750m', memory: '1.2Gi', storage: '10Gi' },
  askedResources: { cpu: null, memory: null, storage: '20Gi' },
  deleting: false,
  currentTaskId: null,
  lastTaskId: 'k-1',
  work: null,
  releaseName: 'shop-0a0b0c',
  namespace: 'shop-0a0b0c',
  revision: 1,
  effectiveRevision: 1,
  drift: null,
  reachability: { state: 'reachable', https: true, checkedAt: '2026-11-20T08:10:00Z', since: '2026-11-20T08:06:00Z', status: 200, milliseconds: 120, redirect: null, addresses: ['203.0.113.7'], certificate: { valid: true, issuer: "Let's Encrypt R3", notAfter: '2027-02-12T08:00:00Z', problem: null, problemReason: '', problemParams: {} }, problem: null, problemReason: '', problemParams: {} },
  operation: 'install',
  lastChange: { at: '2026-11-20T08:00:00Z', actor: { id: 'u-1', name: 'Ada Lovelace' } },
  domains: [],
  env: [],
  replicas: 1,
  stopped: false,
  source: null,
  lastResult: 'succeeded',
  actions: { restart: null, update: null, retry: { reason: 'NOTHING_TO_RETRY', params: {}, message: 'Nothing to retry.' }, discard: { reason: 'NOTHING_TO_DISCARD', params: {}, message: 'Nothing to discard.' }, stop: null, start: { reason: 'NOT_STOPPED', params: {}, message: 'Not stopped.' }, scale: null, move: null },
  elsewhere: null,
  createdBy: 'somebody',
  version: 3,
}

/** A program from a repository, without a database. */
export const NODE_SITE: Deployment = {
  ...SITE,
  type: 'nodejs',
  services: { ...SITE.services, mysql: false, phpmyadmin: false },
  phpParameters: null,
  databaseParameters: null,
  askedResources: { cpu: null, memory: null, storage: null },
  source: { kind: 'git', image: null, git: { url: 'https://github.com/shop/web.git', ref: 'main', subdir: null }, build: null, start: 'node server.js', port: 3001, version: '24' },
  env: ['MODE', 'TOKEN'],
  replicas: 2,
}

const scaled = { kind: 'Deployment', name: 'shop-web', action: 'change', restarts: false, interrupts: false, losesData: false, problem: null, problemReason: '', problemParams: {}, volume: null, foreign: false, untried: false } as const
/** Of a change that takes the site away. */
export const PLAN: Plan = { hash: 'h-1', revision: 2, objects: [{ ...scaled, fields: [{ path: 'spec.replicas', before: '1', after: '0', manager: null, changedAt: null }] }], secrets: [], triedIn: null, power: 'stops', move: null }
