import './palette.css'
import { Fragment, type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { texts } from '@/lib/texts'
import { PlainDialog } from './dialog'
import { type Found, useFound } from './found'

const t = texts('palette')

/** One field that leads everywhere: pages, deployments, clusters, teams and tasks by name. Loaded at its first opening. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const id = useId()
  const { found, busy } = useFound(typed)
  const chosen = Math.min(at, found.length - 1)
  const go = (to: Found | undefined) => {
    if (!to) return
    onClose()
    void navigate(to.to)
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && found.length > 0) setAt((chosen + by + found.length) % found.length)
    else if (event.key === 'Enter') go(found[chosen])
    else return
    event.preventDefault()
  }
  const idOf = (which: number) => `${id}-${which}`
  const current = found[chosen]
  return (
    <PlainDialog label={t('label')} className="palette" onClose={onClose}>
      <input
        className="palette-field"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={current ? idOf(chosen) : undefined}
        aria-label={t('label')}
        placeholder={t('placeholder')}
        // The dialog is there to be typed into.
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div className="palette-list" role="listbox" id={id} aria-label={t('found')} aria-busy={busy} tabIndex={-1}>
        {found.map((each, which) => (
          <Fragment key={each.key}>
            {each.group === found[which - 1]?.group ? null : (
              <div className="palette-group" role="presentation">
                {t(`group-${each.group}`)}
              </div>
            )}
            {/* The field has the keys. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
            <div id={idOf(which)} role="option" aria-selected={which === chosen} className="palette-row" ref={which === chosen ? (row) => row?.scrollIntoView({ block: 'nearest' }) : null} onPointerMove={() => setAt(which)} onClick={() => go(each)}>
              <span>{each.title}</span>
              {each.note ? <span className="palette-note">{each.note}</span> : null}
            </div>
          </Fragment>
        ))}
      </div>
      {found.length === 0 && !busy ? (
        <div className="palette-none" role="status">
          {t('none', { typed: typed.trim() })}
        </div>
      ) : null}
    </PlainDialog>
  )
}
