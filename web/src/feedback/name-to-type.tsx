import { useState } from 'react'
import { texts } from '@/lib/texts'

const t = texts('confirm')

/** The name of what loses something for good, to be typed before the button can be pressed. `onTyped` hears each letter. */
export function NameToType({ name, onTyped }: { name: string; onTyped: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    // The label wraps its input, which names it for readers.
    <label className="name-to-type">
      <span>{t('type', { name })}</span>
      <input
        type="text"
        className="plain-field"
        value={text}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value)
          onTyped(event.target.value)
        }}
      />
    </label>
  )
}
