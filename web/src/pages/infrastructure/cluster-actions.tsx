import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Cluster } from '@/api/types'
import { ReasonButton } from '@/components/reason-button'
import { toast } from '@/feedback/toast'
import { worded } from '@/lib/sentence'
import { changed } from '@/live/cache'
import { paths } from '@/spec/paths'
import { usePlaceActions } from './place-actions'
import { t } from './texts'

interface ActionsProps {
  cluster: Cluster
  /** How many deployments are on it; null until that is known. */
  sites: number | null
  /** It is gone. */
  onRemoved?: () => void
}

/** What administrators do to a cluster. */
export function ClusterActions({ cluster, sites, onRemoved }: ActionsProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const actions = usePlaceActions()
  const maintenance = cluster.status === 'maintenance'
  const look = useSend({
    mutationFn: () => request('POST', '/clusters/{id}/refresh', { path: { id: cluster.id } }),
    onSuccess: ({ data }) => {
      if (data.problem === null) toast.success(t('refresh-done'), t('refresh-well', { name: data.name }))
      else toast.error(t('refresh-done'), worded(data, data.problem))
      void changed(client, 'cluster')
    },
    onError: (error) => toast.failure(error, { fallback: t('refresh-failed') }),
  })
  return (
    <div className="infra-actions" role="group" aria-label={t('actions', { name: cluster.name })}>
      <ReasonButton reason={cluster.hasKubeconfig ? null : t('kubeconfig-none')} loading={look.isPending} onClick={() => look.mutate()}>
        {t('refresh')}
      </ReasonButton>
      <Button onClick={() => void actions.setMaintenance(cluster, !maintenance)}>{t(maintenance ? 'maintenance-end' : 'maintenance-begin')}</Button>
      <Button onClick={() => void navigate(paths.editCluster(cluster.id))}>{t('cluster-edit')}</Button>
      <ReasonButton className="quiet-danger" reason={sites ? t('cluster-delete-sites', { n: sites }) : null} onClick={() => void actions.removeCluster(cluster, onRemoved)}>
        {t('cluster-delete')}
      </ReasonButton>
    </div>
  )
}
