import { Typography } from 'antd'
import type { ReactNode } from 'react'

/** Title, description and actions of a page. Its heading is what a change of page puts the focus on. */
export function PageHeader({ title, description, actions }: { title: ReactNode; description?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="page-header">
      <div>
        <Typography.Title level={1} tabIndex={-1} data-page-title="">
          {title}
        </Typography.Title>
        {description ? <Typography.Text type="secondary">{description}</Typography.Text> : null}
      </div>
      {actions ? <div className="toolbar">{actions}</div> : null}
    </div>
  )
}
