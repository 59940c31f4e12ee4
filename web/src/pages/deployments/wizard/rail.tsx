import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Kind } from '@/api/types'
import { QuotaLine } from '@/components/quotas'
import { bytes, cores } from '../amounts'
import { serviceName } from '../catalogue'
import type { Step } from '../form/asked'
import { type Draft, isOn, textAt } from '../form/draft'
import { stepTitle } from '../form/steps'
import { useClusters, useTeams } from '../places'
import { t } from '../texts'

interface RailProps {
  kind: Kind
  draft: Draft
  step: Step
  onGo: (step: Step) => void
}

/** What will be created as far as it is known, beside the form; below it where there is no room. */
export function Rail({ kind, draft, step, onGo }: RailProps) {
  const clusters = useClusters().data?.items
  const teams = useTeams().data?.items
  const [open, setOpen] = useState(() => window.matchMedia('(min-width: 1200px)').matches)
  const cluster = clusters?.find(({ id }) => id === textAt(draft, 'clusterId'))
  const services = kind.services.filter(({ id, fixed }) => fixed || isOn(draft, id)).map(({ id, name }) => serviceName(id, name))
  const asked = (name: string) => textAt(draft, `resources.${name}`).trim()
  const limits = [cores(asked('cpu')), bytes(asked('memory')), bytes(asked('storage'))].filter((value) => value !== '')
  const team = textAt(draft, 'team_id')
  const parts: [Step, ReactNode[]][] = [
    [1, [<strong key="name">{textAt(draft, 'name').trim() || t('rail-unnamed')}</strong>, kind.name, textAt(draft, 'baseParameters.domain').trim(), teams?.find(({ id }) => id === team)?.name, team === '' ? null : <QuotaLine key="quota" team={team} verdict />]],
    [2, [cluster?.name, cluster?.totalCPU ? t('cluster-cores', { n: cluster.totalCPU }) : null]],
    [3, [services.join(', ')]],
    [4, [textAt(draft, kind.runtime.field), limits.join(' · ')]],
  ]
  return (
    <aside className="wizard-rail" aria-label={t('rail')}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('rail')}</summary>
        <ul>
          {parts.map(([at, words]) => {
            const said = words.filter((word) => word !== null && word !== undefined && word !== '')
            return (
              <li key={at}>
                <span className="rail-head">
                  <span>{stepTitle(at, kind)}</span>
                  {at < step ? (
                    <Button type="link" size="small" aria-label={t('rail-change', { title: stepTitle(at, kind) })} onClick={() => onGo(at)}>
                      {t('review-change')}
                    </Button>
                  ) : null}
                </span>
                {said.length === 0 ? (
                  <span className="quiet">{t('rail-open')}</span>
                ) : (
                  said.map((word, index) => (
                    // Words have no other identity than their place.
                    <span key={index} className="rail-word">
                      {word}
                    </span>
                  ))
                )}
              </li>
            )
          })}
        </ul>
      </details>
    </aside>
  )
}
