import { t } from './texts'

/** The time zones that are offered first, by the names that people there use. */
const COMMON = [
  ['UTC', 'utc'],
  ['America/New_York', 'eastern'],
  ['America/Chicago', 'central'],
  ['America/Denver', 'mountain'],
  ['America/Los_Angeles', 'pacific'],
  ['America/Anchorage', 'alaska'],
  ['Pacific/Honolulu', 'hawaii'],
  ['Europe/London', 'london'],
  ['Europe/Paris', 'paris'],
  ['Europe/Berlin', 'berlin'],
  ['Europe/Moscow', 'moscow'],
  ['Asia/Tokyo', 'tokyo'],
  ['Asia/Shanghai', 'shanghai'],
  ['Asia/Kolkata', 'india'],
  ['Australia/Sydney', 'sydney'],
] as const

interface Option {
  value: string
  label: string
}

/** What to choose from: the common ones, then every zone that this browser knows; `current` is always among them. */
export function zoneOptions(current: string | null): { label: string; options: Option[] }[] {
  const common = COMMON.map(([value, name]) => ({ value, label: t(`zone-${name}`) }))
  const first = new Set(common.map(({ value }) => value as string))
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => !first.has(zone))
  const missing = current !== null && current !== '' && !first.has(current) && !known.includes(current) ? [current] : []
  const others = [...missing, ...known].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return [
    { label: t('zones-common'), options: common },
    { label: t('zones-all'), options: others },
  ]
}
