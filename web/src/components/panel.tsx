import './panel.css'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: ReactNode
  /** At the right of the title: a link, a choice, a button. */
  extra?: ReactNode
  /** What is inside goes to the edges: rows, logs. */
  flush?: boolean
  level?: 2 | 3
  className?: string
  children: ReactNode
}

/** A part of a page with its heading, which names it. No panel stands in a panel: inside, a hairline does. */
export function Panel({ title, extra, flush, level = 2, className, children }: PanelProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={id} data-flush={flush ? '' : undefined}>
      <div className="panel-head">
        <Heading id={id}>{title}</Heading>
        {extra}
      </div>
      <div className="panel-body">{children}</div>
    </section>
  )
}
