import { texts } from '@/lib/texts'

/** Words of what a site uses now: they come with what shows them. */
export const t = texts('gauges')
