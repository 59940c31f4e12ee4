import { ExpandOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import type { Deployment } from '@/api/types'
import { ReasonButton } from '@/components/reason-button'
import { loadWords } from '@/lib/language'
import { refused } from '@/lib/sentence'
import { useUrlState } from '@/lib/url-state'
import { t } from './texts'

const Scale = lazy(async () => (await Promise.all([import('./size/scale'), loadWords('deployments/size')]))[0])

/** Another size of a site. The address opens it as well. */
export function ScaleButton({ deployment }: { deployment: Deployment }) {
  const [{ scale }, setAddress] = useUrlState({ scale: '' })
  return (
    <>
      <ReasonButton reason={refused(deployment.actions.scale)} icon={<ExpandOutlined aria-hidden />} onClick={() => setAddress({ scale: 'shown' })}>
        {t('scale')}
      </ReasonButton>
      {scale === '' ? null : (
        <Suspense>
          <Scale deployment={deployment} onClose={() => setAddress({ scale: '' })} />
        </Suspense>
      )}
    </>
  )
}
