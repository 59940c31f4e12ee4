import { texts } from '@/lib/texts'

export const t = texts('invites')
