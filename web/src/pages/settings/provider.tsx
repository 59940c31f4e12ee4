import { Button, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Profile } from '@/api/types'
import { Panel } from '@/components/panel'
import { t } from './texts'

// Its forms come when they are asked for.
const Connect = lazy(() => import('./provider-dialogs').then(({ Connect: shown }) => ({ default: shown })))
const Disconnect = lazy(() => import('./provider-dialogs').then(({ Disconnect: shown }) => ({ default: shown })))

/** The identity provider that people can sign in with: connected with this account, or not. */
export function Provider({ profile: { security } }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  if (security.provider === null) return null
  const { name: provider, linked } = security.provider
  const Dialog = linked ? Disconnect : Connect
  return (
    <Panel title={t('provider', { provider })} extra={linked ? <Tag color="green">{t('provider-is-on')}</Tag> : <Tag>{t('provider-is-off')}</Tag>}>
      <p>{t(linked ? (security.hasPassword ? 'provider-on' : 'provider-only') : 'provider-off', { provider })}</p>
      {linked && !security.hasPassword ? null : (
        <Button className={linked ? 'quiet-danger' : undefined} onClick={() => setOpen(true)}>
          {t(linked ? 'provider-disconnect' : 'provider-connect', { provider })}
        </Button>
      )}
      {open ? (
        <Suspense fallback={null}>
          <Dialog provider={provider} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Panel>
  )
}
