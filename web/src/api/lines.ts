import type { paths } from '@/gen/api'
import { ApiError, fromFailure } from './error'
import { send } from './request'

/**
 * Reads an endless answer of JSON lines, each as it comes, until it ends or `signal` aborts it:
 *
 *   await followLines<LogLine>('/deployments/{id}/logs', { path: { id }, query: { follow: true } }, onLine, signal)
 *
 * A last line {code, error} is the server's word on why it stopped and is thrown as an ApiError.
 */
export async function followLines<T extends object>(
  path: keyof paths,
  parts: { path?: Record<string, string>; query?: Record<string, unknown> },
  onLine: (line: T) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const answer = await send('GET', path, parts, { signal })
    if (!answer.body) return
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      const pieces = (rest + (value ?? '')).split('\n')
      rest = done ? '' : (pieces.pop() ?? '')
      for (const line of pieces) if (line.trim() !== '') onLine(read<T>(line))
      if (done) return
    }
  } catch (cause) {
    if (signal.aborted) return
    throw fromFailure(cause)
  }
}

function read<T extends object>(line: string): T {
  const frame = JSON.parse(line) as T & { code?: unknown; error?: unknown }
  if (typeof frame.code === 'string' && typeof frame.error === 'string') {
    throw new ApiError({ message: frame.error, code: frame.code, status: 503 })
  }
  return frame
}
