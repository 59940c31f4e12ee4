import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { texts } from '@/lib/texts'
import { withFeedback } from './bound'
import { NameToType } from './name-to-type'
import { present, type PresentOptions } from './present'

/**
 * The one question before something that cannot be taken back. Cancel has the focus; the dialog stays while the work
 * runs and shows its failure in place, so nobody sees two messages. Resolves to true once the work is done.
 */

const t = texts('confirm')

export interface Question {
  title: string
  text: ReactNode
  /** The word on the button; "Delete" unless said otherwise. */
  action?: string
  /** The word on the button that leaves things as they are; "Cancel" unless that could be read as the action itself. */
  cancel?: string
  /** Red button; true unless said otherwise. */
  danger?: boolean
  /** When other things go too: this name must be typed first. */
  typed?: string
  /** The button waits until this has come to an end, well or not: what is to be read before it is pressed. */
  after?: Promise<unknown>
  /** The work. A rejection is shown in the dialog, which stays open. */
  run: () => Promise<unknown>
  /** How to word a failure. */
  errors?: PresentOptions
}

function Body({ question, failure, onTyped }: { question: Question; failure: string | null; onTyped: (text: string) => void }) {
  return (
    <>
      <div className="confirm-text">{question.text}</div>
      {question.typed ? <NameToType name={question.typed} onTyped={onTyped} /> : null}
      {failure ? <Alert type="error" showIcon title={failure} role="alert" style={{ marginTop: 12 }} /> : null}
    </>
  )
}

export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    withFeedback(({ modal }) => {
      let typed = ''
      let failure: string | null = null
      let waiting = question.after !== undefined
      const ready = () => !waiting && (!question.typed || typed === question.typed)
      const onTyped = (text: string) => {
        typed = text
        dialog.update(settings())
      }
      const settings = () => ({
        title: question.title,
        content: <Body question={question} failure={failure} onTyped={onTyped} />,
        okText: question.action ?? t('delete'),
        cancelText: question.cancel ?? t('cancel'),
        okButtonProps: { danger: question.danger ?? true, disabled: !ready() },
        focusable: { autoFocusButton: 'cancel' as const },
        closable: false,
        onOk: async () => {
          try {
            await question.run()
            resolve(true)
          } catch (error) {
            failure = present(error, question.errors).description
            dialog.update(settings())
            // A rejection is what keeps antd's dialog open.
            throw error
          }
        },
        onCancel: () => resolve(false),
      })
      const dialog = modal.confirm(settings())
      const read = () => {
        waiting = false
        dialog.update(settings())
      }
      void question.after?.then(read, read)
      // Whoever listens to antd's own promise keeps it from reporting the rejection above as an uncaught one.
      void dialog.then(() => undefined, () => undefined)
    })
  })
}
