import { Alert, Button, Form, Input, Tag } from 'antd'
import { useId } from 'react'
import type { Preflight } from '@/api/types'
import { moment } from '@/lib/time'
import { Fact, Facts } from '@/components/facts'
import { t } from './texts'
import type { Kubeconfig } from './use-kubeconfig'

/** The textarea with its button, and what the cluster said. */
export function KubeconfigField({ kubeconfig, label = t('kubeconfig'), about, disabled = false }: { kubeconfig: Kubeconfig; label?: string; about?: string; disabled?: boolean }) {
  const id = useId()
  const { state, message, preflight } = kubeconfig
  const wrong = state === 'invalid' || (state === 'unvalidated' && message !== null)
  return (
    <>
      <Form.Item label={label} htmlFor={id} {...(about ? { extra: about } : {})} {...(wrong ? { validateStatus: 'error' as const, help: message } : {})} style={{ marginBottom: 8 }}>
        <Input.TextArea
          id={id}
          className="infra-code"
          value={kubeconfig.text}
          rows={8}
          disabled={disabled}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={wrong}
          placeholder={'apiVersion: v1\nkind: Config\nclusters: …'}
          onChange={(event) => kubeconfig.setText(event.target.value)}
        />
      </Form.Item>
      <div className="infra-heading" style={{ marginBottom: 16 }}>
        <span role="status">{wrong ? null : message}</span>
        <Button loading={state === 'asking'} disabled={disabled} onClick={kubeconfig.validate}>
          {t(state === 'asking' ? 'kubeconfig-asking' : 'kubeconfig-validate')}
        </Button>
      </div>
      {preflight ? <PreflightPanel preflight={preflight} /> : null}
    </>
  )
}

function rights(preflight: Preflight): string {
  if (!preflight.reachable || preflight.problem !== null) return t('preflight-rights-unknown')
  return t('preflight-rights-all')
}

function reached(preflight: Preflight): string {
  if (!preflight.reachable) return t('preflight-no')
  return preflight.version ? t('preflight-yes', { version: preflight.version }) : t('preflight-yes-noVersion')
}

function PreflightPanel({ preflight }: { preflight: Preflight }) {
  const { missing } = preflight
  return (
    <section aria-label={t('preflight-title')} className="infra-preflight">
      <Facts>
        <Fact name={t('preflight-endpoint')}>
          <span className="infra-code">{preflight.endpoint}</span>
        </Fact>
        <Fact name={t('preflight-reachable')}>
          <Tag color={preflight.reachable ? 'green' : 'red'}>{reached(preflight)}</Tag>
        </Fact>
        <Fact name={t('preflight-access')}>{preflight.accessType}</Fact>
        <Fact name={t('preflight-expires')}>{preflight.expiresAt === null ? t('preflight-expires-none') : moment(preflight.expiresAt)}</Fact>
        {missing.length > 0 ? null : <Fact name={t('preflight-rights')}>{rights(preflight)}</Fact>}
      </Facts>
      <Facts>
        <div style={{ gridColumn: '1 / -1' }}>
          <dt>{t('preflight-ca')}</dt>
          <dd className={preflight.caFingerprint === null ? undefined : 'infra-code'}>{preflight.caFingerprint ?? t('preflight-ca-none')}</dd>
        </div>
      </Facts>
      {preflight.problem ? <Alert type="warning" showIcon title={preflight.problem} style={{ marginBottom: 12 }} /> : null}
      {missing.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('preflight-missing')}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {missing.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          }
        />
      ) : null}
    </section>
  )
}
