import { texts } from '@/lib/texts'

/** All words of the deployment screens. */
export const t = texts('deployments')
