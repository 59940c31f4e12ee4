import './strip.css'

export type Cell = 'good' | 'busy' | 'bad' | 'none'

const CELL = { width: 4, gap: 1, tall: 16 }

/** What is well stands lower than what is not, so that a state is known by its height as well as by its hue. */
const HEIGHT: Record<Cell, number> = { good: 10, busy: 13, bad: 16, none: 4 }

/** States beside each other, one cell each: probes by time, or the sites of a cluster. `label` says in words what is seen. */
export function Strip({ cells, label }: { cells: readonly Cell[]; label: string }) {
  const wide = Math.max(cells.length * (CELL.width + CELL.gap) - CELL.gap, 0)
  return (
    <svg className="strip" role="img" aria-label={label} width={wide} height={CELL.tall} viewBox={`0 0 ${wide} ${CELL.tall}`}>
      <title>{label}</title>
      {cells.map((cell, at) => (
        // Cells have no names: they are what stands at this place.
        <rect key={`${at}-${cell}`} data-tone={cell} x={at * (CELL.width + CELL.gap)} y={CELL.tall - HEIGHT[cell]} width={CELL.width} height={HEIGHT[cell]} rx={1} />
      ))}
    </svg>
  )
}
