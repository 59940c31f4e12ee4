import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useUrlState } from '@/lib/url-state'

/** Parts of a page of which one is seen; which one is in the address. */
export function Tabs<const K extends string>({ label, tabs }: { label: string; tabs: readonly { key: K; name: string; render: () => ReactNode }[] }) {
  const id = useId()
  const first = tabs[0]?.key ?? ''
  const [{ tab }, setAddress] = useUrlState({ tab: first })
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(0, tabs.findIndex(({ key }) => key === tab))
  const pressed = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
    const chosen = next === undefined ? undefined : tabs[next]
    if (next === undefined || !chosen) return
    event.preventDefault()
    setAddress({ tab: chosen.key })
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      <div ref={list} className="page-tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={pressed}>
        {tabs.map(({ key, name }, index) => (
          <button key={key} type="button" role="tab" id={`${id}-${key}`} aria-selected={index === at} aria-controls={`${id}-panel`} tabIndex={index === at ? 0 : -1} onClick={() => setAddress({ tab: key })}>
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabs[at]?.key ?? ''}`}>
        {tabs[at]?.render()}
      </div>
    </>
  )
}
