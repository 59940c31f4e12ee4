import './admin-database.css'
import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Navigate } from 'react-router-dom'
import { one } from '@/api/query'
import type { DatabaseSchema, DatabaseState, LastBackup } from '@/api/types'
import { Fact, Facts } from '@/components/facts'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { type Column, Row, RowList } from '@/components/row-list'
import { TimeAgo } from '@/components/time-ago'
import { number, size } from '@/lib/number'
import { sentence } from '@/lib/sentence'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** Rows of each list that is made of all schemas. */
const MOST = 10

/** What PostgreSQL says of itself; for admins. */
export default function AdminDatabase() {
  return useIsAdmin() ? <Screen /> : <Navigate to={paths.dashboard()} replace />
}

function Screen() {
  const query = useQuery(one('/admin/database', {}, POLICY.database))
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching && !query.isPending} onClick={() => void query.refetch()}>
            {t('refresh')}
          </Button>
        }
      />
      <QueryView query={query} errorTitle={t('failed')}>
        {(state) => <State state={state} />}
      </QueryView>
    </>
  )
}

function State({ state: { server, schemas, missing, lastBackup } }: { state: DatabaseState }) {
  return (
    <div className="stack">
      {missing.length > 0 ? <Alert type="warning" showIcon title={t('missing', { services: missing.join(', ') })} /> : null}
      <Panel title={t('overview')}>
        <Facts>
          <Fact name={t('size')}>{size(server.bytes)}</Fact>
          <Fact name={t('connections')}>{t('of', { n: number(server.connections), most: number(server.maxConnections) })}</Fact>
          <Fact name={t('name')}>{server.database}</Fact>
          <Fact name={t('version')}>{server.version}</Fact>
        </Facts>
      </Panel>
      <Panel title={t('backup')}>
        <Backup last={lastBackup} known={!missing.includes('auth')} />
      </Panel>
      <Panel title={t('schemas')} flush>
        <Schemas schemas={schemas} />
      </Panel>
      <Panel title={t('largest')} flush>
        <Tables schemas={schemas} />
      </Panel>
      <Statements schemas={schemas} />
    </div>
  )
}

/** The last backup of Canopy itself, and what stood in the way of a later one: auth knows of it. */
function Backup({ last, known }: { last: LastBackup | null; known: boolean }) {
  if (last === null) return <p className="quiet">{t(known ? 'backup-none' : 'backup-unknown')}</p>
  const { at, bytes, where, ok, failedAt, problem, params, text, everySeconds } = last
  return (
    <>
      {ok ? null : <Alert className="database-backup" type="error" showIcon title={sentence(problem, params, text ?? '')} description={<TimeAgo at={failedAt} />} />}
      <Facts>
        <Fact name={t('backup-at')}>{at === null ? t('backup-never') : <TimeAgo at={at} />}</Fact>
        {bytes === null ? null : <Fact name={t('size')}>{size(bytes)}</Fact>}
        {where === null ? null : <Fact name={t('backup-where')}>{where}</Fact>}
        <Fact name={t('backup-schedule')}>{everySeconds === null ? t('backup-by-hand') : t('backup-every', { n: Math.round(everySeconds / 3_600) })}</Fact>
      </Facts>
    </>
  )
}

const STATES = ['active', 'idle', 'idle in transaction', 'unknown'] as const

/** PostgreSQL's word for what a connection does, where we have one of our own. */
function stateWord(state: string): string {
  const known = STATES.find((each) => each === state)
  if (known === undefined) return state
  return t(known === 'idle in transaction' ? 'state-idle-in-transaction' : `state-${known}`)
}

const schemaColumns = (): Column[] => [
  { key: 'name', title: t('schema'), main: true },
  { key: 'connections', title: t('connections'), width: 'minmax(0, 220px)' },
  { key: 'migrated', title: t('last-migration'), width: '120px', from: 'wide' },
  { key: 'size', title: t('size'), align: 'end', width: '96px' },
]

function Schemas({ schemas }: { schemas: readonly DatabaseSchema[] }) {
  const [{ open }, setUrl] = useUrlState({ open: '' })
  const rows = useOpenRows(open, setUrl)
  return (
    <RowList label={t('schemas')} columns={schemaColumns()}>
      {schemas.map(({ service, bytes, connections, migrations }) => (
        <Row
          key={service}
          id={service}
          name={service}
          open={rows.isOpen(service)}
          onToggle={() => rows.toggle(service)}
          cells={{
            name: <span className="row-name">{service}</span>,
            connections: Object.entries(connections)
              .map(([state, n]) => t('connections-state', { n: number(n), state: stateWord(state) }))
              .join(', '),
            migrated: <TimeAgo at={migrations.reduce<string | null>((last, { appliedAt }) => (last === null || appliedAt > last ? appliedAt : last), null)} />,
            size: <span className="number">{size(bytes)}</span>,
          }}
        >
          <Migrations migrations={migrations} />
        </Row>
      ))}
    </RowList>
  )
}

