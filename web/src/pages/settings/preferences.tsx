import { useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { one } from '@/api/query'
import { Panel } from '@/components/panel'
import { apply, keep, type Preferences } from '@/components/preferences'
import { toast } from '@/feedback/toast'
import { CODES, LANGUAGES } from '@/lib/language'
import { browserZone } from '@/lib/time'
import { t } from './texts'
import { zoneOptions } from './zones'

const idOf = (field: keyof Preferences) => `preferences-${field}`

/** Another language or time zone draws everything anew, the field too in which it was chosen: the focus comes back to it. */
let chosenIn: keyof Preferences | null = null

async function applyFrom(field: keyof Preferences, preferences: Preferences): Promise<void> {
  chosenIn = field
  try {
    await apply(preferences)
  } catch {
    chosenIn = null
    toast.error(t('language-failed'))
  }
}

function useFocusAgain(): void {
  useEffect(() => {
    const field = chosenIn
    chosenIn = null
    if (field !== null) document.getElementById(idOf(field))?.focus()
  }, [])
}

/** By its own name or by that of the database, with or without underscores. */
function matches(typed: string, option: { label?: unknown; value?: unknown } | undefined): boolean {
  const plain = (text: unknown) => String(text ?? '').toLowerCase().replaceAll('_', ' ')
  return plain(`${String(option?.label)} ${String(option?.value ?? '')}`).includes(plain(typed).trim())
}

/** Language, time zone and theme: a choice acts at once. Not chosen is as the browser has it. */
export function PreferencesPanel({ preferences }: { preferences: Preferences }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<keyof Preferences | null>(null)
  const zones = useMemo(() => zoneOptions(preferences.timezone), [preferences.timezone])
  useFocusAgain()
  const choose = async (field: keyof Preferences, value: string) => {
    setBusy(field)
    const profile = await keep({ [field]: value === '' ? null : value })
    setBusy(null)
    if (!profile) return
    client.setQueryData(one('/users/profile', {}).queryKey, profile)
    await applyFrom(field, profile.preferences)
  }
  const field = (name: keyof Preferences) => ({
    id: idOf(name),
    value: preferences[name] ?? '',
    loading: busy === name,
    disabled: busy !== null && busy !== name,
    onChange: (value: string) => void choose(name, value),
  })
  return (
    <Panel title={t('preferences')}>
      <p>{t('preferences-about')}</p>
      <Form layout="vertical" component="div">
        <Form.Item label={t('language')} htmlFor={idOf('language')}>
          <Select {...field('language')} options={[{ value: '', label: t('language-browser') }, ...CODES.map((value) => ({ value, label: <span lang={value}>{LANGUAGES[value]}</span> }))]} />
        </Form.Item>
        <Form.Item label={t('timezone')} htmlFor={idOf('timezone')} extra={t('timezone-about')}>
          <Select
            {...field('timezone')}
            options={[{ value: '', label: t('timezone-browser', { zone: browserZone() }) }, ...zones]}
            showSearch={{ filterOption: (typed, option) => matches(typed, option) }}
          />
        </Form.Item>
        <Form.Item label={t('theme')} htmlFor={idOf('theme')} style={{ marginBottom: 0 }}>
          <Select
            {...field('theme')}
            options={[
              { value: '', label: t('theme-browser') },
              { value: 'light', label: t('theme-light') },
              { value: 'dark', label: t('theme-dark') },
              { value: 'system', label: t('theme-system') },
            ]}
          />
        </Form.Item>
      </Form>
    </Panel>
  )
}
