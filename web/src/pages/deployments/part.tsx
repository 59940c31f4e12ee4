import '@/components/panel.css'
import type { ReactNode } from 'react'

/** A panel that several open rows have at once: its heading tells it apart, and it is no landmark of the page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="panel">
      <div className="panel-head">
        <h2>{title}</h2>
      </div>
      <div className="panel-body">{children}</div>
    </div>
  )
}
