import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { number } from '@/lib/number'
import { labelOf, serviceName } from '../catalogue'
import { Facts } from '../facts'
import { useClusters, useTeams } from '../places'
import { t } from '../texts'
import { ALL_STEPS, askedOf, isNothing, sentAs, type Step } from './asked'
import { type Draft, isOn, isSecret } from './draft'
import type { FormProps } from './fields'
import { EndOfLife } from './parts'
import { stepTitle } from './steps'

/** Everything that will be sent, step by step, before it is; of what is secret only that it is there. */
export function Review({ kind, draft, onGo }: Pick<FormProps, 'kind' | 'draft'> & { onGo: (step: Step) => void }) {
  const names = useNames()
  return (
    <section className="review" aria-label={t('summary')}>
      <h3 className="panel-title">{t('summary')}</h3>
      <EndOfLife kind={kind} draft={draft} />
      <div className="review-parts">
        {ALL_STEPS.map((step) => (
          <section key={step} aria-label={stepTitle(step, kind)}>
            <div className="review-head">
              <h4>{stepTitle(step, kind)}</h4>
              {step === ALL_STEPS.at(-1) ? null : (
                <Button type="link" size="small" aria-label={t('review-change-named', { title: stepTitle(step, kind) })} onClick={() => onGo(step)}>
                  {t('review-change')}
                </Button>
              )}
            </div>
            <Facts rows={rowsOf(step, { kind, draft }, names)} />
          </section>
        ))}
      </div>
    </section>
  )
}

type Names = (field: string, id: string) => string

/** What an id is called. */
function useNames(): Names {
  const clusters = useClusters().data?.items
  const teams = useTeams().data?.items
  return (field, id) => (field === 'clusterId' ? clusters : teams)?.find((each) => each.id === id)?.name ?? id
}

function rowsOf(step: Step, { kind, draft }: Pick<FormProps, 'kind' | 'draft'>, names: Names): [string, ReactNode][] {
  const asked = askedOf(kind, draft).filter((each) => each.step === step)
  const fields = asked.map(({ field }) => field).filter((field) => !field.startsWith('services.'))
  const rows = fields.map((field): [string, ReactNode] => [labelOf(field, kind), shown(field, sentAs(kind, draft, field), kind.name, names)])
  const said = rows.filter(([, value]) => value !== null)
  return step === 3 ? [...servicesOf({ kind, draft }), ...said] : said.length > 0 ? said : [[labelOf('databaseParameters.databaseName', kind), t('services-none')]]
}

function servicesOf({ kind, draft }: { kind: FormProps['kind']; draft: Draft }): [string, ReactNode][] {
  const named = (wanted: boolean) => {
    const found = kind.services.filter(({ id, fixed }) => (fixed || isOn(draft, id)) === wanted)
    return found.length === 0 ? t('services-none') : <Tags names={found.map(({ id, name }) => serviceName(id, name))} />
  }
  return [
    [t('review-on'), named(true)],
    [t('review-off'), named(false)],
  ]
}

function Tags({ names }: { names: readonly string[] }) {
  return (
    <span className="tags">
      {names.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </span>
  )
}

function shown(field: string, value: unknown, kindName: string, names: Names): ReactNode {
  if (isNothing(value)) return null
  if (isSecret(field)) return t('review-set')
  if (field === 'type') return kindName
  if (field === 'source.kind') return t(`source-${value as 'git'}`)
  if (field === 'clusterId' || field === 'team_id') return names(field, String(value))
  if (Array.isArray(value)) return <Tags names={value.map(String)} />
  if (typeof value === 'object' && value !== null) return <Tags names={Object.keys(value)} />
  // A port is a name, not an amount.
  return typeof value === 'number' && !/port$/i.test(field) ? number(value) : String(value)
}
