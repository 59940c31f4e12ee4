import './gauges.css'
import type { Usage, UsageFigure } from '@/api/types'
import { TimeAgo } from '@/components/time-ago'
import { sentence } from '@/lib/sentence'
import { FIGURES, type FigureName, levelIn, valueOf, wholeOf } from './figures'
import { t } from './texts'

/** What was measured last: a figure each, or why there is none. */
export function Tiles({ usage }: { usage: Usage }) {
  const at = usage.cpu.at ?? usage.storage.at
  return (
    <>
      {usage.stopped ? <p className="quiet">{t('stopped')}</p> : null}
      <dl className="usage-tiles">
        {FIGURES.map((name) => (
          <Tile key={name} name={name} figure={usage[name]} />
        ))}
      </dl>
      {at === null ? null : (
        <p className="quiet usage-at">
          {t('measured')} <TimeAgo at={at} />
        </p>
      )}
    </>
  )
}

function Tile({ name, figure }: { name: FigureName; figure: UsageFigure }) {
  const level = levelIn(figure)
  const whole = wholeOf(name, figure)
  return (
    <div className="usage-tile" data-level={level}>
      <dt>{t(name)}</dt>
      <dd>
        {figure.available ? (
          <>
            <span className="usage-value number">{valueOf(name, figure)}</span> {level === 'well' ? null : <span className="usage-level">{t(level)}</span>}
            {whole === null ? null : <span className="usage-note">{whole}</span>}
          </>
        ) : (
          <>
            {t('none')}
            <span className="usage-note">{sentence(figure.problemReason, figure.problemParams, figure.problem ?? '')}</span>
          </>
        )}
      </dd>
    </div>
  )
}
