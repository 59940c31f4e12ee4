import { ExclamationCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { one } from '@/api/query'
import { Meter } from '@/components/meter'
import { QueryView, Waiting } from '@/components/query-view'
import { POLICY } from '@/spec/policy'
import { type Figure, levelOf, ofCreation, ofTeam, scarce, worst } from './figures'
import { t } from './texts'

const useQuotas = (team: string) => useQuery(one('/quotas', { query: { teamId: team } }, POLICY.quotas))

const amountOf = ({ what, whose, used, most }: Figure) => t(`${what}-${whose}`, { used, most })

const keyOf = ({ what, whose }: Figure) => `${what} ${whose}`

/** Beside a form; what cannot be read says nothing here. */
export function Line({ team, verdict = false }: { team: string; verdict?: boolean }) {
  const { data, isPending } = useQuotas(team)
  if (!data) return isPending ? <span aria-hidden>{'\u00a0'}</span> : null
  const level = worst(scarce(data))
  return (
    <>
      {ofCreation(data).map((figure) => (
        <span key={keyOf(figure)} className="quiet number" style={{ display: 'block' }}>
          {amountOf(figure)}
        </span>
      ))}
      {verdict && level !== 'well' ? (
        <span className={level === 'full' ? 'wrong' : undefined}>
          <ExclamationCircleOutlined aria-hidden /> {t(level)}
        </span>
      ) : null}
    </>
  )
}

export function Notice({ team }: { team: string }) {
  const { data } = useQuotas(team)
  if (!data) return null
  const figures = scarce(data)
  const level = worst(figures)
  if (level === 'well') return null
  return (
    <Alert
      type={level === 'full' ? 'error' : 'warning'}
      showIcon
      role={level === 'full' ? 'alert' : 'status'}
      style={{ marginBottom: 16 }}
      title={t(level)}
      description={
        <ul className="plain-list" style={{ display: 'grid', gap: 4 }}>
          {figures.map((figure) => (
            <li key={keyOf(figure)}>
              {amountOf(figure)}. {levelOf(figure) === 'full' ? t(`${figure.what}-${figure.whose}-full`) : null}
            </li>
          ))}
        </ul>
      }
    />
  )
}

export function Meters({ team }: { team: string }) {
  return (
    <QueryView query={useQuotas(team)} errorTitle={t('failed')} waiting={<Waiting rows={1} />}>
      {(quotas) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))', gap: 16 }}>
          {ofTeam(quotas).map((figure) => (
            <Meter key={keyOf(figure)} label={t(`${figure.what}-${figure.whose}-label`)} value={figure.used} of={figure.most} amount={amountOf(figure)} />
          ))}
        </div>
      )}
    </QueryView>
  )
}
