import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '@/session/store'
import { signIn } from '../../tests/render'
import { followLines } from './lines'

beforeEach(() => signIn())
afterEach(() => session.logout())

function streamed(...parts: string[]): void {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
        controller.close()
      },
    })
    return { ok: true, body, headers: new Headers() }
  })
}

it('gives each line once, wherever the network cut it', async () => {
  streamed('{"message":"on', 'e"}\n{"message":"two"}\n\n{"mess', 'age":"three"}')
  const seen: string[] = []
  await followLines<{ message: string }>('/deployments/{id}/logs', { path: { id: '1' } }, (line) => seen.push(line.message), new AbortController().signal)
  expect(seen).toEqual(['one', 'two', 'three'])
})

it('throws the server’s last word', async () => {
  streamed('{"message":"one"}\n{"code":"SERVICE_UNAVAILABLE","error":"The cluster does not answer."}\n')
  const seen: string[] = []
  const followed = followLines<{ message: string }>('/deployments/{id}/logs', { path: { id: '1' } }, (line) => seen.push(line.message), new AbortController().signal)
  await expect(followed).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'The cluster does not answer.' })
  expect(seen).toEqual(['one'])
})
