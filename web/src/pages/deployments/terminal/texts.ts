import { texts } from '@/lib/texts'

/** All words of the page of a shell. */
export const t = texts('terminal')
