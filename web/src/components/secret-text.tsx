import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { CopyText } from './copy-id'
import { texts } from '@/lib/texts'

const t = texts('secret')

/** A secret that is fetched only when asked for: `value` is null until then. `onToggle` fetches or forgets it. */
export function SecretText({ label, value, isSet, busy, onToggle }: { label: string; value: string | null; isSet: boolean; busy?: boolean; onToggle?: () => void }) {
  if (!isSet) return <span className="quiet">{t('none')}</span>
  const shown = value !== null
  return (
    <span className="secret">
      <code>{shown ? <CopyText text={value} /> : '••••••••'}</code>
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
    </span>
  )
}
