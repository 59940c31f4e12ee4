import type { FluentVariable } from '@fluent/bundle'
import { spoken, textOf } from './texts'

/**
 * What the server says: a code, what it is filled with, and the English sentence made from both. The reader's language is
 * made from the code when the catalogue (`server.*.ftl`) has it and nothing that it needs is missing; else the English
 * stays. The server's English is always as it is: the catalogue of the browser may be older than the server. Parameters
 * that are null say that the text is not the server's own: Kubernetes' words for a reason may be those of a code.
 */
export function sentence(reason: unknown, params: unknown, english: string): string {
  if (params === null || typeof reason !== 'string' || !CODE.test(reason) || spoken().split('-', 1)[0] === 'en') return english
  return textOf(reason, valuesOf(params)) ?? english
}

/** The same for what carries them beside its sentence, such as an event or a step: what carries no parameters is not the server's own. */
export function worded(said: object, english: string): string {
  const { reason, params } = said as { reason?: unknown; params?: unknown }
  return sentence(reason, params ?? null, english)
}

/** Why the last change failed; the text is the server's where it has no code. */
export const failure = (of: { errorLog: string | null; errorLogReason: string; errorLogParams: unknown }): string =>
  sentence(of.errorLogReason, of.errorLogParams, of.errorLog ?? '')

/** What a step of a task is called: its name is a code too. */
export const stepTitle = (step: { name: string; title: string }): string => sentence(`Step_${step.name}`, {}, step.title)

/** `DOMAIN_TAKEN`, `RestartRequested`: the console's own texts have a small letter and a hyphen. */
const CODE = /^[A-Z][A-Za-z0-9_]*$/

/** What JSON can say, as a text can use it: several are listed, a sentence within is said too, what is nothing is missing. */
function valuesOf(params: unknown): Record<string, FluentVariable> {
  if (typeof params !== 'object' || params === null) return {}
  const known = Object.entries(params).map(([name, value]): [string, FluentVariable | null] => {
    if (typeof value === 'string' || typeof value === 'number') return [name, value]
    if (typeof value === 'boolean') return [name, String(value)]
    if (Array.isArray(value)) return [name, value.join(', ')]
    if (isSaid(value)) return [name, said(value)]
    if (isLines(value)) return [name, value.lines.map(said).join('\n')]
    return [name, null]
  })
  return Object.fromEntries(known.filter((each): each is [string, FluentVariable] => each[1] !== null))
}

const said = (value: Said): string => sentence(value.reason, value.params, value.message)

interface Said {
  reason: unknown
  params?: unknown
  message: string
}

/** Several sentences within a sentence, a line each. */
function isLines(value: unknown): value is { lines: Said[] } {
  return typeof value === 'object' && value !== null && 'lines' in value && Array.isArray(value.lines) && value.lines.every(isSaid)
}

/** A sentence within a sentence: its code, what it is filled with, and its English. */
function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'reason' in value && 'message' in value && typeof value.message === 'string'
}

/** Why a verb cannot be used now; null when it can. */
export const refused = (refusal: { message: string } | null | undefined): string | null => (refusal ? worded(refusal, refusal.message) : null)
