import { CaretRightOutlined, PoweroffOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Deployment } from '@/api/types'
import { ReasonButton } from '@/components/reason-button'
import { loadWords } from '@/lib/language'
import { refused } from '@/lib/sentence'
import { t } from './texts'

const Power = lazy(async () => (await Promise.all([import('./size/power'), loadWords('deployments/size')]))[0])

/** Stops a site, or starts it when it is to be stopped; what that does is shown first. */
export function PowerButton({ deployment }: { deployment: Deployment }) {
  const [asked, ask] = useState(false)
  const verb = deployment.stopped ? 'start' : 'stop'
  return (
    <>
      <ReasonButton
        reason={refused(deployment.actions[verb])}
        icon={verb === 'start' ? <CaretRightOutlined aria-hidden /> : <PoweroffOutlined aria-hidden />}
        onClick={() => ask(true)}
      >
        {t(verb)}
      </ReasonButton>
      {asked ? (
        <Suspense>
          <Power deployment={deployment} onClose={() => ask(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** That nobody reaches the site, and that this is meant so. */
export function StoppedNotice({ deployment }: { deployment: Deployment }) {
  if (deployment.status !== 'stopped') return null
  return <Alert type="info" showIcon icon={<PoweroffOutlined aria-hidden />} title={t('stopped-notice')} description={t('stopped-notice-text')} />
}
