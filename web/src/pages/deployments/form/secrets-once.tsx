import { CopyOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Facts } from '../facts'
import { t } from '../texts'

/** Browsers give pages the clipboard only on https and on loopback. */
const canCopy = window.isSecureContext && 'clipboard' in navigator

/** Passwords by what they are called, to be put somewhere safe; hidden until asked for. */
export function SecretsOnce({ secrets }: { secrets: readonly (readonly [label: string, password: string])[] }) {
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState(false)
  const text = secrets.map(([label, value]) => `${label}: ${value}`).join('\n')
  return (
    <section className="secrets-once" aria-label={t('secrets')}>
      <div className="review-head">
        <h3 className="panel-title">{t('secrets')}</h3>
        <span className="ways-on">
          <Button size="small" icon={shown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'conceal' : 'reveal')}
          </Button>
          {canCopy ? (
            <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
              <span role="status">{t(copied ? 'secrets-copied' : 'secrets-copy')}</span>
            </Button>
          ) : null}
        </span>
      </div>
      <p className="quiet">{t('secrets-about')}</p>
      {shown ? <Facts rows={secrets.map(([label, value]) => [label, <code key={label}>{value}</code>] as const)} /> : null}
    </section>
  )
}
