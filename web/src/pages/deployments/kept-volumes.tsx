import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { one } from '@/api/query'
import type { Deployment, Volume } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { Panel } from '@/components/panel'
import { ReasonButton } from '@/components/reason-button'
import { TimeAgo } from '@/components/time-ago'
import { refused } from '@/lib/sentence'
import { POLICY } from '@/spec/policy'
import { bytes } from './amounts'
import { serviceName, useKind } from './catalogue'
import { DeleteVolume } from './delete-volume'
import { t } from './texts'

/** Volumes that are kept though nothing of the deployment uses them; nothing when there is none. */
export default function KeptVolumes({ deployment, changes }: { deployment: Deployment; changes: boolean }) {
  const { data } = useQuery(one('/deployments/{id}/volumes', { path: { id: deployment.id } }, POLICY.volumes))
  const kept = (data?.volumes ?? []).filter((volume) => volume.kept)
  const [asked, ask] = useState<string | null>(null)
  const chosen = kept.find(({ name }) => name === asked)
  if (kept.length === 0) return null
  return (
    <>
      <Panel title={t('kept-volumes')}>
        <p className="quiet">{t('kept-about')}</p>
        <ul className="kept-volumes">
          {kept.map((volume) => (
            <li key={volume.name}>
              <Kept deployment={deployment} volume={volume} onAsk={changes ? () => ask(volume.name) : null} />
            </li>
          ))}
        </ul>
      </Panel>
      {chosen ? <DeleteVolume key={chosen.name} deployment={deployment} volume={chosen.name} onClose={() => ask(null)} /> : null}
    </>
  )
}

function Kept({ deployment, volume, onAsk }: { deployment: Deployment; volume: Volume; onAsk: (() => void) | null }) {
  const { name, service, size, keptSince, ending } = volume
  const kind = useKind(deployment.type)
  return (
    <>
      <div className="kept-volume">
        <strong>{service === null ? t('volume-nobody') : serviceName(service, kind?.services.find((each) => each.id === service)?.name)}</strong>
        <span className="number">{bytes(size)}</span>
        {ending ? (
          <span className="quiet">{t('kept-ending')}</span>
        ) : keptSince === null ? null : (
          <span className="quiet">
            {t('kept-since')} <TimeAgo at={keptSince} />
          </span>
        )}
      </div>
      <CopyText text={name} />
      {onAsk && !ending ? (
        <div>
          <ReasonButton size="small" className="quiet-danger" icon={<DeleteOutlined aria-hidden />} reason={refused(deployment.actions.update)} aria-label={t('kept-delete-named', { volume: name })} onClick={onAsk}>
            {t('kept-delete')}
          </ReasonButton>
        </div>
      ) : null}
    </>
  )
}
