import { useQueryClient } from '@tanstack/react-query'
import { request } from '@/api/request'
import type { Cluster, Datacenter } from '@/api/types'
import { keep } from '@/api/download'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { undoable } from '@/feedback/undo'
import { changed } from '@/live/cache'
import { t } from './texts'

/** What goes and what stays, below the question. */
function What({ name, text }: { name: string; text: string }) {
  return (
    <>
      <strong>{name}</strong>
      <p style={{ marginBlock: 8 }}>{text}</p>
    </>
  )
}

/** What administrators do to datacenters and clusters after a question. Each names the version that is shown. */
export function usePlaceActions() {
  const client = useQueryClient()

  const removeDatacenter = async ({ id, clusterCount, rowVersion, ...datacenter }: Datacenter): Promise<void> => {
    const { name, city, country, provider, region, status, address, domains } = datacenter
    const done = await confirm({
      title: t('datacenter-delete-ask'),
      text: <What name={name} text={clusterCount > 0 ? t('datacenter-delete-clusters', { n: clusterCount }) : t('datacenter-delete-text')} />,
      errors: { fallback: t('datacenter-delete-failed'), final: t('datacenter-delete-refused') },
      run: () => request('DELETE', '/datacenters/{id}', { path: { id }, ifMatch: rowVersion }),
    })
    if (!done) return
    const again = () => Promise.all([changed(client, 'datacenter'), changed(client, 'cluster')])
    // Its clusters would not come back into it.
    if (clusterCount > 0) toast.success(t('datacenter-deleted'), t('deleted-text', { name }))
    else
      undoable(t('datacenter-deleted'), t('deleted-text', { name }), async () => {
        await request('POST', '/datacenters', { body: { name, city, country, provider, region, status, address, domains } })
        await again()
      })
    await again()
  }

  /** `then` is done when it is gone, such as leaving its page. */
  const removeCluster = async ({ id, name, rowVersion }: Cluster, then?: () => void): Promise<void> => {
    const done = await confirm({
      title: t('cluster-delete-ask'),
      text: <What name={name} text={t('cluster-delete-text')} />,
      errors: { fallback: t('cluster-delete-failed') },
      run: () => request('DELETE', '/clusters/{id}', { path: { id }, ifMatch: rowVersion }),
    })
    if (!done) return
    toast.success(t('cluster-deleted'), t('deleted-text', { name }))
    then?.()
    await Promise.all([changed(client, 'cluster'), changed(client, 'datacenter')])
  }

  const setMaintenance = async ({ id, name, rowVersion }: Cluster, maintenance: boolean): Promise<void> => {
    const done = await confirm({
      title: t(maintenance ? 'maintenance-ask' : 'maintenance-end-ask'),
      text: <What name={name} text={t(maintenance ? 'maintenance-text' : 'maintenance-end-text')} />,
      action: t(maintenance ? 'maintenance-begin' : 'maintenance-end'),
      danger: false,
      errors: { fallback: t('maintenance-failed') },
      run: () => request('PUT', '/clusters/{id}/maintenance', { path: { id }, body: { maintenance }, ifMatch: rowVersion }),
    })
    if (!done) return
    toast.success(t(maintenance ? 'maintenance-begun' : 'maintenance-ended'), name)
    await changed(client, 'cluster')
  }

  const downloadKubeconfig = async ({ id, name }: Cluster): Promise<void> => {
    let text = ''
    const done = await confirm({
      title: t('kubeconfig-download-ask'),
      text: <What name={name} text={t('kubeconfig-download-text')} />,
      action: t('kubeconfig-download'),
      errors: { byStatus: { 404: t('kubeconfig-none-set') }, fallback: t('kubeconfig-download-failed') },
      run: async () => {
        text = (await request('GET', '/clusters/{id}/kubeconfig', { path: { id } })).data
      },
    })
    if (done) keep(new Blob([text], { type: 'application/yaml' }), `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.kubeconfig.yaml`)
  }

  return { removeDatacenter, removeCluster, setMaintenance, downloadKubeconfig }
}
