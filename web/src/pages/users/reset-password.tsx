import { Alert, Button, Modal } from 'antd'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Account } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { present } from '@/feedback/present'
import { paths } from '@/spec/paths'
import { t } from './texts'
import { fullName } from './words'

/** A link for somebody to choose another password: by mail, or to pass on. */
export function ResetPassword({ user, onClose }: { user: Account; onClose: () => void }) {
  const name = fullName(user)
  const make = useSend({
    mutationFn: () => request('POST', '/users/{id}/reset-password', { path: { id: user.id } }),
    // The token of the link is kept nowhere but here.
    gcTime: 0,
  })
  const link = make.data?.data
  const close = () => {
    if (!make.isPending) onClose()
  }
  return (
    <Modal
      open
      title={t('reset-title', { name })}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        link ? (
          <Button type="primary" onClick={close}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button disabled={make.isPending} onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
              {t('reset-do')}
            </Button>
          </>
        )
      }
    >
      {make.error ? <Alert type="error" showIcon role="alert" title={present(make.error, { fallback: t('reset-failed') }).description} style={{ marginBottom: 12 }} /> : null}
      {link ? (
        <Alert
          type="success"
          showIcon
          role="status"
          title={link.token === null ? t('reset-mailed', { email: user.email }) : t('reset-made', { name })}
          description={link.token === null ? undefined : <CopyText text={location.origin + paths.resetPassword(link.token)} />}
        />
      ) : (
        <p>{t('reset-about')}</p>
      )}
    </Modal>
  )
}
