import { useQuery } from '@tanstack/react-query'
import { list } from '@/api/query'
import { request } from '@/api/request'
import { t as shared } from '@/components/changes/texts'
import type { Changing } from '@/components/changes/use-changes'
import { refused } from '@/lib/sentence'
import { moment } from '@/lib/time'
import { POLICY } from '@/spec/policy'
import { usePlanned } from '../use-planned'
import { PlannedDialog } from './planned-dialog'
import { t } from './texts'

/** Giving up the last change: where the site returns to, what that does to the cluster, and only then the button. */
export default function Discard({ deployment, back, onClose }: { deployment: Changing; /** The revision in effect. */ back: number; onClose: () => void }) {
  const { id, version } = deployment
  const planned = usePlanned({
    key: ['discard', id, version],
    look: () => request('POST', '/deployments/{id}/plan/discard', { path: { id }, ifMatch: version }),
    send: (query) => request('POST', '/deployments/{id}/discard', { path: { id }, query, ifMatch: version }),
    begun: { title: t('discard-done'), text: t('discard-done-text') },
    onClose,
  })
  const revisions = useQuery(list('/deployments/{id}/revisions', { path: { id } }, POLICY.standard))
  const target = revisions.data?.items.find(({ number }) => number === back)
  return (
    <PlannedDialog
      planned={planned}
      title={t('discard-title')}
      about={
        <>
          {target ? t('discard-back-to', { number: back, author: target.authorName, date: moment(target.createdAt) }) : t('discard-back', { number: back })} {t('discard-text')}
        </>
      }
      action={{ text: shared('discard'), without: t('discard-without'), danger: true }}
      barred={refused(deployment.actions.discard)}
      fallback={t('discard-failed')}
      onClose={onClose}
    />
  )
}
