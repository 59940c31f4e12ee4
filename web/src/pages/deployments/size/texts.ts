import { texts } from '@/lib/texts'

/** Words of the dialogs that are seldom opened: they come with them. */
export const t = texts('size')
