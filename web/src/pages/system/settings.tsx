import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { SystemSettings } from '@/api/types'
import { Choice } from '@/components/choice'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { HEALTH_SECONDS } from '@/spec/policy'
import { t } from './texts'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

/** What is offered; what is kept already is offered, too. Null is said as 0. */
const OFFERED = {
  healthCheckInterval: HEALTH_SECONDS,
  sessionTimeout: [0, 30 * MINUTE, HOUR, 2 * HOUR, 8 * HOUR],
  sessionLength: [HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY],
  historyDays: [0, 30, 90, 180, 365, 730, 1825],
} as const

type Numbers = keyof typeof OFFERED
type Draft = Record<Numbers, number> & Pick<SystemSettings, 'registration'>

const NUMBERS = Object.keys(OFFERED) as Numbers[]

const draftOf = ({ healthCheckInterval, sessionTimeout, sessionLength, historyDays, registration }: SystemSettings): Draft => ({
  healthCheckInterval,
  sessionTimeout: sessionTimeout ?? 0,
  sessionLength,
  historyDays: historyDays ?? 0,
  registration,
})

/** A length of time in the largest unit that it is whole in. */
function lasting(seconds: number): string {
  if (seconds % DAY === 0) return t('days', { n: seconds / DAY })
  if (seconds % HOUR === 0) return t('hours', { n: seconds / HOUR })
  if (seconds % MINUTE === 0) return t('minutes', { n: seconds / MINUTE })
  return t('seconds', { n: seconds })
}

function labelOf(field: Numbers, value: number): string {
  if (value === 0) return t(field === 'historyDays' ? 'history-operator' : 'timeout-none')
  if (field === 'historyDays') return t('days', { n: value })
  return field === 'healthCheckInterval' ? t('interval-seconds', { n: value }) : lasting(value)
}

const optionsOf = (field: Numbers, kept: number) =>
  [...new Set<number>([...OFFERED[field], kept])].toSorted((a, b) => a - b).map((value) => ({ value, label: labelOf(field, value) }))

/** What counts for the whole of Canopy, from the moment when it is saved. */
export function Settings() {
  const query = useQuery(one('/system/settings', {}))
  return (
    <Panel title={t('settings')}>
      <QueryView query={query} errorTitle={t('settings-failed')}>
        {(settings) => <Fields key={settings.rowVersion} settings={settings} />}
      </QueryView>
    </Panel>
  )
}

const LABELS = { healthCheckInterval: 'interval', sessionTimeout: 'timeout', sessionLength: 'length', historyDays: 'history' } as const

function Fields({ settings }: { settings: SystemSettings }) {
  const client = useQueryClient()
  const kept = draftOf(settings)
  const [draft, setDraft] = useState(kept)
  const { registrationFixed, rowVersion, changedAt, changedBy } = settings
  const changed = { ...Object.fromEntries(NUMBERS.filter((field) => draft[field] !== kept[field]).map((field) => [field, draft[field]])), ...(draft.registration === kept.registration ? {} : { registration: draft.registration }) }
  const save = useSend({
    mutationFn: () => request('PUT', '/system/settings', { body: { ...changed, ...(rowVersion > 0 ? { rowVersion } : {}) } }),
    onSuccess: ({ data }) => {
      toast.success(t('settings-saved'))
      client.setQueryData(one('/system/settings', {}).queryKey, data)
      void client.invalidateQueries({ queryKey: ['/auth/setup'] })
    },
    onError: (error) => toast.failure(error, { fallback: t('settings-save-failed') }),
  })
  const put = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <div className="system-settings">
        {NUMBERS.map((field) => (
          <Field key={field} about={field === 'healthCheckInterval' ? null : t(`${LABELS[field]}-about`)} label={t(LABELS[field])} value={draft[field]} options={optionsOf(field, kept[field])} disabled={save.isPending} onChange={(value) => put({ [field]: value })} />
        ))}
        <Field
          label={t('registration')}
          about={t(registrationFixed ? 'registration-fixed' : 'registration-about')}
          value={draft.registration}
          disabled={registrationFixed || save.isPending}
          options={(['closed', 'open'] as const).map((value) => ({ value, label: t(`registration-${value}`) }))}
          onChange={(registration) => put({ registration })}
        />
      </div>
      <div className="toolbar">
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={Object.keys(changed).length === 0}>
          {t('settings-save')}
        </Button>
        {changedAt !== null && changedBy !== null ? (
          <span className="quiet">
            {t('settings-by', { name: changedBy })} <TimeAgo at={changedAt} />
          </span>
        ) : null}
      </div>
    </form>
  )
}

interface FieldProps<V extends string | number> {
  label: string
  /** What is said of it; null: nothing. */
  about: string | null
  value: V
  options: readonly { value: V; label: string }[]
  disabled: boolean
  onChange: (value: V) => void
}

function Field<V extends string | number>({ label, about, value, options, disabled, onChange }: FieldProps<V>) {
  const id = useId()
  return (
    <div className="system-setting">
      <div aria-hidden>{label}</div>
      <Choice label={label} value={value} options={options} disabled={disabled} onChange={onChange} {...(about === null ? {} : { describedBy: id })} />
      {about === null ? null : (
        <p className="quiet" id={id}>
          {about}
        </p>
      )}
    </div>
  )
}
