import './facts.css'
import { Children, type ReactNode } from 'react'
import { texts } from '@/lib/texts'

const t = texts('facts')

/** Names and values: in as many columns as there is room for, or one to a line with the value at the right. */
export function Facts({ as = 'columns', children }: { as?: 'columns' | 'lines'; children: ReactNode }) {
  return <dl className={as === 'lines' ? 'fact-list lines' : 'fact-list'}>{children}</dl>
}

/** One of them. Without a value it says so, and `why`; never an invented one. */
export function Fact({ name, why, children }: { name: ReactNode; why?: string | undefined; children?: ReactNode }) {
  const there = Children.toArray(children).some((child) => child !== '')
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {there ? (
          children
        ) : (
          <>
            {t('none')}
            {why ? <span className="why"> {why}</span> : null}
          </>
        )}
      </dd>
    </div>
  )
}
