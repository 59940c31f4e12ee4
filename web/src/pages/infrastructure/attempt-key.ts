/**
 * Idempotency keys of one form: the same content is the same attempt, so a second click or a retry after a lost answer
 * gives the first answer again; changed content is another attempt.
 */
export function attemptKeys(): (content: unknown) => string {
  let last: string | undefined
  let key = ''
  return (content) => {
    const text = JSON.stringify(content)
    if (text !== last) {
      last = text
      // randomUUID is missing on plain HTTP outside of loopback.
      key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    return key
  }
}
