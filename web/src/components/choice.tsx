import './choice.css'
import type { CSSProperties } from 'react'

interface ChoiceProps<V extends string | number> {
  value: V
  /** What is chosen; its name for readers. */
  label: string
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  small?: boolean
  disabled?: boolean
  /** Id of what is said of it. */
  describedBy?: string
  style?: CSSProperties
}

/** One of a few: the browser's own list, which is known to every keyboard, phone and screen reader. */
export function Choice<V extends string | number>({ value, label, options, onChange, small = false, disabled = false, describedBy, style }: ChoiceProps<V>) {
  return (
    <select
      className="choice-list"
      data-small={small ? '' : undefined}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      value={value}
      style={style}
      onChange={(event) => {
        const next = options[event.target.selectedIndex]
        if (next) onChange(next.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
