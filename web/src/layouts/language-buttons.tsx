import { Button } from 'antd'
import { CODES, LANGUAGES, useLanguage } from '@/lib/language'
import { texts } from '@/lib/texts'
import { speakFromHere, useFocusAgain } from './language-choice'

const t = texts('language')

/** All languages side by side, for pages before sign-in: a menu would be most of their weight. */
export function LanguageButtons() {
  const { language } = useLanguage()
  const button = useFocusAgain<HTMLButtonElement>()
  return (
    <div role="group" aria-label={t('choose', { language: LANGUAGES[language] })}>
      {CODES.map((code) => (
        <Button key={code} ref={code === language ? button : null} type="text" size="small" lang={code} aria-pressed={code === language} onClick={() => void speakFromHere(code)}>
          {LANGUAGES[code]}
        </Button>
      ))}
    </div>
  )
}
