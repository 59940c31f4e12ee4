import { SwapOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import type { Deployment } from '@/api/types'
import { ReasonButton } from '@/components/reason-button'
import { loadWords } from '@/lib/language'
import { refused } from '@/lib/sentence'
import { useUrlState } from '@/lib/url-state'
import { t } from './texts'

const Move = lazy(async () => (await Promise.all([import('./size/move'), loadWords('deployments/size')]))[0])

/** To another cluster. The address opens it as well. */
export function MoveButton({ deployment }: { deployment: Deployment }) {
  const [{ move }, setAddress] = useUrlState({ move: '' })
  return (
    <>
      <ReasonButton reason={refused(deployment.actions.move)} icon={<SwapOutlined aria-hidden />} onClick={() => setAddress({ move: 'shown' })}>
        {t('move')}
      </ReasonButton>
      {move === '' ? null : (
        <Suspense>
          <Move deployment={deployment} onClose={() => setAddress({ move: '' })} />
        </Suspense>
      )}
    </>
  )
}
