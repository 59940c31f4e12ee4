import { useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Modal } from 'antd'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Cluster } from '@/api/types'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { toBase64 } from '@/lib/base64'
import { changed } from '@/live/cache'
import { KubeconfigField } from './kubeconfig-field'
import { t } from './texts'
import { useKubeconfig } from './use-kubeconfig'

/** Sets or replaces the kubeconfig of a cluster that is registered already. */
export function KubeconfigDialog({ cluster, onClose }: { cluster: Cluster; onClose: () => void }) {
  const client = useQueryClient()
  const kubeconfig = useKubeconfig(undefined, cluster.hasKubeconfig ? cluster.id : undefined)
  const save = useSend({
    mutationFn: (text: string) => request('POST', '/clusters/{id}/kubeconfig', { path: { id: cluster.id }, body: { kubeconfig: toBase64(text) } }),
    // The cache would keep the credentials for minutes.
    gcTime: 0,
    onSuccess: ({ data }) => {
      toast.success(t('kubeconfig-saved'), t('kubeconfig-saved-text', { name: data.name }))
      void changed(client, 'cluster')
      onClose()
    },
  })
  const submit = () => {
    if (save.isPending) return
    if (kubeconfig.state === 'valid') save.mutate(kubeconfig.text)
    else if (kubeconfig.text.trim() === '') kubeconfig.complain(t('kubeconfig-required'))
    else kubeconfig.complain(t('kubeconfig-first-update'))
  }
  const failure = save.error ? present(save.error, { fallback: t('kubeconfig-failed') }).description : null
  return (
    <Modal
      open
      width={720}
      title={`${t(cluster.hasKubeconfig ? 'kubeconfig-replace' : 'kubeconfig-set')}: ${cluster.name}`}
      okText={t(save.isPending ? 'kubeconfig-saving' : 'kubeconfig-save')}
      cancelText={t('cancel')}
      confirmLoading={save.isPending}
      cancelButtonProps={{ disabled: save.isPending }}
      mask={{ closable: false }}
      onOk={submit}
      onCancel={() => {
        if (!save.isPending) onClose()
      }}
    >
      <Form layout="vertical" component="div">
        {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 12 }} /> : null}
        <KubeconfigField kubeconfig={kubeconfig} disabled={save.isPending} />
      </Form>
    </Modal>
  )
}
