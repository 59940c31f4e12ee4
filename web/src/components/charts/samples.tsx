import { type Point, withGaps } from './series'
import { t } from './texts'
import { momentWords } from './times'

/** What was measured in spans of so many seconds since a moment; a span without a measurement is not there. */
interface Measured<Sample> {
  from: string
  seconds: number
  samples: readonly Sample[]
}

/** One value of each sample over time, with its gaps. */
export const pointsOf = <Sample extends { at: string }>({ samples, seconds }: Measured<Sample>, value: (sample: Sample) => number | null): Point[] =>
  withGaps(
    samples.map((sample) => [Date.parse(sample.at), value(sample)]),
    seconds,
  )

/** Since when there are figures, where that is later than the range, and what gaps mean, where there are some. */
export function SamplesNote({ measured: { samples, seconds, from }, gaps: meaning }: { measured: Measured<{ at: string }>; gaps: string }) {
  const first = samples[0]
  const span = seconds * 1000
  const late = first !== undefined && Date.parse(first.at) - Date.parse(from) > span
  const gaps = samples.some((sample, at) => at > 0 && Date.parse(sample.at) - Date.parse(samples[at - 1]?.at ?? sample.at) > span * 1.5)
  if (!late && !gaps) return null
  return (
    <p className="quiet">
      {late ? t('since', { when: momentWords(Date.parse(first.at)) }) : null} {gaps ? meaning : null}
    </p>
  )
}
