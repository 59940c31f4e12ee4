import { BellOutlined } from '@ant-design/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type AtWork, doneOf, TaskLine } from '@/components/at-work'
import { TimeAgo } from '@/components/time-ago'
import { useMessages } from '@/feedback/messages'
import { texts } from '@/lib/texts'

const t = texts('work')

/** A ring with the part of the steps that are over, around the number of tasks; a bell when nothing is at work. */
function Ring({ tasks, total }: AtWork) {
  const steps = tasks.reduce((sum, task) => sum + task.steps.length, 0)
  const share = steps === 0 ? 0 : tasks.reduce((sum, task) => sum + doneOf(task), 0) / steps
  const round = 2 * Math.PI * 9
  return (
    <svg width={22} height={22} viewBox="0 0 22 22" aria-hidden focusable="false" className="work-ring">
      <circle cx={11} cy={11} r={9} />
      <circle cx={11} cy={11} r={9} className="done" strokeDasharray={`${share * round} ${round}`} transform="rotate(-90 11 11)" />
      <text x={11} y={14.5} textAnchor="middle">
        {total > 9 ? '9+' : total}
      </text>
    </svg>
  )
}

/** What is at work, step by step, and what was said lately: one button in the header that opens both. */
export function WorkMenu({ work }: { work: AtWork }) {
  const { pathname } = useLocation()
  // Open on one page: on the next it is closed.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = openOn === pathname
  const messages = useMessages()
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpenOn(null)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenOn(null)
      whole.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div className="work-menu" ref={whole}>
      <button type="button" className="head-button" aria-expanded={open} aria-controls={id} aria-label={t('label', { n: work.total })} onClick={() => setOpenOn(open ? null : pathname)}>
        {work.total > 0 ? <Ring {...work} /> : <BellOutlined aria-hidden />}
      </button>
      <div id={id} hidden={!open} className="work-list">
        {open ? (
          <>
            <h2>{t('title')}</h2>
            {work.tasks.length === 0 ? <p className="quiet">{t('none')}</p> : <ul>{work.tasks.map((task) => <TaskLine key={task.id} task={task} />)}</ul>}
            <h2>{t('messages')}</h2>
            {messages.length === 0 ? (
              <p className="quiet">{t('messages-none')}</p>
            ) : (
              <ul>
                {messages.map((message) => (
                  <li key={message.key} data-tone={message.tone}>
                    <span className="work-said">{message.title}</span>
                    {message.description ? <span>{message.description}</span> : null}
                    <span className="quiet">
                      <TimeAgo at={message.at} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : null}
      </div>
    </div>
  )
}
