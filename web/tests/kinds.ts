import type { Kind } from '@/api/types'

/** Descriptors for tests, as the server gives them: one that brings its own program, and three that are given one. */

const SERVICES: Kind['services'] = [
  { id: 'web', name: 'Web application', on: true, fixed: true, volume: false, access: null },
  { id: 'nginx', name: 'nginx', on: true, fixed: false, volume: false, access: null },
  { id: 'mysql', name: 'MySQL', on: true, fixed: false, volume: true, access: null },
  { id: 'redis', name: 'Redis', on: true, fixed: false, volume: false, access: null },
  { id: 'ftp', name: 'FTP (SFTP)', on: false, fixed: false, volume: false, access: { component: 'ftp', protocol: 'sftp', host: null, port: 2022, user: 'baseParameters.appUser', password: 'baseParameters.appPass' } },
  { id: 'phpmyadmin', name: 'phpMyAdmin', on: true, fixed: false, volume: false, access: { component: 'phpmyadmin', protocol: 'https', host: 'pma', port: 443, user: 'databaseParameters.databaseUser', password: 'databaseParameters.databasePass' } },
  { id: 'cloudflare', name: 'Cloudflare tunnel', on: false, fixed: false, volume: false, access: null },
]

const number = (name: string, label: string, unit: string | null, least: number, most: number, standard: number): Kind['numbers'][number] => ({ field: `phpParameters.${name}`, label, unit, least, most, default: standard })

const PHP: Pick<Kind, 'runtime' | 'numbers' | 'extensions' | 'defaultExtensions' | 'databaseRequired' | 'services' | 'mostReplicas'> = {
  runtime: {
    id: 'php',
    name: 'PHP',
    field: 'phpParameters.phpVersion',
    versions: [
      { id: '8.1', endOfLife: '2025-12-31', ended: true },
      { id: '8.3', endOfLife: '2027-12-31', ended: false },
    ],
    default: '8.3',
  },
  numbers: [
    number('phpMemoryLimit', 'Memory Limit', 'MB', 32, 16_384, 256),
    number('phpMaxExecutionTime', 'Max Execution Time', 's', 1, 3600, 60),
    number('phpPoolSize', 'Pool Size', null, 1, 200, 10),
    number('phpMaxRequestsPerChild', 'Max Requests Per Child', null, 1, 1_000_000, 500),
    number('phpUploadMaxFilesize', 'Upload Max Filesize', 'MB', 1, 4096, 10),
  ],
  extensions: ['curl', 'gd', 'intl', 'mysqli', 'pdo_mysql'],
  defaultExtensions: ['gd', 'mysqli', 'curl', 'intl'],
  databaseRequired: true,
  services: SERVICES,
  mostReplicas: 1,
}

const logs = (id: string, ...jobs: string[]): Kind['logs'] => [id, 'nginx', 'mysql', 'redis', 'phpmyadmin', 'ftp', 'cloudflare', ...jobs].map((each) => ({ id: each, service: each === id || jobs.includes(each) ? null : each }))

export const WORDPRESS: Kind = { ...PHP, id: 'wordpress', name: 'WordPress', description: 'A site.', databaseName: 'wordpress', source: null, reservedEnv: ['WORDPRESS_*', 'SITE_URL'], logs: logs('wordpress', 'install') }

export const LARAVEL: Kind = {
  ...PHP,
  id: 'laravel',
  name: 'Laravel',
  description: 'A program.',
  databaseName: 'laravel',
  defaultExtensions: [...PHP.defaultExtensions, 'pdo_mysql'],
  source: { imagePort: 8080, port: null, start: false },
  reservedEnv: ['APP_KEY', 'DB_*'],
  logs: logs('laravel', 'fetch', 'build', 'migrate'),
}

export const NODEJS: Kind = {
  id: 'nodejs',
  name: 'Node.js',
  description: 'A program.',
  runtime: {
    id: 'node',
    name: 'Node.js',
    field: 'source.version',
    versions: [
      { id: '20', endOfLife: '2026-04-30', ended: true },
      { id: '24', endOfLife: '2028-04-30', ended: false },
    ],
    default: '24',
  },
  numbers: [],
  extensions: [],
  defaultExtensions: [],
  databaseRequired: false,
  services: SERVICES.map((service) => (service.id === 'ftp' ? { ...service, volume: true } : service)),
  mostReplicas: 10,
  databaseName: 'nodejs',
  source: { imagePort: 3000, port: 3000, start: true },
  reservedEnv: ['PORT', 'DB_*'],
  logs: logs('nodejs', 'fetch', 'build'),
}

export const ORANGECMS: Kind = { ...PHP, id: 'orangecms', name: 'OrangeCMS', description: 'A blog.', databaseName: 'orangecms', source: { imagePort: 8080, port: null, start: false }, reservedEnv: ['DB_*'], logs: logs('orangecms', 'fetch', 'build', 'setup') }

export const KINDS = [WORDPRESS, LARAVEL, NODEJS, ORANGECMS] as const

/** The answer of `GET /catalogue`. */
export const CATALOGUE = { data: { types: KINDS, versions: {}, providers: [], regions: [], countries: [] } }
