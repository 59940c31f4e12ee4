import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { one } from '@/api/query'
import type { Deployment, Kind } from '@/api/types'
import { present } from '@/feedback/present'
import { sentence } from '@/lib/sentence'
import { POLICY } from '@/spec/policy'
import { bytes } from './amounts'
import { serviceName } from './catalogue'
import { t } from './texts'

interface KeptDataProps {
  deployment: Deployment
  kind: Kind
  /** That is switched off. */
  service: string
  /** Volumes that are to be deleted; none: its data is kept. */
  chosen: readonly string[]
  onChoose: (volumes: readonly string[]) => void
}

/** What becomes of the data of a service that is switched off. */
export function KeptData({ deployment, kind, service, chosen, onChoose }: KeptDataProps) {
  const id = useId()
  const { data, error } = useQuery(one('/deployments/{id}/volumes', { path: { id: deployment.id } }, POLICY.volumes))
  const why = error ? present(error).description : data?.problem ? sentence(data.problemReason, data.problemParams, data.problem) : null
  if (why !== null) return <p className="kept-data quiet">{t('keep-unseen', { why })}</p>
  if (!data) return <p className="kept-data quiet">{t('keep-asking')}</p>
  const volumes = data.volumes.filter((volume) => volume.service === service && !volume.ending)
  if (volumes.length === 0) return <p className="kept-data quiet">{t('keep-none')}</p>
  const names = volumes.map(({ name }) => name)
  const facts = { service: serviceName(service, kind.services.find((each) => each.id === service)?.name), volumes: volumes.map(({ name, size }) => `${name} (${bytes(size)})`).join(', ') }
  const option = (key: 'keep' | 'lose', checked: boolean, choice: readonly string[]) => (
    <div>
      <input type="radio" id={`${id}-${key}`} name={id} checked={checked} aria-describedby={`${id}-${key}-about`} onChange={() => onChoose(choice)} />
      <div>
        <label htmlFor={`${id}-${key}`}>{t(`${key}-data`)}</label>
        <span id={`${id}-${key}-about`} className={key === 'lose' && checked ? 'plan-lost' : 'quiet'}>
          {key === 'keep' ? t('keep-about', facts) : t('lose-about', { volumes: facts.volumes })}
        </span>
      </div>
    </div>
  )
  return (
    <fieldset className="kept-data">
      <legend>{t('keep-ask')}</legend>
      {option('keep', chosen.length === 0, [])}
      {option('lose', chosen.length > 0, names)}
    </fieldset>
  )
}
