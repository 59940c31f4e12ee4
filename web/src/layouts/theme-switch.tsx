import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { keep } from '@/components/preferences'
import { texts } from '@/lib/texts'
import { type Choice, chooseTheme, useShownTheme, useThemeChoice } from '@/theme/choice'

const t = texts('theme')

const ICONS = { light: <SunOutlined aria-hidden />, dark: <MoonOutlined aria-hidden />, system: <DesktopOutlined aria-hidden /> }

export function ThemeSwitch() {
  const choice = useThemeChoice()
  const shown = useShownTheme()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [choice],
        items: (['light', 'dark', 'system'] as const).map((key) => ({ key, label: t(key), icon: ICONS[key] })),
        onClick: ({ key }) => {
          chooseTheme(key as Choice)
          void keep({ theme: key })
        },
      }}
    >
      <Button type="text" icon={ICONS[shown]} aria-label={t('choose', { choice: t(choice) })} aria-haspopup="menu" />
    </Dropdown>
  )
}
