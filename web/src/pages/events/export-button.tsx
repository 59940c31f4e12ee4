import { DownloadOutlined } from '@ant-design/icons'
import { Button, Flex, Popover } from 'antd'
import { useState } from 'react'
import { download } from '@/api/download'
import { useSend } from '@/api/send'
import { toast } from '@/feedback/toast'
import { type Filter, nextTo, queryOf } from './filter'
import { t } from './texts'

const FORMS = ['csv', 'jsonl'] as const

/** What the filters leave, as a file. */
export function ExportButton({ filter }: { filter: Filter }) {
  const [open, setOpen] = useState(false)
  const exported = useSend({
    mutationFn: (format: (typeof FORMS)[number]) => download('/events/export', { query: { ...queryOf(filter), format } }),
    onSuccess: () => {
      setOpen(false)
      toast.success(t('export-done'))
    },
    onError: (error) => toast.failure(error, { fallback: t('export-failed') }),
  })
  const panel = (
    // Escape closes from wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="events-export" onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <p className="quiet">{t('export-about')}</p>
      <Flex gap={8}>
        {FORMS.map((form) => (
          <Button key={form} icon={<DownloadOutlined aria-hidden />} loading={exported.isPending && exported.variables === form} disabled={exported.isPending} onClick={() => exported.mutate(form)}>
            {t(`export-${form}`)}
          </Button>
        ))}
      </Flex>
    </div>
  )
  return (
    <Popover trigger="click" getPopupContainer={nextTo} placement="bottomRight" open={open} onOpenChange={setOpen} title={t('export')} content={panel} destroyOnHidden>
      <Button icon={<DownloadOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={open}>
        {t('export')}
      </Button>
    </Popover>
  )
}
