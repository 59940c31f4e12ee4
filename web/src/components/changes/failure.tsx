import './failure.css'
import { CloseCircleFilled, MinusCircleFilled, WarningFilled } from '@ant-design/icons'
import { type ReactNode, useId } from 'react'
import type { Told } from './reason'
import { t } from './texts'

interface FailureProps {
  /** What it is: a few words above the cause. */
  kind: string
  cause: string
  /** What else is known; folded away. */
  told: Told | null
  /** Nothing serves, somebody stopped it, or what was before still serves. */
  tone: 'failed' | 'cancelled' | 'serving'
  /** What follows from it, and the ways on. */
  children: ReactNode
}

const MARKS = { failed: CloseCircleFilled, cancelled: MinusCircleFilled, serving: WarningFilled }

/** A failure: its cause first, then what follows, then what the cluster knows of it. */
export function Failure({ kind, cause, told, tone, children }: FailureProps) {
  const id = useId()
  const Mark = MARKS[tone]
  return (
    <section className="failure" data-tone={tone} role="alert" aria-labelledby={id}>
      <Mark className="failure-mark" aria-hidden />
      <div className="failure-body">
        {told ? <span className="failure-kind">{kind}</span> : null}
        <h2 id={id}>{cause}</h2>
        {children}
        {told && told.lines.length > 0 ? (
          <details>
            <summary>{t('failure-lines', { n: told.lines.length })}</summary>
            {/* Long logs scroll, by keyboard too. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className="error-log" tabIndex={0} aria-label={t('failure-lines', { n: told.lines.length })}>
              {told.lines.join('\n')}
            </pre>
          </details>
        ) : null}
        {told && told.events.length > 0 ? (
          <details>
            <summary>{t('failure-events')}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('failure-object')}</th>
                  <th scope="col">{t('failure-word')}</th>
                  <th scope="col">{t('failure-times')}</th>
                </tr>
              </thead>
              <tbody>
                {told.events.map(({ object, word, times }) => (
                  <tr key={`${object} ${word}`}>
                    <td>{object}</td>
                    <td>{word}</td>
                    <td className="number">{times}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        ) : null}
      </div>
    </section>
  )
}
