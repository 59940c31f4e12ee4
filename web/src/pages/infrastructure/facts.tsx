import type { ReactNode } from 'react'
import { t } from './texts'

/** Names and values side by side; as many columns as there is room for. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="infra-facts">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Something measured or observed; without it the reason, never a number. */
export function Measured({ name, value, why }: { name: string; value: string | number | null; why: string }) {
  return (
    <Fact name={name}>
      {value === null ? (
        <>
          {t('notAvailable')} <span className="why">{why}</span>
        </>
      ) : (
        <span className="number">{value}</span>
      )}
    </Fact>
  )
}
