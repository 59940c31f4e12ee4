import { useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Profile } from '@/api/types'
import { Panel } from '@/components/panel'
import { t } from './texts'

// Their forms, and the QR code, come when they are asked for.
const Enable = lazy(() => import('./two-factor-dialogs').then(({ Enable: shown }) => ({ default: shown })))
const Renew = lazy(() => import('./two-factor-dialogs').then(({ Renew: shown }) => ({ default: shown })))
const TurnOff = lazy(() => import('./two-factor-dialogs').then(({ TurnOff: shown }) => ({ default: shown })))

const DIALOGS = { Enable, Renew, TurnOff }

/** A code of an authenticator app beside the password: turned on, its recovery codes, turned off. */
export function TwoFactor({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const { twoFactorEnabled: on, recoveryCodes: left } = profile.security
  const close = () => {
    setOpen(null)
    void client.invalidateQueries({ queryKey: ['/users/profile'] })
  }
  const Dialog = open === null ? null : DIALOGS[open]
  return (
    <Panel title={t('two-factor')} extra={on ? <Tag color="green">{t('two-factor-is-on')}</Tag> : <Tag>{t('two-factor-is-off')}</Tag>}>
      <p>{t('two-factor-about')}</p>
      {on ? (
        <>
          <p className={left === 0 ? 'settings-over' : undefined}>{t('codes-left', { n: left })}</p>
          <Flex gap={8} wrap>
            <Button onClick={() => setOpen('Renew')}>{t('codes-renew')}</Button>
            <Button className="quiet-danger" onClick={() => setOpen('TurnOff')}>
              {t('two-factor-off')}
            </Button>
          </Flex>
        </>
      ) : (
        <Button type="primary" onClick={() => setOpen('Enable')}>
          {t('two-factor-enable')}
        </Button>
      )}
      {Dialog ? (
        <Suspense fallback={null}>
          <Dialog onClose={close} />
        </Suspense>
      ) : null}
    </Panel>
  )
}
