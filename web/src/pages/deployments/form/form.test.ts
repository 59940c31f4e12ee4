import { readFileSync } from 'node:fs'
import { hostOf, isHost } from './host'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Cluster, Kind } from '@/api/types'
import { KINDS, LARAVEL, NODEJS, ORANGECMS, WORDPRESS } from '../../../../tests/kinds'
import { labelOf, serviceName } from '../catalogue'
import { askedOf } from './asked'
import { fieldOf, isWeak, problemsFrom, problemsOf, reachable, refusalOf, stepOf, without } from './checks'
import { blank, type Draft, type Variable, withKind } from './draft'
import { endedVersion } from './parts'
import { generatePassword } from './password'
import { payloadOf } from './payload'
import { forget, keep, kept } from './stored'

/** Filled in as far as every kind asks it. */
export const filled = (kind: Kind, more: Record<string, Draft[string]> = {}): Draft => ({
  ...blank(kind, 'c-1'),
  name: ' shop ',
  team_id: 't-1',
  'baseParameters.domain': 'shop.example.com',
  'baseParameters.appPass': ' correct horse ',
  ...(kind.source ? { 'source.git.url': 'https://github.com/shop/web.git' } : {}),
  'databaseParameters.databasePass': 'battery staple',
  'databaseParameters.databaseRootPass': 'another battery',
  ...more,
})

const CLUSTER = { id: 'c-1', datacenter: 'd-1' } as Cluster
const variable = (key: number, name: string, value = 'v', there = false): Variable => ({ key, name, value, kept: there })

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  oneOf?: Schema[]
}

/** Names in the payload that the API's document does not know. */
function undocumented(payload: unknown, schema: Schema, schemas: Record<string, Schema>, path = ''): string[] {
  const found = schema.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema.oneOf?.find((each) => each.$ref) ? schemas[schema.oneOf.find((each) => each.$ref)?.$ref?.split('/').at(-1) ?? ''] : schema
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || !found || found.additionalProperties) return []
  return Object.entries(payload).flatMap(([name, value]) => {
    const known = found.properties?.[name]
    return known ? undocumented(value, known, schemas, `${path}${name}.`) : [`${path}${name}`]
  })
}