const migrationColumns = (): Column[] => [
  { key: 'name', title: t('migration'), main: true },
  { key: 'applied', title: t('applied'), align: 'end', width: '120px' },
  { key: 'took', title: t('took'), align: 'end', width: '96px', phone: 'none' },
]

function Migrations({ migrations }: Pick<DatabaseSchema, 'migrations'>) {
  return (
    <RowList label={t('migrations')} columns={migrationColumns()} opens={false}>
      {migrations.map(({ version, description, appliedAt, milliseconds, common }) => (
        <Row
          key={`${version} ${common}`}
          id={`${version} ${common}`}
          name={description}
          cells={{
            name: (
              <>
                <span className="row-name">{description}</span>
                <span className="row-second number">
                  {version}
                  {common ? ` · ${t('of-all')}` : ''}
                </span>
              </>
            ),
            applied: <TimeAgo at={appliedAt} />,
            took: <span className="number">{t('milliseconds', { n: number(milliseconds) })}</span>,
          }}
        />
      ))}
    </RowList>
  )
}

const tableColumns = (): Column[] => [
  { key: 'name', title: t('table'), main: true },
  { key: 'rows', title: t('rows'), align: 'end', width: '160px', phone: 'none' },
  { key: 'indexes', title: t('indexes'), align: 'end', width: '96px', phone: 'none' },
  { key: 'size', title: t('size'), align: 'end', width: '96px' },
]

function Tables({ schemas }: { schemas: readonly DatabaseSchema[] }) {
  const tables = schemas.flatMap(({ service, tables: its }) => its.map((table) => ({ ...table, name: `${service}.${table.name}` })))
  const largest = tables.toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST)
  return (
    <RowList label={t('largest')} columns={tableColumns()} opens={false}>
      {largest.map(({ name, bytes, indexBytes, rows }) => (
        <Row
          key={name}
          id={name}
          name={name}
          cells={{
            name: (
              <code className="one-line" title={name}>
                {name}
              </code>
            ),
            rows: (
              <span className="number" title={t('rows-about')}>
                {rows === null ? t('rows-unknown') : number(rows)}
              </span>
            ),
            indexes: <span className="number">{size(indexBytes)}</span>,
            size: <span className="number">{size(bytes)}</span>,
          }}
        />
      ))}
    </RowList>
  )
}

const statementColumns = (): Column[] => [
  { key: 'text', title: t('statement'), main: true },
  { key: 'schema', title: t('schema'), width: '120px' },
  { key: 'calls', title: t('calls'), align: 'end', width: '88px', phone: 'none' },
  { key: 'mean', title: t('mean'), align: 'end', width: '96px' },
  { key: 'total', title: t('total'), align: 'end', width: '96px' },
]

function Statements({ schemas }: { schemas: readonly DatabaseSchema[] }) {
  const known = schemas.some(({ statements }) => statements !== null)
  const all = schemas.flatMap(({ service, statements }) => (statements ?? []).map((statement) => ({ ...statement, service })))
  const slowest = all.toSorted((a, b) => b.totalMilliseconds - a.totalMilliseconds).slice(0, MOST)
  if (slowest.length === 0) {
    return (
      <Panel title={t('statements')}>
        <p>{t(known ? 'statements-none' : 'statements-unknown')}</p>
      </Panel>
    )
  }
  const milliseconds = (value: number) => <span className="number">{t('milliseconds', { n: number(value, 1) })}</span>
  return (
    <Panel title={t('statements')} extra={<span className="quiet">{t('statements-about')}</span>} flush>
      <RowList label={t('statements')} columns={statementColumns()} opens={false}>
        {slowest.map(({ text, service, calls, meanMilliseconds, totalMilliseconds }, at) => (
          <Row
            key={`${service} ${text}`}
            id={`statement-${at}`}
            name={text}
            cells={{
              text: <code className="database-statement">{text}</code>,
              schema: service,
              calls: <span className="number">{number(calls)}</span>,
              mean: milliseconds(meanMilliseconds),
              total: milliseconds(totalMilliseconds),
            }}
          />
        ))}
      </RowList>
    </Panel>
  )
}
