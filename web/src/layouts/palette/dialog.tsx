import { type ReactNode, useEffect, useRef } from 'react'

/** The browser's own dialog: it keeps the focus inside, closes by Escape, and gives the focus back. */
export function PlainDialog({ label, className, onClose, children }: { label: string; className: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  useEffect(() => {
    const shown = dialog.current
    // A click beside it.
    const outside = (event: MouseEvent) => {
      if (event.target === shown) onClose()
    }
    shown?.addEventListener('click', outside)
    return () => shown?.removeEventListener('click', outside)
  }, [onClose])
  return (
    <dialog ref={dialog} aria-label={label} className={`plain-dialog ${className}`} onClose={onClose}>
      <div className="plain-dialog-in">{children}</div>
    </dialog>
  )
}
