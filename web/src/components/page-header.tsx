import type { ReactNode } from 'react'
import { usePageName } from '@/lib/page-name'

/**
 * Title, description and actions of a page. Its heading is what a change of page puts the focus on, and what the tab and the
 * trail in the header call the page; `name` says it where the title is more than a text. `call` copies the call that
 * the page shows the answer of.
 */
export function PageHeader({ title, name, description, actions, call }: { title: ReactNode; name?: string; description?: ReactNode; actions?: ReactNode; call?: ReactNode }) {
  usePageName(name ?? (typeof title === 'string' ? title : undefined))
  return (
    <div className="page-header">
      <div>
        <h1 tabIndex={-1} data-page-title="">
          {title}
        </h1>
        {description ? <div className="page-about">{description}</div> : null}
      </div>
      {actions || call ? (
        <div className="toolbar">
          {call}
          {actions}
        </div>
      ) : null}
    </div>
  )
}
