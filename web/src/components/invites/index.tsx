import './invites.css'
import { Alert, Button, Tag } from 'antd'
import { useSend } from '@/api/send'
import { CopyText } from '@/components/copy-id'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { undoable } from '@/feedback/undo'
import { moment, useNow } from '@/lib/time'
import { t } from './texts'

/**
 * People who are invited, into a team or to have an account: one row each, and the link that was just made. A page with it
 * loads its words.
 */

interface InviteItemProps<Made> {
  email: string
  /** What else is said of it. */
  about?: string
  role: string
  expiresAt: string
  /** Makes another link and sends it, where mail is sent. */
  resend: () => Promise<Made>
  cancel: () => Promise<unknown>
  /** Invites the same person again, after all. */
  invite: () => Promise<Made>
  /** There is another link; null: the one that was shown works no more. */
  onMade: (made: Made | null) => void
}

export function InviteItem<Made>({ email, about, role, expiresAt, resend, cancel, invite, onMade }: InviteItemProps<Made>) {
  const over = Date.parse(expiresAt) <= useNow()
  const again = useSend({
    mutationFn: resend,
    // The token of the link is kept nowhere but on this page.
    gcTime: 0,
    onSuccess: onMade,
    onError: (error) => toast.failure(error, { fallback: t('again-failed') }),
  })
  const takeBack = async () => {
    const gone = await confirm({ title: t('cancel-title', { email }), text: t('cancel-text'), action: t('cancel'), cancel: t('keep'), errors: { fallback: t('cancel-failed') }, run: cancel })
    if (!gone) return
    onMade(null)
    undoable(t('cancelled'), email, async () => onMade(await invite()))
  }
  return (
    <li>
      <div>
        {email}
        <br />
        <span className="quiet">
          {about === undefined ? null : `${about} · `}
          {t(over ? 'over' : 'until', { at: moment(expiresAt) })}
        </span>
      </div>
      <Tag>{role}</Tag>
      <Button size="small" loading={again.isPending} aria-label={t('again-label', { email })} onClick={() => again.mutate()}>
        {t('again')}
      </Button>
      <Button size="small" type="text" aria-label={t('cancel-label', { email })} onClick={() => void takeBack()}>
        {t('cancel')}
      </Button>
    </li>
  )
}

/** The link that was just made: it is shown once. */
export function MadeInvite({ email, mailed, address, closable = false }: { email: string; mailed: boolean; address: string; closable?: boolean }) {
  return <Alert className="invite-made" type="success" showIcon role="status" closable={closable} title={t(mailed ? 'mailed' : 'made', { email })} description={<CopyText text={location.origin + address} />} />
}
