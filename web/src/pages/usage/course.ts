import type { Usage, UsageSample } from '@/api/types'
import { type Point, rangeOf, withGaps } from '@/components/charts/series'
import { share } from '@/components/gauges/figures'
import { t } from './texts'

/** One value of each sample over time, with its gaps. */
export const pointsOf = ({ samples, seconds }: Usage, value: (sample: UsageSample) => number | null): Point[] => withGaps(samples.map((sample) => [Date.parse(sample.at), value(sample)]), seconds)

/** What a line shows in words, the same words where it never changed; nothing for one without points. */
export function wordsOf(name: string, points: readonly Point[]): string {
  const shown = rangeOf(points)
  if (!shown) return ''
  const [low, high, now] = [share(shown.low), share(shown.high), share(shown.now)]
  return low === high ? t('caption-same', { name, now }) : t('caption', { name, low, high, now })
}
