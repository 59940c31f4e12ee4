import { texts } from '@/lib/texts'
import { toast } from './toast'

const t = texts('toast')

/** Says that something small is gone, with a way to have it back. */
export function undoable(title: string, description: string, undo: () => Promise<unknown>): void {
  const run = () => {
    undo().then(
      () => toast.success(t('undone'), description),
      (error: unknown) => toast.failure(error, { fallback: t('undo-failed') }),
    )
  }
  toast.success(title, description, { action: { label: t('undo'), run } })
}
