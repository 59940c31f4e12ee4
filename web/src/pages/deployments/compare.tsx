import type { ReactNode } from 'react'
import type { Revision } from '@/api/types'
import { StatusTag, statusWord } from '@/components/status-tag'
import { lasted, moment } from '@/lib/time'
import { bytes, cores } from './amounts'
import { labelOf, serviceName } from './catalogue'
import { Choice } from '@/components/choice'
import { t } from './texts'

interface Compared {
  name: string
  /** What is compared. */
  values: [string, string]
  shown?: [ReactNode, ReactNode]
}

const on = (revision: Revision, service: string) => t(revision.services[service] === true ? 'review-on' : 'review-off')

type Said = string | number | null | undefined

const NONE = '–'
const said = (value: Said) => (value === null || value === undefined || value === '' ? NONE : String(value))
const sorted = (names: readonly string[] | undefined) => names?.toSorted().join(', ')

/** What was asked for beside domain and services, by the field's name. */
const VALUES: readonly [field: string, value: (revision: Revision) => Said][] = [
  ['domains', ({ domains }) => sorted(domains)],
  ['appUser', ({ appUser }) => appUser],
  ['phpVersion', ({ phpParameters }) => phpParameters?.phpVersion],
  ['phpExtensions', ({ phpParameters }) => sorted(phpParameters?.phpExtensions)],
  ['phpMemoryLimit', ({ phpParameters }) => phpParameters?.phpMemoryLimit],
  ['phpMaxExecutionTime', ({ phpParameters }) => phpParameters?.phpMaxExecutionTime],
  ['phpPoolSize', ({ phpParameters }) => phpParameters?.phpPoolSize],
  ['phpMaxRequestsPerChild', ({ phpParameters }) => phpParameters?.phpMaxRequestsPerChild],
  ['phpUploadMaxFilesize', ({ phpParameters }) => phpParameters?.phpUploadMaxFilesize],
  ['databaseName', ({ databaseParameters }) => databaseParameters?.databaseName],
  ['databaseUser', ({ databaseParameters }) => databaseParameters?.databaseUser],
  ['databaseHost', ({ databaseParameters }) => databaseParameters?.databaseHost],
  ['databasePort', ({ databaseParameters }) => databaseParameters?.databasePort],
  ['image', ({ source }) => source?.image],
  ['url', ({ source }) => source?.git?.url],
  ['ref', ({ source }) => source?.git?.ref],
  ['subdir', ({ source }) => source?.git?.subdir],
  ['build', ({ source }) => source?.build],
  ['start', ({ source }) => source?.start],
  ['port', ({ source }) => source?.port],
  ['version', ({ source }) => source?.version],
  ['env', ({ env }) => sorted(env)],
  ['cpu', ({ askedResources: { cpu } }) => cpu && cores(cpu)],
  ['memory', ({ askedResources: { memory } }) => memory && bytes(memory)],
  ['storage', ({ askedResources: { storage } }) => storage && bytes(storage)],
  ['replicas', ({ replicas }) => replicas],
  ['power', ({ stopped }) => statusWord(stopped ? 'stopped' : 'running', 'deployment')],
]

function valueName(field: string): string {
  if (field === 'phpVersion') return t('label-version', { runtime: 'PHP' })
  if (field === 'power') return t('compare-power')
  return field === 'version' ? t('compare-runtime') : labelOf(field)
}

/** What is known of two revisions, value by value; what differs comes first, what neither has is left out. */
export function comparedBy(a: Revision, b: Revision): { differing: Compared[]; same: Compared[] } {
  const of = (name: string, value: (revision: Revision) => string, shown?: (revision: Revision) => ReactNode): Compared => ({
    name,
    values: [value(a), value(b)],
    ...(shown ? { shown: [shown(a), shown(b)] } : {}),
  })
  const services = [...new Set([...Object.keys(a.services), ...Object.keys(b.services)])]
  const rows = [
    of(t('domain'), ({ domain }) => domain),
    ...services.map((service) => of(serviceName(service), (revision) => on(revision, service))),
    ...VALUES.map(([field, value]) => of(valueName(field), (revision) => said(value(revision)))).filter(({ values }) => values.some((each) => each !== NONE)),
    of(t('compare-chart'), ({ chartVersion }) => chartVersion),
    of(t('compare-result'), ({ result }) => (result ? statusWord(result) : '–'), ({ result }) => (result ? <StatusTag family="change" status={result} /> : '–')),
    of(t('compare-lasted'), ({ createdAt, finishedAt }) => (finishedAt ? lasted(createdAt, finishedAt, 0) : '–')),
    of(t('compare-author'), ({ authorName, authorId }) => authorName || authorId),
    of(t('created'), ({ createdAt }) => moment(createdAt)),
    of(t('edit-reason'), ({ reason }) => reason || '–'),
  ]
  return { differing: rows.filter(({ values: [x, y] }) => x !== y), same: rows.filter(({ values: [x, y] }) => x === y) }
}

interface CompareProps {
  revisions: readonly Revision[]
  chosen: [number, number]
  onChoose: (chosen: [number, number]) => void
}

/** Any two revisions, value by value beside each other. Passwords and values of variables are in neither. */
export function Compare({ revisions, chosen: [left, right], onChoose }: CompareProps) {
  const a = revisions.find(({ number }) => number === left)
  const b = revisions.find(({ number }) => number === right)
  const options = revisions.map(({ number, effective }) => ({ value: number, label: effective ? t('compare-effective', { number }) : t('revision-number', { number }) }))
  const rows = a && b ? comparedBy(a, b) : null
  const row = ({ name, values, shown }: Compared, differs: boolean) => (
    <tr key={name} data-differs={differs || undefined}>
      <th scope="row">
        {name}
        {differs ? <span className="compare-mark"> {t('compare-differs')}</span> : null}
      </th>
      <td>{shown?.[0] ?? values[0]}</td>
      <td>{shown?.[1] ?? values[1]}</td>
    </tr>
  )
  return (
    <div className="compare">
      <table>
        <caption className="unseen">{t('compare-about')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('compare-value')}</span>
            </th>
            <th scope="col">
              <Choice small value={left} options={options} label={t('compare-left')} onChange={(next) => onChoose([next, right])} />
            </th>
            <th scope="col">
              <Choice small value={right} options={options} label={t('compare-right')} onChange={(next) => onChoose([left, next])} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows?.differing.map((each) => row(each, true))}
          {rows?.same.map((each) => row(each, false))}
        </tbody>
      </table>
      <p className="quiet">{t('compare-limits')}</p>
    </div>
  )
}
