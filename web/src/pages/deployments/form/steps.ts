import type { Kind } from '@/api/types'
import { t } from '../texts'
import type { Step } from './asked'

/** What a step is called; the fourth is about what the kind runs on. */
export const stepTitle = (step: Step, kind: Kind): string => (step === 4 ? t('step-runtime', { runtime: kind.runtime.name }) : t(`step-${step}`))
