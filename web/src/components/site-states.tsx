import { type Cell, Strip } from '@/components/strip'
import type { States } from '@/lib/count-states'
import { texts } from '@/lib/texts'

const t = texts('states')

/** As many as a strip still shows. */
const DRAWN = 40

/** How many deployments there are, `words` for it, and what has failed; as a strip, too, as long as one can count it. */
export function SiteStates({ states, words }: { states: States; words: string }) {
  const { all, failed, pending } = states
  const cells: Cell[] = [...Array<Cell>(failed).fill('bad'), ...Array<Cell>(pending).fill('busy'), ...Array<Cell>(all - failed - pending).fill('good')]
  return (
    <span className="site-states">
      <span className="number">{words}</span>
      {failed > 0 ? <span className="site-states-failed number">{t('failed', { n: failed })}</span> : null}
      {all > 0 && all <= DRAWN ? <Strip cells={cells} label={t('label', { all, failed, pending })} /> : null}
    </span>
  )
}
