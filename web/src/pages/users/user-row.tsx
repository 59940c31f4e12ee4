import { DeleteOutlined, EditOutlined, KeyOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, memo, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { request } from '@/api/request'
import type { Account } from '@/api/types'
import { hint } from '@/components/hint/hint'
import { ReasonButton } from '@/components/reason-button'
import { RoleTag } from '@/components/role-tag'
import { type Column, Row } from '@/components/row-list'
import { confirm } from '@/feedback/confirm'
import { moment } from '@/lib/time'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { t } from './texts'
import { fullName } from './words'

// The form comes when somebody edits.
const EditUser = lazy(() => import('./edit-user').then(({ EditUser: shown }) => ({ default: shown })))

const ResetPassword = lazy(() => import('./reset-password').then(({ ResetPassword: shown }) => ({ default: shown })))

export const userColumns = (): Column[] => [
  { key: 'name', title: t('name'), main: true },
  { key: 'role', title: t('role'), phone: 'first' },
  { key: 'status', title: t('status'), phone: 'second' },
  { key: 'lastLogin', title: t('lastLogin'), from: 'medium', align: 'end', phone: 'none' },
]

export const UserRow = memo(function UserRow({ user, onDeleted }: { user: Account; onDeleted: () => void }) {
  const client = useQueryClient()
  const [editing, setEditing] = useState(false)
  const [resetting, setResetting] = useState(false)
  const self = useUser()?.id === user.id
  const name = fullName(user)
  const remove = async () => {
    const gone = await confirm({
      title: t('delete-title', { name }),
      text: t('delete-text'),
      action: t('delete'),
      errors: { fallback: t('delete-failed') },
      run: () => request('DELETE', '/users/{id}', { path: { id: user.id } }),
    })
    if (!gone) return
    onDeleted()
    await client.invalidateQueries({ queryKey: ['/users'] })
    await client.invalidateQueries({ queryKey: ['/teams/all'] })
  }
  return (
    <>
      <Row
        id={user.id}
        name={name}
        cells={{
          name: (
            <>
              <Link className="row-name one-line" title={name} to={paths.user(user.id)}>
                {name}
              </Link>
              <span className="row-second" title={user.email}>
                {user.email}
              </span>
            </>
          ),
          role: <RoleTag role={user.role} />,
          status: <span className={user.status === 'active' ? 'quiet' : undefined}>{t(`status-${user.status}`)}</span>,
          lastLogin: <span className="quiet">{moment(user.lastLogin)}</span>,
        }}
        actions={
          <>
            <Button type="text" icon={<EditOutlined aria-hidden />} aria-label={t('edit-named', { name })} {...hint(t('edit'))} onClick={() => setEditing(true)} />
            <ReasonButton
              type="text"
              reason={user.status === 'active' ? null : t('reset-inactive')}
              icon={<KeyOutlined aria-hidden />}
              aria-label={t('reset-named', { name })}
              onClick={() => setResetting(true)}
            />
            <ReasonButton
              type="text"
              className="quiet-danger"
              reason={self ? t('delete-self') : null}
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('delete-named', { name })}
              onClick={() => void remove()}
            />
          </>
        }
      />
      {resetting ? (
        <Suspense fallback={null}>
          <ResetPassword user={user} onClose={() => setResetting(false)} />
        </Suspense>
      ) : null}
      {editing ? (
        <Suspense fallback={null}>
          <EditUser user={user} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </>
  )
})
