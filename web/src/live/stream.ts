import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createGrpcWebTransport } from '@connectrpc/connect-web'
import { LiveService } from '@/gen/proto/canopy/live/v1/live_pb'
import type { Frame, OpenStream } from './watch'

const client = createClient(LiveService, createGrpcWebTransport({ baseUrl: '/' }))

/** The server's stream of hints. In a file of its own: it is loaded after the first paint. */
export const openStream: OpenStream = async function* (token, signal): AsyncGenerator<Frame> {
  try {
    for await (const { frame } of client.watch({}, { signal, headers: { authorization: `Bearer ${token}` } })) {
      if (frame.case === 'ready') yield { type: 'ready' }
      else if (frame.case === 'hint') yield { type: 'hint', hint: { kind: frame.value.kind, id: frame.value.id, version: Number(frame.value.version) } }
      else yield { type: 'alive' }
    }
  } catch (cause) {
    if (ConnectError.from(cause).code === Code.Unauthenticated) yield { type: 'refused' }
    else throw cause
  }
}
