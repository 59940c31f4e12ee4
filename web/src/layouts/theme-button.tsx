import { MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { texts } from '@/lib/texts'
import { chooseTheme, useShownTheme } from '@/theme/choice'

const t = texts('themeButton')

/** Light or dark at one click, for pages before sign-in: a menu would be most of their weight. */
export function ThemeButton() {
  const other = useShownTheme() === 'dark' ? 'light' : 'dark'
  return (
    <Button type="text" icon={other === 'dark' ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />} onClick={() => chooseTheme(other)}>
      {t(other)}
    </Button>
  )
}
