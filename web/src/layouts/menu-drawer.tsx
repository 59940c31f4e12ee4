import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { texts } from '@/lib/texts'
import { Brand } from './brand'
import { Sidebar } from './sidebar'

const t = texts('shell')

interface MenuDrawerProps {
  open: boolean
  onClose: () => void
  failed: number
  work: number
}

/** The menu of narrow windows. */
export default function MenuDrawer({ open, onClose, failed, work }: MenuDrawerProps) {
  return (
    <Drawer
      open={open}
      placement="left"
      size={264}
      onClose={onClose}
      title={<Brand />}
      closable={false}
      extra={<Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} onClick={onClose} />}
      styles={{ body: { padding: 0 } }}
    >
      <Sidebar failed={failed} work={work} onChoose={onClose} />
    </Drawer>
  )
}
