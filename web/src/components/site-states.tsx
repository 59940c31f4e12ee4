import { Count } from '@/components/count'
import { type Cell, Strip } from '@/components/strip'
import type { States } from '@/lib/count-states'
import { texts } from '@/lib/texts'

const t = texts('states')

/** As many as a strip still shows. */
const DRAWN = 40

/**
 * How many deployments there are, `words` for it, and what has failed; as a strip, too, as long as one can count it. `short`
 * stands for the words in a column; without it they stand there, too.
 */
export function SiteStates({ states, words, short }: { states: States; words: string; short?: string | undefined }) {
  const { all, failed, pending, stopped } = states
  const cells: Cell[] = [...Array<Cell>(failed).fill('bad'), ...Array<Cell>(pending).fill('busy'), ...Array<Cell>(all - failed - pending - stopped).fill('good'), ...Array<Cell>(stopped).fill('none')]
  return (
    <span className="site-states">
      {short === undefined ? <span className="number">{words}</span> : <Count short={short} words={words} />}
      {failed > 0 ? <span className="site-states-failed number">{t('failed', { n: failed })}</span> : null}
      {all > 0 && all <= DRAWN ? <Strip cells={cells} label={t('label', { all, failed, pending, stopped })} /> : null}
    </span>
  )
}
