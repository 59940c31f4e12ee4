import { Fragment, type ReactNode } from 'react'
import { Fact, Facts as FactList } from '@/components/facts'

/** Names and values, the value on the right where there is room. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <FactList as="lines">
      {rows
        .filter((row) => row !== null)
        .map(([name, value]) => (
          <Fragment key={name}>
            <Fact name={name}>{value}</Fact>
          </Fragment>
        ))}
    </FactList>
  )
}
