import { texts } from '@/lib/texts'

/** All words of the page of what a site uses. */
export const t = texts('usage')
