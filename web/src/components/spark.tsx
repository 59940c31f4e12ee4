import './spark.css'

const SIZE = { wide: 72, tall: 20 }

type Place = readonly [x: number, y: number]

/** Values with their places, in runs: where there is none the line is broken. */
function runsOf(values: readonly (number | null)[], most: number): Place[][] {
  const step = values.length > 1 ? SIZE.wide / (values.length - 1) : 0
  const runs: Place[][] = [[]]
  for (const [at, value] of values.entries()) {
    if (value === null) runs.push([])
    // A pixel above and below is for the line itself.
    else runs.at(-1)?.push([at * step, SIZE.tall - 1 - (most > 0 ? Math.min(value / most, 1) : 0) * (SIZE.tall - 2)])
  }
  return runs.filter((run) => run.length > 0)
}

const lineOf = (run: readonly Place[]) => run.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

interface SparkProps {
  /** From the oldest to the newest, evenly in time; null where nothing was measured. */
  values: readonly (number | null)[]
  /** What the top stands for; without it, the highest of the values. */
  of?: number
}

/** A course in the size of a word, beside the words that say the same: no axes, the last value as a dot. */
export function Spark({ values, of }: SparkProps) {
  const known = values.filter((value) => value !== null)
  const runs = runsOf(values, of ?? Math.max(...known, 0))
  const last = runs.at(-1)?.at(-1)
  if (!last) return null
  return (
    <svg className="spark" aria-hidden focusable="false" width={SIZE.wide} height={SIZE.tall} viewBox={`0 0 ${SIZE.wide} ${SIZE.tall}`}>
      {runs.map((run) => (
        <g key={run[0]?.[0]}>
          <path className="below" d={`${lineOf(run)}L${run.at(-1)?.[0].toFixed(1)} ${SIZE.tall}L${run[0]?.[0].toFixed(1)} ${SIZE.tall}Z`} />
          <path d={lineOf(run)} />
        </g>
      ))}
      {values.at(-1) === null ? null : <circle cx={last[0]} cy={last[1]} r={2} />}
    </svg>
  )
}
