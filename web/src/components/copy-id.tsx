import { Tooltip, Typography } from 'antd'
import { LIMITS } from '@/spec/limits'

/** The first characters of an id, the whole of it in a tooltip and on the clipboard. */
export function CopyId({ id, length = LIMITS.shortId }: { id: string; length?: number }) {
  return (
    <Tooltip title={id}>
      <Typography.Text code copyable={{ text: id }}>
        {id.slice(0, length)}
      </Typography.Text>
    </Tooltip>
  )
}
