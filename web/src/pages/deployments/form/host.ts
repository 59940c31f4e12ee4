/** Host names as people type and paste them. */

/** The host of a pasted address; null when what is typed is no address but may be a host itself. */
export function hostOf(typed: string): string | null {
  const text = typed.trim()
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /[/?#]/.test(text) || /:\d+$/.test(text)
  if (!isAddress) return null
  try {
    const { hostname } = new URL(text.includes('://') ? text : `https://${text}`)
    return hostname === '' ? null : hostname
  } catch {
    return null
  }
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Whether visitors could reach it by this name: letters, digits and hyphens, two labels at least, no address of numbers. */
export function isHost(typed: string): boolean {
  const labels = typed.trim().toLowerCase().split('.')
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}
