import { RollbackOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { t } from '@/components/changes/texts'
import type { Changing } from '@/components/changes/use-changes'
import { ReasonButton } from '@/components/reason-button'
import { loadWords } from '@/lib/language'
import { refused } from '@/lib/sentence'
import { useUrlState } from '@/lib/url-state'

const Discard = lazy(async () => (await Promise.all([import('./size/discard'), loadWords('deployments/size')]))[0])

/** Gives up a change that did not come about; what that does is shown first. The address holds that it was asked for, so that other screens can lead there. */
export function DiscardButton({ deployment }: { deployment: Changing }) {
  const [{ discard }, setUrl] = useUrlState({ discard: '' })
  const { effectiveRevision } = deployment
  return (
    <>
      <ReasonButton reason={refused(deployment.actions.discard)} icon={<RollbackOutlined aria-hidden />} onClick={() => setUrl({ discard: deployment.id })}>
        {t('discard')}
      </ReasonButton>
      {discard === deployment.id && effectiveRevision !== null ? (
        <Suspense>
          <Discard deployment={deployment} back={effectiveRevision} onClose={() => setUrl({ discard: '' })} />
        </Suspense>
      ) : null}
    </>
  )
}
