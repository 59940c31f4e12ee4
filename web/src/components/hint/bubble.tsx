import { Tooltip } from 'antd'
import { useId, useLayoutEffect } from 'react'
import type { Shown } from './host'

/** antd's tooltip above the element, or below it where there is no room; read out as its description. */
export default function Bubble({ element, text, left, top, width, height }: Shown) {
  const id = useId()
  useLayoutEffect(() => {
    // Where the hint is its name already, it would be read twice.
    if (element.ariaLabel === text) return
    element.setAttribute('aria-describedby', id)
    return () => element.removeAttribute('aria-describedby')
  }, [element, text, id])
  return (
    <Tooltip key={`${left} ${top}`} open title={<span id={id}>{text}</span>}>
      <span className="hint-place" style={{ left, top, width, height }} />
    </Tooltip>
  )
}
