import { EllipsisOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { hint } from './hint/hint'

/** What is shown on a phone only when it is asked for, by a button of this name; where there is room it stands as it is. */
export function Folded({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button className="folded-button" icon={<EllipsisOutlined aria-hidden />} aria-label={label} aria-expanded={open} aria-controls={id} {...hint(label)} onClick={() => setOpen(!open)} />
      <div id={id} className="folded">
        {children}
      </div>
    </>
  )
}
