import './chart.css'
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react'
import type { CanvasProps } from './canvas'

const Canvas = lazy(() => import('./canvas'))

/** A chart with what it shows in words; `below` is for what else belongs to it, such as its table. */
export function Chart({ caption, below, ...props }: Omit<CanvasProps, 'label'> & { caption: string; below?: ReactNode }) {
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      <ul className="chart-names">
        {props.lines.map(({ name, hue, dashed }) => (
          <li key={name} data-dashed={dashed} style={{ '--chart-line': `var(--chart-${hue})` } as CSSProperties}>
            {name}
          </li>
        ))}
      </ul>
      <Suspense fallback={<div className="chart-canvas" />}>
        <Canvas {...props} label={caption} />
      </Suspense>
      {below}
    </figure>
  )
}
