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

export interface Contexts {
  /** Their names, in the order of the file. */
  names: string[]
  /** The one that is used; null when the file does not say. */
  current: string | null
}

/** A plain or quoted YAML text, without what is commented behind it. */
const plain = (text: string) => {
  const value = text.trim()
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(value)
  return quoted ? (quoted[2] ?? '') : value.replace(/\s+#.*$/, '')
}

const CURRENT = /^(["']?)current-context\1[ \t]*:[ \t]*(.*)$/m

function contextsInJson(text: string): Contexts | null {
  try {
    const { contexts, 'current-context': current } = JSON.parse(text) as { contexts?: { name?: unknown }[]; 'current-context'?: unknown }
    const names = (Array.isArray(contexts) ? contexts : []).map(({ name }) => name).filter((name) => typeof name === 'string')
    return { names, current: typeof current === 'string' && current !== '' ? current : null }
  } catch {
    return null
  }
}

/** The contexts of a kubeconfig as kubectl writes it, or of one in JSON. */
export function contextsIn(text: string): Contexts {
  const json = contextsInJson(text)
  if (json) return json
  const names: string[] = []
  let inside = false
  let item: number | null = null
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    if (/^[^\s-]/.test(line)) {
      inside = /^(["']?)contexts\1\s*:\s*(?:#.*)?$/.test(line)
      item = null
      continue
    }
    if (!inside) continue
    const dash = /^(\s*)-\s+/.exec(line)
    if (dash && (item === null || dash[0].length === item)) item = dash[0].length
    const key = dash ? dash[0].length : line.length - line.trimStart().length
    const name = /^name\s*:\s*(.+)$/.exec(line.slice(key))?.[1]
    if (key === item && name !== undefined) names.push(plain(name))
  }
  const current = plain(CURRENT.exec(text)?.[2] ?? '')
  return { names, current: current === '' ? null : current }
}

/** The same kubeconfig with another context in use. */
export function withContext(text: string, name: string): string {
  if (contextsInJson(text)) return JSON.stringify({ ...(JSON.parse(text) as object), 'current-context': name }, null, 2)
  const line = `current-context: ${JSON.stringify(name)}`
  return CURRENT.test(text) ? text.replace(CURRENT, () => line) : `${text.replace(/\n*$/, '\n')}${line}\n`
}
