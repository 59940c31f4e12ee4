import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { t } from './texts'

/** How long nobody types before the search begins. */
const PAUSE_MS = 300

/** The server's own limit. */
const LONGEST_SEARCH = 100

/** What is typed stands here at once and in the address a moment later; an address that changes otherwise is taken over. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      onSearch(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <Input
      className="grow"
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      value={text}
      maxLength={LONGEST_SEARCH}
      placeholder={t('search')}
      aria-label={t('search')}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
