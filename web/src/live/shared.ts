import { Emitter } from '@/lib/emitter'
import { type Frame, type LiveState, type OpenStream, watch } from './watch'

/**
 * One stream for all tabs of the browser: the tab that holds the lock reads it and passes each frame on; when that tab
 * goes, the next one takes over. Plain HTTP allows six connections per server, and each tab would take one for ever.
 */

type Message = { say: 'frame'; frame: Frame } | { say: 'state'; state: LiveState } | { say: 'hello' }

export class SharedWatch {
  readonly frames = new Emitter<Frame>()
  readonly states = new Emitter<LiveState>()
  private state: LiveState = 'connecting'
  private leading = false
  private readonly channel: BroadcastChannel
  private readonly stopped = new AbortController()

  /** `name` is the same in tabs that may share: those of one session. */
  constructor(name: string, open: OpenStream, token: string) {
    this.channel = new BroadcastChannel(`canopy-live ${name}`)
    this.channel.addEventListener('message', (event: MessageEvent<Message>) => this.hear(event.data))
    void this.lead(`canopy-live ${name}`, open, token)
    this.say({ say: 'hello' })
  }

  current = (): LiveState => this.state

  stop(): void {
    this.stopped.abort()
    this.channel.close()
  }

  private async lead(name: string, open: OpenStream, token: string): Promise<void> {
    const { signal } = this.stopped
    const run = async () => {
      this.leading = true
      await watch(open, token, { frame: (frame) => this.tell({ say: 'frame', frame }), state: (state) => this.tell({ say: 'state', state }) }, signal)
    }
    try {
      // Web Locks exist only on https and on loopback; elsewhere each tab reads for itself.
      if (navigator.locks) await navigator.locks.request(name, { signal }, run)
      else await run()
    } catch (cause) {
      if (!signal.aborted) throw cause
    }
  }

  private tell(message: Message): void {
    if (message.say === 'state' && message.state === this.state) return
    this.take(message)
    this.say(message)
  }

  private say(message: Message): void {
    if (!this.stopped.signal.aborted) this.channel.postMessage(message)
  }

  private hear(message: Message): void {
    if (message.say === 'hello') {
      if (this.leading) this.say({ say: 'state', state: this.state })
    } else if (!this.leading) this.take(message)
  }

  private take(message: Message): void {
    if (message.say === 'frame') this.frames.emit(message.frame)
    if (message.say === 'state' && message.state !== this.state) {
      this.state = message.state
      this.states.emit(message.state)
    }
  }
}
