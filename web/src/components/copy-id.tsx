import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { LIMITS } from '@/spec/limits'

const t = texts('copy')

/** How long the tick stands. */
const SHOWN_MS = 1500

/** Something that one click copies: an id, an address, a command. `shown` is what stands there when it is not all of it. */
export function CopyText({ text, shown = text }: { text: string; shown?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Without https there is no clipboard.
      toast.error(t('not'))
    }
  }
  return (
    <>
      <button type="button" className="copy" title={text} aria-label={t('copy', { text: shown })} data-copied={copied ? '' : undefined} onClick={() => void copy()}>
        {shown}
        {copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
      <span role="status" className="unseen">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}

/** The first characters of an id; the whole of it as a hint and on the clipboard. */
export const CopyId = ({ id, length = LIMITS.shortId }: { id: string; length?: number }) => <CopyText text={id} shown={id.slice(0, length)} />
