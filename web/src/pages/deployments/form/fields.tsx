import { Button, Form, Input, InputNumber, Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Kind } from '@/api/types'
import { labelOf } from '../catalogue'
import { t } from '../texts'
import { isWeak, type Problems } from './checks'
import { type Draft, isSecret, namesAt, numberAt, textAt, type Value } from './draft'
import { generatePassword } from './password'

/** What every part of the form gets. */
export interface FormProps {
  kind: Kind
  draft: Draft
  problems: Problems
  change: (change: Record<string, Value>) => void
  /** A field was left: what is in it can be looked at. */
  left?: ((field: string) => void) | undefined
  /** Takes note of a password that Canopy made, which is shown once it is in use; without it, it is shown at once. */
  made?: ((field: string, password: string) => void) | undefined
  /** Secrets that are there already: left empty they stay as they are. */
  kept?: ReadonlySet<string>
}

/** Names with dots are awkward in selectors. */
export const inputId = (field: string) => `new-${field.replaceAll('.', '-')}`

/** Puts the focus on a field; on the part of the form that it is in when it has no input of its own. */
export function focusOn(field: string): void {
  const target = document.getElementById(inputId(field)) ?? document.getElementById(inputId(field.split('.', 1)[0] ?? field))
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

interface Wiring {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
  'aria-required': boolean
}

interface FrameProps {
  field: string
  kind: Kind
  problems: Problems
  label?: string
  required?: boolean
  hint?: ReactNode
  warn?: boolean
  children: (wiring: Wiring) => ReactNode
}

/** Label, control, and below it what is wrong with it or else a hint; tied together for readers. */
export function Frame({ field, kind, problems, label, required = false, hint, warn = false, children }: FrameProps) {
  const problem = problems[field]
  const id = inputId(field)
  return (
    <Form.Item
      label={label ?? labelOf(field, kind)}
      htmlFor={id}
      required={required}
      {...(problem ? { validateStatus: 'error' as const } : warn ? { validateStatus: 'warning' as const } : {})}
      help={<span id={`${id}-help`}>{problem ?? hint ?? ''}</span>}
    >
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-help`, 'aria-required': required })}
    </Form.Item>
  )
}

interface FieldProps extends FormProps {
  field: string
  required?: boolean
  hint?: string | undefined
}

interface TextProps extends FieldProps {
  placeholder?: string | undefined
  max?: number
  /** Shown instead of what was typed, which is kept: it does not apply now. */
  fixed?: string | undefined
}

export function TextField({ field, kind, draft, problems, change, left, required = false, hint, placeholder, max, fixed }: TextProps) {
  return (
    <Frame field={field} kind={kind} problems={problems} required={required} hint={hint}>
      {(wiring) => (
        <Input
          {...wiring}
          value={fixed ?? textAt(draft, field)}
          autoComplete="off"
          readOnly={fixed !== undefined}
          variant={fixed === undefined ? 'outlined' : 'filled'}
          {...(placeholder ? { placeholder } : {})}
          {...(max ? { maxLength: max } : {})}
          onChange={(event) => change({ [field]: event.target.value })}
          onBlur={() => left?.(field)}
        />
      )}
    </Frame>
  )
}

export function PasswordField({ field, kind, draft, problems, change, kept, made, generate = true, hint }: FieldProps & { generate?: boolean }) {
  const [visible, setVisible] = useState(false)
  const there = kept?.has(field) ?? false
  const password = textAt(draft, field)
  return (
    <Frame field={field} kind={kind} problems={problems} required={!there} warn={generate && isWeak(password)} hint={there ? t('keep-hint') : (hint ?? (generate ? t('weak-hint') : undefined))}>
      {(wiring) => (
        <Space.Compact block>
          <Input.Password
            {...wiring}
            value={password}
            autoComplete="new-password"
            visibilityToggle={{ visible, onVisibleChange: setVisible }}
            onChange={(event) => change({ [field]: event.target.value })}
          />
          {generate ? (
            <Button
              aria-label={t('generate-named', { label: labelOf(field, kind) })}
              onClick={() => {
                const fresh = generatePassword()
                change({ [field]: fresh })
                if (made) made(field, fresh)
                // It is to be written down before it is sent.
                else setVisible(true)
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

interface NumberProps extends FieldProps {
  placeholder?: string | undefined
  fixed?: number | undefined
}

/** What is out of bounds is said, not mended behind one's back. */
export function NumberField({ field, kind, draft, problems, change, required = false, hint, placeholder, fixed }: NumberProps) {
  return (
    <Frame field={field} kind={kind} problems={problems} required={required} hint={hint}>
      {(wiring) => (
        <InputNumber
          {...wiring}
          value={fixed ?? numberAt(draft, field)}
          precision={0}
          readOnly={fixed !== undefined}
          variant={fixed === undefined ? 'outlined' : 'filled'}
          style={{ width: '100%' }}
          {...(placeholder ? { placeholder } : {})}
          onChange={(value) => change({ [field]: value })}
        />
      )}
    </Frame>
  )
}

/** Several words: chosen from a list where there is one, typed where there is none. */
export function NamesField({ field, kind, draft, problems, change, hint, options }: FieldProps & { options?: readonly string[] }) {
  const names = namesAt(draft, field)
  // One that the list does not have any more is shown as well, or it could not be taken away.
  const known = options ? [...options, ...names.filter((name) => !options.includes(name))] : []
  return (
    <Frame field={field} kind={kind} problems={problems} hint={hint}>
      {(wiring) => (
        <Select
          {...wiring}
          mode={options ? 'multiple' : 'tags'}
          tokenSeparators={[',', ' ']}
          value={[...names]}
          options={known.map((value) => ({ value, label: value }))}
          {...(options ? {} : { open: false, suffixIcon: null })}
          onChange={(next: string[]) => change({ [field]: next })}
        />
      )}
    </Frame>
  )
}

/** Whether it may be left empty because there is one already. */
export const mayStay = (kept: ReadonlySet<string> | undefined) => (field: string): boolean => isSecret(field) && (kept?.has(field) ?? false)
