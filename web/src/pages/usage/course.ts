import { type Point, rangeOf } from '@/components/charts/series'
import { share } from '@/components/gauges/figures'
import { t } from './texts'

/** What a line shows in words, the same words where it never changed; nothing for one without points. */
export function wordsOf(name: string, points: readonly Point[]): string {
  const shown = rangeOf(points)
  if (!shown) return ''
  const [low, high, now] = [share(shown.low), share(shown.high), share(shown.now)]
  return low === high ? t('caption-same', { name, now }) : t('caption', { name, low, high, now })
}
