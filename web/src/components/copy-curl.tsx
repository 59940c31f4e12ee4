import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'

const t = texts('curl')

/** The call that a page shows the answer of, such as `/tasks/1`, as a command for a terminal; the token is none of it. */
export function CopyCurl({ call }: { call: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`curl -H "Authorization: Bearer $CANOPY_TOKEN" '${location.origin}/api${call}'`)
      toast.success(t('copied'), t('token'))
    } catch {
      // Without https there is no clipboard.
      toast.error(t('not'))
    }
  }
  return (
    <Button className="copy-curl" type="text" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
      {t('copy')}
    </Button>
  )
}
