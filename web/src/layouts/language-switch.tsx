import { Button, Dropdown } from 'antd'
import { CODES, type Language, LANGUAGES, useLanguage } from '@/lib/language'
import { texts } from '@/lib/texts'
import { speakFromHere, useFocusAgain } from './language-choice'

const t = texts('language')

export function LanguageSwitch() {
  const { language } = useLanguage()
  const button = useFocusAgain<HTMLButtonElement>()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: CODES.map((key) => ({ key, label: <span lang={key}>{LANGUAGES[key]}</span> })),
        onClick: ({ key }) => void speakFromHere(key as Language),
      }}
    >
      <Button ref={button} type="text" className="language-button" aria-label={t('choose', { language: LANGUAGES[language] })} aria-haspopup="menu">
        {language.toUpperCase()}
      </Button>
    </Dropdown>
  )
}
