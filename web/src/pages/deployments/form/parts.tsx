import { Alert, Select, Switch, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Kind } from '@/api/types'
import { number } from '@/lib/number'
import { dayName } from '@/lib/time'
import { serviceAbout, serviceName } from '../catalogue'
import { t } from '../texts'
import { askedOf } from './asked'
import { boundsOf } from './checks'
import { type Draft, EXTENSIONS, hasDatabase, isOn, OWN_DATABASE, textAt, usualPort } from './draft'
import { EnvFields } from './env-fields'
import { EXAMPLES } from './examples'
import { type FormProps, Frame, inputId, NamesField, NumberField, PasswordField, TextField } from './fields'

/** Parts of the form that making and changing a site have in common; what each holds is said by the kind's descriptor. */

/** `pasted`: the address of which the host was taken. */
export function DomainFields({ pasted, ...props }: FormProps & { pasted?: string | undefined }) {
  return (
    <div className="field-grid">
      <TextField {...props} field="baseParameters.domain" required max={2048} hint={pasted ? t('domain-reduced', { pasted }) : t('about-domain')} />
      <NamesField {...props} field="domains" hint={t('about-domains')} />
    </div>
  )
}

export function AccountFields({ userRequired = true, ...props }: FormProps & { userRequired?: boolean }) {
  return (
    <div className="field-grid">
      <TextField {...props} field="baseParameters.appUser" required={userRequired} max={60} hint={t('about-app')} />
      <PasswordField {...props} field="baseParameters.appPass" />
    </div>
  )
}

interface ServiceFieldsProps extends FormProps {
  /** What is asked beside a service's switch. */
  below?: (service: Kind['services'][number]) => ReactNode
}

export function ServiceFields({ below, ...props }: ServiceFieldsProps) {
  const { kind, draft, problems, change } = props
  return (
    <>
      <p className="quiet">{t('services-about')}</p>
      <ul className="switches" id={inputId('services')} tabIndex={-1}>
        {kind.services.map((service) => {
          const { id, name, fixed } = service
          const field = `services.${id}`
          const input = inputId(field)
          const problem = problems[field]
          return (
            <li key={id}>
              <div>
                {fixed ? <strong>{serviceName(id, name)}</strong> : <label htmlFor={input}>{serviceName(id, name)}</label>}
                <span className="quiet" id={`${input}-about`} style={{ display: 'block' }}>
                  {serviceAbout(id)}
                </span>
                {problem ? (
                  <span className="wrong" role="alert">
                    {problem}
                  </span>
                ) : null}
                {below?.(service)}
              </div>
              {fixed ? <Tag color="green">{t('services-always')}</Tag> : <Switch id={input} aria-describedby={`${input}-about`} checked={isOn(draft, id)} onChange={(on) => change({ [field]: on })} />}
            </li>
          )
        })}
      </ul>
      {isOn(draft, 'cloudflare') ? <PasswordField {...props} field="baseParameters.cloudflareToken" generate={false} hint={t('about-token')} /> : null}
    </>
  )
}

/** The version that is chosen gets no more security fixes; null when it does. */
export function endedVersion(kind: Kind, draft: Draft): { runtime: string; version: string; date: string } | null {
  if (!askedOf(kind, draft).some(({ field }) => field === kind.runtime.field)) return null
  const version = kind.runtime.versions.find(({ id }) => id === textAt(draft, kind.runtime.field))
  return version?.ended ? { runtime: kind.runtime.name, version: version.id, date: dayName(version.endOfLife) } : null
}

export function EndOfLife({ kind, draft }: Pick<FormProps, 'kind' | 'draft'>) {
  const ended = endedVersion(kind, draft)
  if (!ended) return null
  return <Alert type="warning" showIcon role="status" className="form-warning" title={t('ended-title', { runtime: ended.runtime, version: ended.version })} description={t('ended-text', ended)} />
}