describe('what is sent', () => {
  const base = {
    name: 'shop',
    clusterId: 'c-1',
    location: 'd-1',
    team_id: 't-1',
    baseParameters: { domain: 'shop.example.com', appUser: 'admin', appPass: ' correct horse ' },
    services: { nginx: true, mysql: true, redis: true, ftp: false, phpmyadmin: true, cloudflare: false },
    replicas: undefined,
  }
  const php = { phpVersion: '8.3', phpExtensions: ['gd', 'mysqli', 'curl', 'intl'], phpMemoryLimit: 256, phpMaxExecutionTime: 60, phpPoolSize: 10, phpMaxRequestsPerChild: 500, phpUploadMaxFilesize: 10 }
  const database = (name: string) => ({ databaseName: name, databaseUser: name, databasePass: 'battery staple', databaseRootPass: 'another battery', databaseHost: 'localhost', databasePort: 3306 })
  const { replicas: _, ...common } = base
  const url = 'https://github.com/shop/web.git'

  it.each([
    [WORDPRESS, { phpParameters: php, databaseParameters: database('wordpress') }],
    [LARAVEL, { phpParameters: { ...php, phpExtensions: [...php.phpExtensions, 'pdo_mysql'] }, databaseParameters: database('laravel'), source: { kind: 'git', git: { url } } }],
    [NODEJS, { databaseParameters: database('nodejs'), source: { kind: 'git', git: { url }, version: '24', port: 3000 }, replicas: 1 }],
    [ORANGECMS, { phpParameters: php, databaseParameters: database('orangecms'), source: { kind: 'git', git: { url } } }],
  ])('is what the API takes, for each kind', (kind, own) => {
    expect(payloadOf(kind, filled(kind), CLUSTER)).toEqual({ ...common, type: kind.id, ...own })
  })

  it('is all that can be said, by names that the API’s document has', () => {
    const draft = filled(NODEJS, {
      description: 'A shop',
      domains: ['www.example.com'],
      'services.mysql': false,
      'services.cloudflare': true,
      'baseParameters.cloudflareToken': 'token',
      'source.git.ref': 'main',
      'source.git.subdir': 'apps/web',
      'source.build': 'npm run build',
      'source.start': 'node server.js',
      'source.port': 4000,
      env: [variable(0, 'MODE', ' blue ')],
      'resources.cpu': '500m',
      'resources.memory': '512Mi',
      'resources.storage': '2Gi',
      replicas: 2,
      'databaseParameters.databaseHost': 'db.example.com',
    })
    const payload = payloadOf(NODEJS, draft, CLUSTER)
    expect(payload).toMatchObject({
      source: { kind: 'git', git: { url, ref: 'main', subdir: 'apps/web' }, build: 'npm run build', start: 'node server.js', port: 4000, version: '24' },
      env: { MODE: ' blue ' },
      domains: ['www.example.com'],
      resources: { cpu: '500m', memory: '512Mi', storage: '2Gi' },
      replicas: 2,
      databaseParameters: { databaseHost: 'db.example.com', databasePort: 3306 },
      baseParameters: { cloudflareToken: 'token' },
    })
    const { components } = JSON.parse(readFileSync(resolve(__dirname, '../../../../../bff/openapi.json'), 'utf8')) as { components: { schemas: Record<string, Schema> } }
    const all = KINDS.map((kind) => payloadOf(kind, filled(kind), CLUSTER))
    expect([payload, ...all].flatMap((each) => undocumented(each, components.schemas.CreateDeployment ?? {}, components.schemas))).toEqual([])
    expect(undocumented({ source: { nothing: 1 } }, components.schemas.CreateDeployment ?? {}, components.schemas)).toEqual(['source.nothing'])
  })

  it('has of an image no repository, no build and no version of what it brings itself', () => {
    const image = { 'source.kind': 'image', 'source.image': 'ghcr.io/shop/web:1', 'source.build': 'unused' }
    expect(payloadOf(NODEJS, filled(NODEJS, image), CLUSTER).source).toEqual({ kind: 'image', image: 'ghcr.io/shop/web:1', port: 3000 })
    expect(payloadOf(LARAVEL, filled(LARAVEL, image), CLUSTER).source).toEqual({ kind: 'image', image: 'ghcr.io/shop/web:1', port: 8080 })
    expect(payloadOf(NODEJS, filled(NODEJS, { 'source.kind': 'none' }), CLUSTER).source).toEqual({ kind: 'none', version: '24' })
  })

  it('has no database where none is chosen', () => {
    expect(payloadOf(NODEJS, filled(NODEJS, { 'services.mysql': false }), CLUSTER).databaseParameters).toBeUndefined()
    expect(refusalOf(NODEJS, filled(NODEJS, { 'services.mysql': false }))).toBeNull()
    // A kind that cannot be without one asks for its server.
    expect(Object.keys(refusalOf(WORDPRESS, filled(WORDPRESS, { 'services.mysql': false }))?.problems ?? {})).toEqual(['databaseParameters.databaseHost'])
  })
})

