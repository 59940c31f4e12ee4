import { Typography } from 'antd'
import { texts } from '@/lib/texts'
import { LIMITS } from '@/spec/limits'

const t = texts('requestId')

/** What the server's log calls a failed request: short to read, whole to copy. */
export default function RequestId({ id }: { id: string }) {
  return (
    <div>
      <Typography.Text type="secondary" copyable={{ text: id }}>
        {t('request', { id: id.slice(0, LIMITS.shortId) })}
      </Typography.Text>
    </div>
  )
}
