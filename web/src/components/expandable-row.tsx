import { RightOutlined } from '@ant-design/icons'
import { type ReactNode, useId } from 'react'

interface ExpandableRowProps {
  open: boolean
  onToggle: () => void
  /** What is always seen; no buttons or links in here, the whole of it is one button. */
  summary: ReactNode
  /** Buttons beside the summary. */
  actions?: ReactNode
  children: ReactNode
}

/** A row that opens. Its body is rendered only while open. Put rows in <div className="rows">. */
export function ExpandableRow({ open, onToggle, summary, actions, children }: ExpandableRowProps) {
  const id = useId()
  return (
    <div className="row-card">
      <div className="row-head">
        <button type="button" className="row-toggle" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <RightOutlined className="chevron" aria-hidden />
          <span className="row-summary">{summary}</span>
        </button>
        {actions}
      </div>
      <div id={id} hidden={!open} className="row-body">
        {open ? children : null}
      </div>
    </div>
  )
}