describe('the rules', () => {
  it('ask in the order name, team, domain, username, password', () => {
    expect(Object.values(problemsOf(1, WORDPRESS, { ...blank(WORDPRESS), 'baseParameters.appUser': ' ' }))).toEqual([
      'Deployment name is required',
      'Please select a team for this deployment',
      'Domain name is required for deployment setup',
      'Admin Username is required for application access',
      'Admin Password is required for secure application access',
    ])
    expect(Object.values(problemsOf(2, WORDPRESS, blank(WORDPRESS)))).toEqual(['Please select a cluster where your deployment will run'])
    expect(Object.values(problemsOf(1, NODEJS, filled(NODEJS, { 'source.git.url': '' })))).toEqual(['The address of the Git repository is required.'])
    expect(Object.values(problemsOf(1, NODEJS, filled(NODEJS, { 'source.kind': 'image' })))).toEqual(['An image is required.'])
  })

  it('do not show a step before those in front of it are done', () => {
    const full = filled(WORDPRESS)
    expect([blank(WORDPRESS), { ...full, clusterId: '' }, { ...full, 'phpParameters.phpPoolSize': 0 }, full].map((draft) => reachable(WORDPRESS, draft))).toEqual([1, 2, 4, 5])
  })

  it('name all that is missing before creating', () => {
    const refusal = refusalOf(WORDPRESS, filled(WORDPRESS, { 'databaseParameters.databaseName': '', 'databaseParameters.databaseRootPass': '' }))
    expect([refusal?.title, refusal?.lines]).toEqual(['Validation Error', ['Please fill in: Database Name, Database Root Password']])
  })

  it('refuse a short password by its label', () => {
    const refusal = refusalOf(WORDPRESS, filled(WORDPRESS, { 'databaseParameters.databasePass': 'short' }))
    expect([refusal?.title, refusal?.lines]).toEqual(['Weak Password', ['Database Password should be at least 8 characters long for security']])
    expect(KINDS.map((kind) => refusalOf(kind, filled(kind)))).toEqual([null, null, null, null])
    expect([isWeak(''), isWeak('1234567'), isWeak('12345678')]).toEqual([false, true, false])
  })

  it('have the bounds of the descriptor', () => {
    const beyond = problemsOf(4, WORDPRESS, filled(WORDPRESS, { 'phpParameters.phpMemoryLimit': 31, 'phpParameters.phpPoolSize': 201 }))
    expect(Object.values(beyond)).toEqual(['Memory Limit (MB) must be at least 32.', 'Pool Size must be at most 200.'])
    expect(Object.keys(problemsOf(4, NODEJS, filled(NODEJS, { replicas: 11, 'source.port': 80 })))).toEqual(['source.port', 'replicas'])
  })

  it('know which names of variables are free', () => {
    const draft = filled(NODEJS, { env: [variable(0, '1A'), variable(1, 'DB_HOST'), variable(2, 'MODE'), variable(3, ' MODE '), variable(4, 'FREE')] })
    expect(problemsOf(4, NODEJS, draft)).toEqual({
      'env.0': 'The name of a variable has at most 64 letters, digits and underscores, and no digit first.',
      'env.1': 'DB_HOST is set by Canopy.',
      'env.2': 'MODE is there twice.',
      'env.3': 'MODE is there twice.',
    })
    expect(without({ 'env.1': 'a', name: 'b' }, { env: [] })).toEqual({ name: 'b' })
  })

  it('find the step and field that the server means', () => {
    const draft = filled(NODEJS, { env: [variable(7, 'MODE')] })
    const asked = askedOf(NODEJS, draft)
    const names = ['teamId', 'baseParameters.domain', 'services.ftp', 'location', 'source.git.url', 'env.MODE', 'env', 'replicas', 'resources.cpu', 'source.version', 'phpParameters.phpPoolSize', 'strange']
    const found = names.map((name) => fieldOf(name, draft, asked))
    expect(found).toEqual(['team_id', 'baseParameters.domain', 'services.ftp', 'clusterId', 'source.git.url', 'env.7', 'env', 'replicas', 'resources.cpu', 'source.version', null, null])
    expect(found.map((field) => field && stepOf(field, asked))).toEqual([1, 1, 3, 2, 1, 4, 4, 4, 4, 4, null, null])
    const { problems, others } = problemsFrom({ 'databaseParameters.databaseName': 'b', strange: 'x', name: 'a' }, NODEJS, draft)
    expect([Object.keys(problems), others]).toEqual([['name', 'databaseParameters.databaseName'], ['x']])
  })

  it('warn of a version at its end, which is none that a form starts with', () => {
    expect(KINDS.map((kind) => endedVersion(kind, blank(kind)))).toEqual([null, null, null, null])
    expect(endedVersion(WORDPRESS, filled(WORDPRESS, { 'phpParameters.phpVersion': '8.1' }))).toEqual({ runtime: 'PHP', version: '8.1', date: 'Dec 31, 2025' })
    expect(endedVersion(NODEJS, filled(NODEJS, { 'source.version': '20' }))?.version).toBe('20')
    expect(endedVersion(NODEJS, filled(NODEJS, { 'source.version': '20', 'source.kind': 'image' }))).toBeNull()
  })
})

