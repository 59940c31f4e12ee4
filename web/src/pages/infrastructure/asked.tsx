import { Meter } from '@/components/meter'
import { number } from '@/lib/number'
import { t } from './texts'
import { memory } from './words'

interface Share {
  asked: number
  of: number
}

/** How many of these CPU cores pods ask for. */
export function CpuAsked({ asked, of }: Share) {
  const amount = (all: string) => t('amount-of', { n: number(asked, 2), all })
  return <Meter label={t('cpu-requested')} value={asked} of={of} amount={amount(number(of, 2))} named={amount(t('coreCount', { n: of }))} />
}

/** How much of this memory pods ask for, in MiB. */
export function MemoryAsked({ asked, of }: Share) {
  return <Meter label={t('memory-requested')} value={asked} of={of} amount={t('amount-of', { n: number(asked / 1024, 1), all: memory(of) })} />
}
