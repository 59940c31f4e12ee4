import { Alert, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Kind, Plan, PlannedField, PlannedObject } from '@/api/types'
import { TimeAgo } from '@/components/time-ago'
import { sentence } from '@/lib/sentence'
import { bytes } from './amounts'
import { labelOf, serviceName } from './catalogue'
import { named, Objects } from './objects'
import { t } from './texts'

/** A change before it happens, as the cluster itself says: consequences in words first, then every field. */

const ACTIONS = ['delete', 'create', 'change'] as const

/** Of texts of several lines, such as a file, the lines that the other one has not. */
function differing(text: string, other: string | null): string {
  if (other === null || !text.includes('\n')) return text
  const known = new Set(other.split('\n'))
  const lines = text.split('\n').filter((line) => !known.has(line))
  return lines.length > 0 ? lines.join('\n') : text
}

const nameOf = ({ kind, name }: PlannedObject) => `${kind} ${name}`
/** Of what goes, and of what was kept and is used again. */
export const claimsOf = (plan: Pick<Plan, 'objects'>) => plan.objects.flatMap((object) => (object.volume ? [{ ...object, volume: object.volume }] : []))

/** A volume goes with it, or something else that holds data. */
export const destroys = (plan: Plan): boolean => plan.objects.some(({ action, losesData, volume }) => action === 'delete' && (losesData || volume !== null))

function Claim({ claim: { name, volume }, kind, copied }: { claim: ReturnType<typeof claimsOf>[number]; kind: Kind | undefined; copied: boolean }) {
  const id = volume.service
  const service = id === null ? t('volume-nobody') : serviceName(id, kind?.services.find((each) => each.id === id)?.name)
  const facts = { volume: name, size: bytes(volume.size), service }
  if (volume.end === 'reused') return <li>{t('plan-volume-reused', facts)}</li>
  if (copied && volume.end === 'deleted') return <li>{t('plan-volume-copied', facts)}</li>
  if (volume.end === 'kept') return <li>{t('plan-volume-kept', facts)}</li>
  return <li className="plan-lost">{t(volume.end === 'unknown' ? 'plan-volume-unknown' : 'plan-volume-lost', facts)}</li>
}

const secretName = (field: string, kind: Kind) => (field === 'generated' ? t('plan-generated') : field.startsWith('env.') ? field.slice(4) : labelOf(field, kind))

/** What is said below a field. */
export type Note = (object: PlannedObject, field: PlannedField) => ReactNode

interface PlanProps {
  plan: Pick<Plan, 'objects' | 'secrets' | 'triedIn'> & Partial<Pick<Plan, 'power'>>
  /** For the names of secrets; without it none may be among what changes. */
  kind?: Kind
  note?: Note
  /** Volume claims whose data is elsewhere before they go. */
  copied?: readonly string[]
}

export function PlanView({ plan, kind, note, copied = [] }: PlanProps) {
  const touched = plan.objects.filter(({ action, problem }) => action !== 'none' || problem !== null)
  const refused = plan.objects.filter(({ problem }) => problem !== null)
  return (
    <div className="plan" role="region" aria-label={t('plan-title')}>
      {refused.map((object) => (
        <Alert key={nameOf(object)} type="error" showIcon role="alert" title={t('plan-refused')} description={sentence(object.problemReason, object.problemParams, object.problem ?? '')} />
      ))}
      <Consequences plan={plan} kind={kind} copied={copied} />
      {ACTIONS.map((action) => (
        <Acted key={action} action={action} objects={touched.filter((object) => object.action === action)} note={note} />
      ))}
    </div>
  )
}

function Consequences({ plan, kind, copied }: Pick<PlanProps, 'plan'> & { kind: Kind | undefined; copied: readonly string[] }) {
  const { objects, secrets, triedIn, power = null } = plan
  const count = (action: PlannedObject['action']) => objects.filter((object) => object.action === action).length
  const away = objects.filter(({ interrupts }) => interrupts)
  const rolling = objects.filter(({ restarts, interrupts }) => restarts && !interrupts)
  const lost = objects.filter(({ losesData, volume }) => losesData && volume === null)
  const [created, changed, deleted, same] = [count('create'), count('change'), count('delete'), count('none')]
  return (
    <ul className="plan-consequences">
      {power === null ? null : <li className={power === 'stops' ? 'plan-lost' : undefined}>{t(power === 'stays-stopped' ? 'plan-power-stays' : `plan-power-${power}`)}</li>}
      {claimsOf(plan).map((claim) => (
        <Claim key={claim.name} claim={claim} kind={kind} copied={copied.includes(claim.name)} />
      ))}
      {lost.length > 0 ? <li className="plan-lost">{t('plan-lost', { names: named(lost) })}</li> : null}
      {away.length > 0 ? <li>{t('plan-away', { names: named(away) })}</li> : null}
      {rolling.length > 0 ? <li>{t('plan-rolling', { names: named(rolling) })}</li> : null}
      {created + changed + deleted === 0 ? <li>{t('plan-nothing')}</li> : <li>{t('plan-counts', { created, changed, deleted, same })}</li>}
      {triedIn === null ? null : <li>{t('creation-elsewhere', { namespace: triedIn })}</li>}
      {kind && secrets.length > 0 ? <li>{t('plan-secrets', { names: [...new Set(secrets)].map((field) => secretName(field, kind)).join(', ') })}</li> : null}
    </ul>
  )
}

/** What is done to some objects: those with fields each by itself, and all others together by their kind. */
function Acted({ action, objects, note }: { action: (typeof ACTIONS)[number]; objects: readonly PlannedObject[]; note: Note | undefined }) {
  const whole = objects.filter(({ fields }) => fields.length === 0)
  return (
    <>
      {whole.length > 1 ? (
        <section className="plan-object" data-action={action}>
          <h3>
            <Tag>{t(`plan-${action}`)}</Tag> {t('goes-objects', { n: whole.length })}
          </h3>
          <Objects objects={whole} />
        </section>
      ) : null}
      {(whole.length > 1 ? objects.filter(({ fields }) => fields.length > 0) : objects).map((object) => (
        <Touched key={nameOf(object)} object={object} note={note} />
      ))}
    </>
  )
}

function Touched({ object, note }: { object: PlannedObject; note: Note | undefined }) {
  const { action, kind, name, fields } = object
  return (
    <section className="plan-object" data-action={action}>
      <h3>
        <Tag>{t(`plan-${action as (typeof ACTIONS)[number]}`)}</Tag> {kind} <code>{name}</code>
      </h3>
      {fields.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('plan-field')}</th>
              <th scope="col">{t('plan-before')}</th>
              <th scope="col">{t('plan-after')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.path}>
                <th scope="row">
                  <code>{field.path}</code>
                  {field.manager === null ? null : (
                    <span className="plan-note quiet">
                      {t('plan-by', { name: field.manager })} <TimeAgo at={field.changedAt} />
                    </span>
                  )}
                  {note?.(object, field)}
                </th>
                <td data-head={t('plan-before')}>
                  <Value text={field.before} other={field.after} />
                </td>
                <td data-head={t('plan-after')}>
                  <Value text={field.after} other={field.before} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}

function Value({ text, other }: { text: string | null; other: string | null }) {
  return text === null ? <span className="quiet">{t('plan-absent')}</span> : <code>{differing(text, other)}</code>
}
