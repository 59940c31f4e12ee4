import './search-box.css'
import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { texts } from '@/lib/texts'

const t = texts('search')

/** How long nobody types before the search begins. */
const PAUSE_MS = 250

/** The server's own limit. */
export const LONGEST_SEARCH = 100

/**
 * What is typed stands here at once and is searched for when the typing pauses, or at once by Enter; a `value` that
 * changes otherwise is taken over. `label` is its placeholder and its name.
 */
export function SearchBox({ value, label, onSearch }: { value: string; label: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  }, [onSearch])
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => send(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const send = (now: string) => {
    if (now === sent.current) return
    sent.current = now
    search.current(now)
  }
  return (
    <span className="search-box grow">
      <SearchOutlined aria-hidden />
      <input
        ref={input}
        type="text"
        className="plain-field"
        value={text}
        maxLength={LONGEST_SEARCH}
        data-search=""
        placeholder={label}
        aria-label={label}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && send(text)}
      />
      {text === '' ? null : (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
        >
          <CloseCircleFilled aria-hidden />
        </button>
      )}
    </span>
  )
}
