import { request } from '@/api/request'
import { t as shared } from '@/components/changes/texts'
import type { Changing } from '@/components/changes/use-changes'
import { refused } from '@/lib/sentence'
import { usePlanned } from '../use-planned'
import { PlannedDialog } from './planned-dialog'
import { t } from './texts'

/** Starting the pods of a site anew: which they are, where none serves meanwhile, and only then the button. */
export default function Restart({ deployment, onClose }: { deployment: Changing; onClose: () => void }) {
  const { id, name, version } = deployment
  const planned = usePlanned({
    key: ['restart', id, version],
    look: () => request('POST', '/deployments/{id}/plan/restart', { path: { id }, ifMatch: version }),
    send: (query) => request('POST', '/deployments/{id}/restart', { path: { id }, query, ifMatch: version }),
    begun: { title: t('restart-done'), text: t('restart-done-text') },
    onClose,
  })
  return (
    <PlannedDialog
      planned={planned}
      title={t('restart-title', { name })}
      about={t('restart-about')}
      action={{ text: shared('restart'), without: t('restart-without') }}
      barred={refused(deployment.actions.restart)}
      fallback={t('restart-failed')}
      onClose={onClose}
    />
  )
}
