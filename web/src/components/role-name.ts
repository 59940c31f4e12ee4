import type { User } from '@/session/store'
import { texts } from '@/lib/texts'

const t = texts('role')

/** A global role in words. */
export const roleName = (role: User['role']): string => t(`name-${role}`)
