import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { texts } from '@/lib/texts'
import { LIMITS } from '@/spec/limits'

const t = texts('requestId')

/** Browsers give pages the clipboard only on https and on loopback. */
const canCopy = window.isSecureContext && 'clipboard' in navigator

/** What the server's log calls a failed request: short to read, whole to copy. */
export default function RequestId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false)
  const words = t('request', { id: id.slice(0, LIMITS.shortId) })
  if (!canCopy) return <div className="quiet">{words}</div>
  return (
    <div className="quiet">
      <button type="button" className="copy" title={id} data-copied={copied ? '' : undefined} onClick={() => void navigator.clipboard.writeText(id).then(() => setCopied(true))}>
        {words}
        {copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
      <span role="status" className="unseen">
        {copied ? t('copied') : ''}
      </span>
    </div>
  )
}
