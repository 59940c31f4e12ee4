import type { paths } from '@/gen/api'
import { fromFailure } from './error'
import { send } from './request'

/** Fetches a file and gives it to the browser to keep, under the name that the server says. */
export async function download(path: keyof paths, parts: { path?: Record<string, string>; query?: Record<string, string> }): Promise<void> {
  try {
    const answer = await send('GET', path, parts)
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    keep(await answer.blob(), name ?? 'download')
  } catch (cause) {
    throw fromFailure(cause)
  }
}

/** Gives what is in memory to the browser to keep. */
export function keep(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
