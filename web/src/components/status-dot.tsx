import './status-dot.css'
import { type Family, lookOf, statusWord } from './status-tag'

/** What a state looks like in 10 px: full is well, a ring is nothing at work, a cross is broken, a half is at work, a triangle wants care. */
export type Shape = 'full' | 'ring' | 'cross' | 'half' | 'triangle'

export function Sign({ shape }: { shape: Shape }) {
  return (
    <svg width={10} height={10} viewBox="0 0 10 10" aria-hidden focusable="false">
      {shape === 'full' ? <circle className="solid" cx={5} cy={5} r={4} /> : null}
      {shape === 'ring' ? <circle cx={5} cy={5} r={3.5} strokeWidth={1.5} /> : null}
      {shape === 'cross' ? <path d="M1.5 1.5l7 7M8.5 1.5l-7 7" /> : null}
      {shape === 'half' ? (
        <>
          <circle cx={5} cy={5} r={3.5} strokeWidth={1.5} />
          <path className="solid" d="M5 1.5a3.5 3.5 0 0 1 0 7Z" />
        </>
      ) : null}
      {shape === 'triangle' ? <path className="solid" d="M5 .6 9.8 9.2H.2Z" /> : null}
    </svg>
  )
}

/**
 * A state as it stands in rows: shape and hue quietly before the word, which has the colour of text. `StatusTag` is the
 * loud form, for the head of a page and for failures.
 */
export function StatusDot({ family, status }: { family: Family; status: string }) {
  const { color, shape } = lookOf(family, status)
  return (
    <span className="status" data-shape={shape} data-tone={color}>
      <Sign shape={shape} />
      {statusWord(status, family)}
    </span>
  )
}
