import type { PlannedObject } from '@/api/types'
import { number } from '@/lib/number'

/** The objects of a plan by their kind. A site has some twenty: as one sentence nobody finds anything in them. */

type Named = Pick<PlannedObject, 'kind' | 'name'>

/** Kinds in the order of the alphabet, each with the names in it. */
export function byKind(objects: readonly Named[]): [kind: string, names: string[]][] {
  const kinds = new Map<string, string[]>()
  for (const { kind, name } of objects) kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  return [...kinds].toSorted(([one], [other]) => one.localeCompare(other, 'en')).map(([kind, names]) => [kind, names.toSorted((one, other) => one.localeCompare(other, 'en'))])
}

/** In a sentence: `Deployment web, worker; Service web`. */
export const named = (objects: readonly Named[]): string =>
  byKind(objects)
    .map(([kind, names]) => `${kind} ${names.join(', ')}`)
    .join('; ')

/** As a table: each kind with how many there are, where they are several. */
export function Objects({ objects }: { objects: readonly Named[] }) {
  return (
    <dl className="plan-kinds">
      {byKind(objects).map(([kind, names]) => (
        <div key={kind}>
          <dt>
            {kind}
            {names.length > 1 ? <span className="number"> × {number(names.length)}</span> : null}
          </dt>
          <dd>
            {names.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
