/** What can be said about a kubeconfig by looking at its text. The server reads it for real. */

const SECTIONS = ['apiVersion:', 'clusters:', 'contexts:', 'users:'] as const

export type Verdict = { says: 'required' } | { says: 'sections' } | { says: 'valid'; server: string | null }

const SERVER = /(?:^|[\s{,])["']?server["']?\s*:\s*["']?(https?:\/\/[^\s"',}]+)/

/** The first server URL in the text that is not commented out. */
export function serverIn(text: string): string | null {
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('#')) continue
    const url = SERVER.exec(line)?.[1]
    if (url) return url
  }
  return null
}

export function checkKubeconfig(text: string): Verdict {
  if (text.trim() === '') return { says: 'required' }
  if (!SECTIONS.every((section) => text.includes(section))) return { says: 'sections' }
  return { says: 'valid', server: serverIn(text) }
}