describe('another kind', () => {
  it('keeps what was typed and takes what is usual for it', () => {
    const typed = filled(WORDPRESS, { 'services.redis': false, 'phpParameters.phpVersion': '8.1', 'phpParameters.phpMemoryLimit': 512 })
    const node = withKind(typed, WORDPRESS, NODEJS)
    expect(node).toMatchObject({ type: 'nodejs', name: ' shop ', clusterId: 'c-1', 'services.redis': false, 'databaseParameters.databaseName': 'nodejs', 'source.kind': 'git', 'source.version': '24' })
    expect(Object.keys(node).filter((field) => field.startsWith('phpParameters'))).toEqual([])
    expect(withKind(typed, WORDPRESS, LARAVEL)).toMatchObject({ 'phpParameters.phpVersion': '8.1', 'phpParameters.phpMemoryLimit': 512, 'databaseParameters.databaseUser': 'laravel' })
  })

  it('that the console has no words for is asked for all the same', () => {
    const strange: Kind = {
      ...NODEJS,
      id: 'rails',
      name: 'Rails',
      runtime: { id: 'ruby', name: 'Ruby', field: 'rubyParameters.version', versions: [{ id: '4.0', endOfLife: '2030-01-01', ended: false }], default: '4.0' },
      numbers: [{ field: 'rubyParameters.threads', label: 'Threads', unit: 's', least: 1, most: 9, default: 5 }],
      services: [...NODEJS.services, { id: 'sidekiq', name: 'Sidekiq', on: true, fixed: false, volume: false, access: null }],
    }
    expect([labelOf('rubyParameters.threads', strange), labelOf('rubyParameters.version', strange), serviceName('sidekiq', 'Sidekiq'), labelOf('phpParameters.phpPoolSize', strange)]).toEqual(['Threads (s)', 'Ruby Version', 'Sidekiq', 'Pool Size'])
    expect(payloadOf(strange, filled(strange), CLUSTER)).toMatchObject({ rubyParameters: { version: '4.0', threads: 5 }, services: { sidekiq: true } })
  })
})

describe('the draft', () => {
  afterEach(forget)

  it('is kept without anything secret, for its user alone', () => {
    const full = filled(NODEJS, { 'baseParameters.cloudflareToken': 'token-secret', 'source.port': null, env: [variable(3, 'MODE', 'value-secret')], domains: ['www.example.com'] })
    keep('u-1', full)
    const text = JSON.stringify({ ...sessionStorage })
    for (const secret of ['correct horse', 'battery staple', 'another battery', 'token-secret', 'value-secret']) expect(text).not.toContain(secret)
    expect(kept('u-2', KINDS)).toBeNull()
    expect(kept('u-1', [WORDPRESS])).toBeNull()
    const empty = { 'baseParameters.appPass': '', 'databaseParameters.databasePass': '', 'databaseParameters.databaseRootPass': '', 'baseParameters.cloudflareToken': '' }
    expect(kept('u-1', KINDS)).toEqual({ ...full, ...empty, env: [variable(0, 'MODE', '')] })
  })

  it('survives nonsense in the storage', () => {
    sessionStorage.setItem('canopy.new-deployment', '{"userId":"u-1","draft":{"type":"wordpress","name":7,"services.redis":"x","phpParameters.phpExtensions":[1,"gd"],"phpParameters.phpPoolSize":"many","env":{},"other":1}}')
    expect(kept('u-1', KINDS)).toEqual(blank(WORDPRESS))
    sessionStorage.setItem('canopy.new-deployment', '{')
    expect(kept('u-1', KINDS)).toBeNull()
  })
})

it('a generated password is long, and never the same', () => {
  const passwords = new Set(Array.from({ length: 50 }, generatePassword))
  expect(passwords.size).toBe(50)
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{20}$/)
})

describe('a domain', () => {
  it('is the host of a pasted address', () => {
    expect(['https://shop.example.com/cart?x=1', 'shop.example.com/', 'shop.example.com:8080', 'HTTP://Shop.Example.com'].map(hostOf)).toEqual(['shop.example.com', 'shop.example.com', 'shop.example.com', 'shop.example.com'])
    expect(['shop.example.com', 'shop', '', 'https://'].map(hostOf)).toEqual([null, null, null, null])
  })

  it('has letters, digits and hyphens, with dots between', () => {
    expect(['shop.example.com', 'Shop-1.example.com', 'shop', 'shop..com', '-a.example.com', 'a b.example.com', '10.0.0.1'].map(isHost)).toEqual([true, true, false, false, false, false, false])
  })
})
