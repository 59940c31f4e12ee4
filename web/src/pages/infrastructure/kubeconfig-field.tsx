import { Alert, Button, Form, Input, Tag } from 'antd'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { Preflight } from '@/api/types'
import { worded } from '@/lib/sentence'
import { moment } from '@/lib/time'
import { Fact, Facts } from '@/components/facts'
import { t } from './texts'
import type { Kubeconfig } from './use-kubeconfig'

/** What the server takes. */
const MOST_BYTES = 256 * 1024

/** The textarea with its button, and what the cluster said. */
export function KubeconfigField({ kubeconfig, label = t('kubeconfig'), about, disabled = false }: { kubeconfig: Kubeconfig; label?: string; about?: string; disabled?: boolean }) {
  const id = useId()
  const { state, message, preflight, contexts } = kubeconfig
  const file = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const read = async (chosen: File | null | undefined) => {
    if (!chosen || disabled) return
    if (chosen.size > MOST_BYTES) kubeconfig.complain(t('kubeconfig-file-large'))
    else kubeconfig.setText(await chosen.text())
  }
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') void read(event.dataTransfer.files.item(0))
  }
  const wrong = state === 'invalid' || (state === 'unvalidated' && message !== null)
  return (
    <>
      <Form.Item label={label} htmlFor={id} {...(about ? { extra: about } : {})} {...(wrong ? { validateStatus: 'error' as const, help: message } : {})} style={{ marginBottom: 8 }}>
        <Input.TextArea
          id={id}
          className={over ? 'infra-code infra-over' : 'infra-code'}
          onDragOver={drop}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
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
      {contexts.names.length > 1 ? (
        <Form.Item label={t('kubeconfig-context')} htmlFor={`${id}-context`} extra={t('kubeconfig-context-about', { n: contexts.names.length })} style={{ marginBottom: 8 }}>
          <select id={`${id}-context`} className="plain-field" value={contexts.current !== null && contexts.names.includes(contexts.current) ? contexts.current : ''} disabled={disabled} onChange={(event) => kubeconfig.chooseContext(event.target.value)}>
            <option value="" disabled>
              {t('kubeconfig-context-pick')}
            </option>
            {contexts.names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </Form.Item>
      ) : null}
      <div className="infra-heading" style={{ marginBottom: 16 }}>
        <span role="status">{wrong ? null : message}</span>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t('kubeconfig-file')}
          onChange={(event) => {
            void read(event.target.files?.item(0))
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
        <Button disabled={disabled} onClick={() => file.current?.click()} className="infra-file">
          {t('kubeconfig-file')}
        </Button>
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
        {preflight.sameCluster === true ? <Fact name={t('cluster')}>{t('preflight-same')}</Fact> : null}
        {missing.length > 0 ? null : <Fact name={t('preflight-rights')}>{rights(preflight)}</Fact>}
      </Facts>
      <Facts>
        <div style={{ gridColumn: '1 / -1' }}>
          <dt>{t('preflight-ca')}</dt>
          <dd className={preflight.caFingerprint === null ? undefined : 'infra-code'}>{preflight.caFingerprint ?? t('preflight-ca-none')}</dd>
        </div>
      </Facts>
      {preflight.sameCluster === false ? <Alert type="warning" showIcon title={t('preflight-other')} description={t('preflight-other-about')} style={{ marginBottom: 12 }} /> : null}
      {preflight.problem ? <Alert type="warning" showIcon title={worded(preflight, preflight.problem)} style={{ marginBottom: 12 }} /> : null}
      {missing.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('preflight-missing')}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {missing.map((each, n) => (
                <li key={each}>{worded(preflight.missingReasons[n] ?? {}, each)}</li>
              ))}
            </ul>
          }
        />
      ) : null}
    </section>
  )
}
