import { EditOutlined, RedoOutlined, ReloadOutlined, RollbackOutlined } from '@ant-design/icons'
import { hint } from '@/components/hint/hint'
import { LinkButton } from '@/components/link-button'
import { ReasonButton } from '@/components/reason-button'
import { refused } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { t } from './texts'
import { type Changing, type ChangesOptions, useChanges } from './use-changes'

/** The verbs as buttons. What the state does not allow stays in sight and says why. */

/** To where the pods can be started anew, with the plan of that. */
export function RestartLink({ deployment }: { deployment: Changing }) {
  const reason = refused(deployment.actions.restart)
  const icon = <ReloadOutlined aria-hidden />
  if (reason) return <ReasonButton reason={reason} icon={icon}>{t('restart')}</ReasonButton>
  return <LinkButton icon={icon} to={paths.deployment(deployment.id, { restart: 'shown' })}>{t('restart')}</LinkButton>
}

/** `barred`: another reason of the screen's own, which goes first. */
export function RetryButton({ deployment, barred, ...options }: { deployment: Changing; barred?: string | null } & ChangesOptions) {
  const { retry } = useChanges(options)
  return (
    <ReasonButton reason={barred ?? refused(deployment.actions.retry)} icon={<RedoOutlined aria-hidden />} loading={retry.isPending} onClick={() => retry.mutate(deployment)}>
      {t('retry')}
    </ReasonButton>
  )
}

/** To where the last change can be given up, with its plan. */
export function DiscardLink({ deployment }: { deployment: Changing }) {
  const reason = refused(deployment.actions.discard)
  const icon = <RollbackOutlined aria-hidden />
  if (reason) return <ReasonButton reason={reason} icon={icon}>{t('discard')}</ReasonButton>
  return <LinkButton icon={icon} to={paths.deployment(deployment.id, { discard: deployment.id })}>{t('discard')}</LinkButton>
}

/** The way to the edit screen. `named`: an icon alone, with the deployment's name for readers. */
export function EditButton({ deployment, named }: { deployment: Changing; named?: string }) {
  const reason = refused(deployment.actions.update)
  const icon = <EditOutlined aria-hidden />
  const to = paths.editDeployment(deployment.id)
  if (named === undefined) {
    if (reason) return <ReasonButton reason={reason} icon={icon}>{t('edit')}</ReasonButton>
    return <LinkButton icon={icon} to={to}>{t('edit')}</LinkButton>
  }
  const label = t('edit-named', { name: named })
  if (reason) return <ReasonButton type="text" reason={reason} icon={icon} aria-label={label} />
  return <LinkButton type="text" icon={icon} to={to} aria-label={label} {...hint(t('edit'))} />
}
