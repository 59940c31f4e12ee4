import { Segmented } from 'antd'
import { useUrlState } from '@/lib/url-state'
import { t } from './texts'

const RANGES = ['24h', '7d', '30d'] as const

/** How far back a chart goes. */
export type Range = (typeof RANGES)[number]

/** The range that the address says, the first for an unknown one, and how to choose another. */
export function useRange(): [Range, (next: Range) => void] {
  const [{ range: asked }, setUrl] = useUrlState({ range: RANGES[0] as string })
  return [rangeIn(asked), (range) => setUrl({ range })]
}

/** The range of that name, the first for an unknown one. */
export const rangeIn = (asked: string): Range => RANGES.find((each) => each === asked) ?? RANGES[0]

/** The choice between the ranges. */
export function RangeChoice({ range, onChange }: { range: Range; onChange: (next: Range) => void }) {
  return <Segmented aria-label={t('range')} value={range} options={RANGES.map((value) => ({ value, label: t(value) }))} onChange={onChange} />
}
