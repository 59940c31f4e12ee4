import type { FormRule } from 'antd'

/**
 * When a form says what is wrong: a wrong value once its field is left, a missing one only when the form is sent (nobody is
 * told off for passing through an empty field), and what was said goes away as soon as the field is changed.
 * Give the form `validateTrigger={TRIGGERS}`.
 */

export const TRIGGERS = ['onChange', 'onBlur']

export const required = (message: string): FormRule => ({ required: true, whitespace: true, message, validateTrigger: 'onSubmit' })

/** A rule about what was typed; what is empty is `required`'s matter. */
export const whenLeft = (rule: Exclude<FormRule, (...args: never[]) => unknown>): FormRule => ({ ...rule, validateTrigger: 'onBlur' })
