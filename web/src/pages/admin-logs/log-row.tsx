import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { ServerLogLine } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { Fact, Facts } from '@/components/facts'
import { type Column, Row } from '@/components/row-list'
import { clock, moment } from '@/lib/time'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { t } from './texts'

export const logColumns = (): Column[] => [
  { key: 'time', title: t('time'), width: '76px' },
  { key: 'level', title: t('level'), width: '60px' },
  { key: 'service', title: t('service'), width: 'minmax(0, 120px)' },
  { key: 'text', title: t('text'), main: true },
  { key: 'request', title: t('request'), width: '104px', from: 'wide' },
]

/** No two lines of a service have the same time. */
export const lineId = (line: ServerLogLine): string => `${line.service} ${line.at}`

const worded = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Figures to the hundredth: all of their digits stand below. */
const short = (value: unknown): string => worded(typeof value === 'number' ? Math.round(value * 100) / 100 : value)

/** What a line holds beside its sentence, on one line. */
const fieldsOf = ({ fields }: ServerLogLine): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${short(value)}`)
    .join(' ')

/** One line of the log: its sentence on the row with what it holds, all of it below. */
export const LogRow = memo(function LogRow({ line, open, onToggle }: { line: ServerLogLine; open: boolean; onToggle: (id: string) => void }) {
  const id = lineId(line)
  const { requestId } = line
  return (
    <Row
      id={id}
      name={line.text}
      open={open}
      onToggle={() => onToggle(id)}
      cells={{
        time: (
          <time className="number" dateTime={line.at}>
            {clock(line.at)}
          </time>
        ),
        level: (
          <span className="server-log-level" data-level={line.level}>
            {line.level}
          </span>
        ),
        service: (
          <span className="one-line" title={line.service}>
            {line.service}
          </span>
        ),
        text: (
          <span className="server-log-text">
            {line.text} <span className="quiet">{fieldsOf(line)}</span>
          </span>
        ),
        request: requestId ? (
          <Link className="name-link" to={paths.adminLogs({ request: requestId })} title={t('same-request')}>
            {requestId.slice(0, LIMITS.shortId)}
          </Link>
        ) : null,
      }}
    >
      <Facts>
        <Fact name={t('time')}>{moment(line.at)}</Fact>
        <Fact name={t('module')}>
          <code className="server-log-value">{line.target}</code>
        </Fact>
        <Fact name={t('request')}>{requestId ? <CopyText text={requestId} /> : null}</Fact>
        {Object.entries(line.fields).map(([name, value]) => (
          <Fact key={name} name={name}>
            <code className="server-log-value">{worded(value)}</code>
          </Fact>
        ))}
      </Facts>
      {requestId ? (
        <div className="toolbar">
          <Link to={paths.adminLogs({ request: requestId })}>{t('same-request')}</Link>
          <Link to={paths.events({ request: requestId })}>{t('request-events')}</Link>
        </div>
      ) : null}
    </Row>
  )
})
