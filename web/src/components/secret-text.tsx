import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Space, Typography } from 'antd'
import { texts } from '@/lib/texts'

const t = texts('secret')

/** A secret that is fetched only when asked for: `value` is null until then. `onToggle` fetches or forgets it. */
export function SecretText({ label, value, isSet, busy, onToggle }: { label: string; value: string | null; isSet: boolean; busy?: boolean; onToggle?: () => void }) {
  if (!isSet) return <Typography.Text type="secondary">{t('none')}</Typography.Text>
  const shown = value !== null
  return (
    <Space size={4}>
      <Typography.Text code {...(shown ? { copyable: { text: value } } : {})}>
        {shown ? value : '••••••••'}
      </Typography.Text>
      {onToggle ? (
        <Button
          type="text"
          size="small"
          loading={busy ?? false}
          icon={shown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
          aria-label={t(shown ? 'hide' : 'show', { label })}
          onClick={onToggle}
        />
      ) : null}
    </Space>
  )
}
