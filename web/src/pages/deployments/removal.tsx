import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Deployment, PlannedObject } from '@/api/types'
import { present } from '@/feedback/present'
import { bytes } from './amounts'
import { named, Objects } from './objects'
import { removalOf } from './removal-plan'
import { t } from './texts'

function claimText({ name, volume, losesData }: PlannedObject): string {
  const facts = { claim: name, size: bytes(volume?.size ?? '') }
  if (volume?.end === 'unknown') return t('goes-unknown', facts)
  return t(losesData ? 'goes-lost' : 'goes-unbound', facts)
}

/** The part of the question that the cluster answers: data, what stays, what others have put there. `asking` is shown until it has. */
export function Removal({ deployment, asking }: { deployment: Deployment; asking: ReactNode }) {
  const { data, error } = useQuery(removalOf(deployment))
  if (error) return <span className="goes-what">{t('goes-unseen', { why: present(error).description })}</span>
  if (!data) return asking
  const { objects, hash } = data
  const claims = objects.filter(({ volume }) => volume !== null && volume.end !== 'kept')
  const kept = objects.flatMap(({ name, volume }) => (volume?.end === 'kept' ? [t('goes-kept', { claim: name, volume: volume.name ?? '', size: bytes(volume.size) })] : []))
  const foreign = objects.filter((object) => object.foreign)
  return (
    <>
      <span className="goes-what">{t('goes-cluster')}</span>
      <ul className="goes" aria-label={t('goes-cluster')}>
        {objects.length === 0 ? <li>{t('goes-none')}</li> : null}
        {claims.map((claim) => (
          <li key={claim.name} className={claim.losesData ? 'plan-lost' : undefined}>
            {claimText(claim)}
          </li>
        ))}
        {foreign.length > 0 ? <li className="plan-lost">{t('goes-foreign', { names: named(foreign) })}</li> : null}
        {objects.length > 0 ? (
          <li>
            <details>
              <summary>{t('goes-objects', { n: objects.length })}</summary>
              <Objects objects={objects} />
            </details>
          </li>
        ) : null}
        {hash === null ? <li>{t('goes-busy')}</li> : null}
      </ul>
      {kept.length > 0 ? (
        <>
          <span className="goes-what">{t('goes-stays')}</span>
          <ul className="goes" aria-label={t('goes-stays')}>
            {kept.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}
