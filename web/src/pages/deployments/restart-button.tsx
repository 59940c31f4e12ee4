import { ReloadOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { t } from '@/components/changes/texts'
import type { Changing } from '@/components/changes/use-changes'
import { ReasonButton } from '@/components/reason-button'
import { loadWords } from '@/lib/language'
import { refused } from '@/lib/sentence'
import { useUrlState } from '@/lib/url-state'

const Restart = lazy(async () => (await Promise.all([import('./size/restart'), loadWords('deployments/size')]))[0])

/** Starts the pods of a site anew; what that does is shown first. */
export function RestartButton({ deployment }: { deployment: Changing }) {
  const [asked, ask] = useState(false)
  return (
    <>
      <ReasonButton reason={refused(deployment.actions.restart)} icon={<ReloadOutlined aria-hidden />} onClick={() => ask(true)}>
        {t('restart')}
      </ReasonButton>
      {asked ? (
        <Suspense>
          <Restart deployment={deployment} onClose={() => ask(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The same by the address, for other screens to lead there. */
export function RestartAsked({ deployment }: { deployment: Changing }) {
  const [{ restart }, setAddress] = useUrlState({ restart: '' })
  if (restart === '') return null
  return (
    <Suspense>
      <Restart deployment={deployment} onClose={() => setAddress({ restart: '' })} />
    </Suspense>
  )
}
