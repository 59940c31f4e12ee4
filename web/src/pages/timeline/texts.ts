import { texts } from '@/lib/texts'

/** All words of the page of what happened to a site. */
export const t = texts('timeline')
