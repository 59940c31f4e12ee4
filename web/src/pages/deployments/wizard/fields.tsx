import { Button, Form, Input, InputNumber, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { isWeak, labelOf, type Problems } from './checks'
import type { Draft, Field } from './draft'
import { generatePassword } from './password'
import { t } from '../texts'

/** What every step gets. */
export interface StepProps {
  draft: Draft
  problems: Problems
  change: (change: Partial<Draft>) => void
  /** There is a deployment already: a password that is left empty stays as it is. */
  kept?: boolean
}

export const inputId = (field: Field) => `new-${field}`

interface Wiring {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
  'aria-required': boolean
}

interface FrameProps {
  field: Field
  problems: Problems
  required?: boolean
  hint?: string | undefined
  warn?: boolean
  children: (wiring: Wiring) => ReactNode
}

/** Label, control, and below it what is wrong with it or else a hint; tied together for readers. */
export function Frame({ field, problems, required = false, hint, warn = false, children }: FrameProps) {
  const problem = problems[field]
  const id = inputId(field)
  return (
    <Form.Item
      label={labelOf(field)}
      htmlFor={id}
      required={required}
      {...(problem ? { validateStatus: 'error' as const } : warn ? { validateStatus: 'warning' as const } : {})}
      help={
        <span id={`${id}-help`}>{problem ?? hint ?? ''}</span>
      }
    >
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-help`, 'aria-required': required })}
    </Form.Item>
  )
}

type TextKey = { [K in Field]: Draft[K] extends string ? K : never }[Field]
type NumberKey = { [K in Field]: Draft[K] extends number | null ? K : never }[Field]

interface FieldProps<K extends Field> extends StepProps {
  field: K
  required?: boolean
  hint?: string | undefined
}

export function TextField({ field, draft, problems, change, required, hint, placeholder, max, readOnly = false }: FieldProps<TextKey> & { placeholder?: string; max?: number; readOnly?: boolean }) {
  return (
    <Frame field={field} problems={problems} required={required ?? false} hint={hint}>
      {(wiring) => (
        <Input
          {...wiring}
          value={draft[field]}
          autoComplete="off"
          readOnly={readOnly}
          variant={readOnly ? 'filled' : 'outlined'}
          {...(placeholder ? { placeholder } : {})}
          {...(max ? { maxLength: max } : {})}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Frame>
  )
}

export function PasswordField({ field, draft, problems, change, kept = false, generate = true, hint }: FieldProps<TextKey> & { generate?: boolean }) {
  const [visible, setVisible] = useState(false)
  const weak = generate && isWeak(draft[field])
  return (
    <Frame field={field} problems={problems} required={!kept} warn={weak} hint={kept ? t('keep-hint') : (hint ?? (generate ? t('weak-hint') : undefined))}>
      {(wiring) => (
        <Space.Compact block>
          <Input.Password
            {...wiring}
            value={draft[field]}
            autoComplete="new-password"
            visibilityToggle={{ visible, onVisibleChange: setVisible }}
            onChange={(event) => change({ [field]: event.target.value })}
          />
          {generate ? (
            <Button
              aria-label={t('generate-named', { label: labelOf(field) })}
              onClick={() => {
                change({ [field]: generatePassword() })
                // It is to be written down before it is sent.
                setVisible(true)
              }}
            >
              {t('generate')}
            </Button>
          ) : null}
        </Space.Compact>
      )}
    </Frame>
  )
}

export function NumberField({ field, draft, problems, change, min, max, readOnly = false }: FieldProps<NumberKey> & { min: number; max: number; readOnly?: boolean }) {
  return (
    <Frame field={field} problems={problems}>
      {(wiring) => (
        <InputNumber
          {...wiring}
          value={draft[field]}
          min={min}
          max={max}
          precision={0}
          readOnly={readOnly}
          variant={readOnly ? 'filled' : 'outlined'}
          style={{ width: '100%' }}
          onChange={(value) => change({ [field]: value })}
        />
      )}
    </Frame>
  )
}
