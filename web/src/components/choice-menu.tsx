import './choice-menu.css'
import { CheckOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'

interface ChoiceMenuProps<V extends string> {
  /** The name of the button. */
  label: string
  /** What is on the button. */
  children: ReactNode
  value: V
  options: readonly { value: V; label: ReactNode; icon?: ReactNode }[]
  onChoose: (value: V) => void
  buttonRef?: Ref<HTMLButtonElement>
}

/** A button with a list below it, of which one is chosen. Arrow keys go through it, Escape closes it. */
export function ChoiceMenu<V extends string>({ label, children, value, options, onChoose, buttonRef }: ChoiceMenuProps<V>) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    whole.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus()
    const outside = (event: Event) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  const close = () => {
    setOpen(false)
    whole.current?.querySelector('button')?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    const items = [...(whole.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined || items.length === 0) return
    items.at(next % items.length)?.focus()
    event.preventDefault()
  }
  return (
    <div className="choice-menu" ref={whole}>
      <button ref={buttonRef} type="button" className="head-button" aria-label={label} aria-haspopup="menu" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {children}
      </button>
      {/* The keys of a menu; its items are what has the focus. */}
      <div id={id} role="menu" tabIndex={-1} aria-label={label} hidden={!open} onKeyDown={pressed}>
        {open
          ? options.map((option) => (
              <button
                key={option.value}
                type="button"
                role="menuitemradio"
                tabIndex={-1}
                aria-checked={option.value === value}
                onClick={() => {
                  close()
                  onChoose(option.value)
                }}
              >
                {option.icon}
                <span>{option.label}</span>
                {option.value === value ? <CheckOutlined aria-hidden /> : null}
              </button>
            ))
          : null}
      </div>
    </div>
  )
}
