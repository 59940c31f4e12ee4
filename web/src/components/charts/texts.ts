import { texts } from '@/lib/texts'

/** Words of every chart over time. */
export const t = texts('charts')