function VersionField({ kind, draft, problems, change }: FormProps) {
  const { field, versions } = kind.runtime
  const chosen = textAt(draft, field)
  const known = versions.some(({ id }) => id === chosen) || chosen === '' ? versions : [...versions, { id: chosen, ended: false }]
  return (
    <Frame field={field} kind={kind} problems={problems} required>
      {(wiring) => <Select {...wiring} value={chosen || null} options={known.map(({ id, ended }) => ({ value: id, label: ended ? t('version-ended', { version: id }) : id }))} onChange={(version) => change({ [field]: version ?? '' })} />}
    </Frame>
  )
}

/** What the runtime is told, and what the program is given. */
export function RuntimeFields(props: FormProps) {
  const { kind, draft } = props
  const asked = new Set(askedOf(kind, draft).map(({ field }) => field))
  const port = usualPort(kind, draft)
  return (
    <>
      <EndOfLife kind={kind} draft={draft} />
      <div className="field-grid">
        {asked.has(kind.runtime.field) ? <VersionField {...props} /> : null}
        {kind.numbers.map(({ field }) => (
          <NumberField key={field} {...props} field={field} required hint={bounds(kind, field)} />
        ))}
        {asked.has('source.build') ? <TextField {...props} field="source.build" max={500} hint={t('about-build')} /> : null}
        {asked.has('source.start') ? <TextField {...props} field="source.start" max={500} hint={t('about-start')} /> : null}
        {asked.has('source.port') ? <NumberField {...props} field="source.port" placeholder={String(port ?? '')} hint={t('about-port', { port: String(port ?? '') })} /> : null}
      </div>
      {asked.has(EXTENSIONS) ? <NamesField {...props} field={EXTENSIONS} options={kind.extensions} hint={t('about-extensions')} /> : null}
      <EnvFields {...props} />
      <ResourceFields {...props} />
    </>
  )
}

const bounds = (kind: Kind, field: string) => {
  const [least, most] = boundsOf(kind, field)
  return t('bounds', { least: number(least), most: number(most) })
}

function ResourceFields(props: FormProps) {
  const { kind } = props
  return (
    <section aria-label={t('resources')}>
      <h3 className="form-part">{t('resources')}</h3>
      <div className="field-grid">
        <TextField {...props} field="resources.cpu" max={20} placeholder={EXAMPLES.cpu} hint={t('about-cpu')} />
        <TextField {...props} field="resources.memory" max={20} placeholder={EXAMPLES.memory} hint={t('about-amount')} />
        <TextField {...props} field="resources.storage" max={20} placeholder={EXAMPLES.storage} hint={t('about-storage')} />
        {kind.mostReplicas > 1 ? <NumberField {...props} field="replicas" required hint={t('about-replicas', { most: number(kind.mostReplicas) })} /> : null}
      </div>
    </section>
  )
}

export function DatabaseFields(props: FormProps) {
  const { kind, draft } = props
  const own = isOn(draft, 'mysql')
  const asked = new Set(askedOf(kind, draft).map(({ field }) => field))
  const server = (
    <TextField
      {...props}
      field="databaseParameters.databaseHost"
      required={hasDatabase(kind, draft)}
      hint={t(own ? 'about-host-own' : kind.databaseRequired ? 'about-host-other' : 'about-host-choice')}
      {...(own ? { fixed: OWN_DATABASE.host } : {})}
    />
  )
  if (!hasDatabase(kind, draft)) {
    return (
      <>
        <p className="quiet">{t('database-without')}</p>
        <div className="field-grid">{server}</div>
      </>
    )
  }
  return (
    <div className="field-grid">
      <TextField {...props} field="databaseParameters.databaseName" required max={64} />
      <TextField {...props} field="databaseParameters.databaseUser" required max={32} />
      <PasswordField {...props} field="databaseParameters.databasePass" />
      {asked.has('databaseParameters.databaseRootPass') ? <PasswordField {...props} field="databaseParameters.databaseRootPass" /> : null}
      {server}
      <NumberField {...props} field="databaseParameters.databasePort" required {...(own ? { fixed: OWN_DATABASE.port } : {})} />
    </div>
  )
}
