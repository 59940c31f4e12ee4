import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { ChoiceMenu } from '@/components/choice-menu'
import { keep } from '@/components/preferences'
import { texts } from '@/lib/texts'
import { chooseTheme, useShownTheme, useThemeChoice } from '@/theme/choice'

const t = texts('theme')

const ICONS = { light: <SunOutlined aria-hidden />, dark: <MoonOutlined aria-hidden />, system: <DesktopOutlined aria-hidden /> }

export function ThemeSwitch() {
  const choice = useThemeChoice()
  const shown = useShownTheme()
  return (
    <ChoiceMenu label={t('choose', { choice: t(choice) })} value={choice} options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t(value), icon: ICONS[value] }))} onChoose={(value) => {
        chooseTheme(value)
        void keep({ theme: value })
      }}
    >
      {ICONS[shown]}
    </ChoiceMenu>
  )
}
