import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { one } from '@/api/query'
import { request } from '@/api/request'
import type { ApiToken } from '@/api/types'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView } from '@/components/query-view'
import { TimeAgo } from '@/components/time-ago'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { dayName, useNow } from '@/lib/time'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

// The form comes when somebody makes one.
const CreateToken = lazy(() => import('./create-token').then(({ CreateToken: shown }) => ({ default: shown })))

function End({ expiresAt }: { expiresAt: string | null }) {
  const now = useNow()
  if (expiresAt === null) return t('token-forever')
  const over = Date.parse(expiresAt) <= now
  return over ? <strong className="settings-over">{t('token-expired', { day: dayName(expiresAt) })}</strong> : t('token-expires', { day: dayName(expiresAt) })
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  return (
    <li>
      <div>
        <strong>{token.name}</strong> <Tag>{t(`token-scope-${token.scope}`)}</Tag>
        <div className="quiet">
          {t('token-made', { day: dayName(token.createdAt) })} · <End expiresAt={token.expiresAt} />
        </div>
      </div>
      <span className="quiet">
        {token.lastUsedAt === null ? (
          t('token-unused')
        ) : (
          <>
            {t('token-used')} <TimeAgo at={token.lastUsedAt} />
          </>
        )}
      </span>
      <Button size="small" className="quiet-danger" aria-label={t('token-revoke-label', { name: token.name })} onClick={onRevoke}>
        {t('token-revoke')}
      </Button>
    </li>
  )
}

/** Bearer tokens for programs: made, listed, revoked. */
export function Tokens() {
  const client = useQueryClient()
  const [creating, setCreating] = useState(false)
  const tokens = useQuery(one('/auth/tokens', {}, POLICY.sessions))
  const again = () => client.invalidateQueries({ queryKey: ['/auth/tokens'] })
  const revoke = async (token: ApiToken) => {
    const gone = await confirm({
      title: t('token-revoke-title', { name: token.name }),
      text: t('token-revoke-text'),
      action: t('token-revoke'),
      errors: { fallback: t('token-revoke-failed') },
      run: () => request('DELETE', '/auth/tokens/{id}', { path: { id: token.id } }),
    })
    if (gone) toast.success(t('token-revoked'))
    await again()
  }
  const create = (
    <Button type="primary" size="small" onClick={() => setCreating(true)}>
      {t('token-create')}
    </Button>
  )
  return (
    <Panel title={t('tokens')} flush extra={tokens.data?.length ? create : null}>
      <p className="settings-lead">{t('tokens-about')}</p>
      <QueryView query={tokens} errorTitle={t('tokens-failed')} isEmpty={(all) => all.length === 0} empty={<EmptyState title={t('tokens-empty')} text={t('tokens-empty-text')} action={create} />}>
        {(all) => (
          <ul className="settings-sessions">
            {all.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => void revoke(token)} />
            ))}
          </ul>
        )}
      </QueryView>
      {creating ? (
        <Suspense fallback={null}>
          <CreateToken onCreated={() => void again()} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Panel>
  )
}
