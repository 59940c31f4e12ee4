import type { ReactNode } from 'react'

/** Title, description and actions of a page. Its heading is what a change of page puts the focus on. */
export function PageHeader({ title, description, actions }: { title: ReactNode; description?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="page-header">
      <div>
        <h1 tabIndex={-1} data-page-title="">
          {title}
        </h1>
        {description ? <div className="page-about">{description}</div> : null}
      </div>
      {actions ? <div className="toolbar">{actions}</div> : null}
    </div>
  )
}
