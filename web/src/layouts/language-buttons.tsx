import { Button } from 'antd'
import { CODES, LANGUAGES, useLanguage } from '@/lib/language'
import { texts } from '@/lib/texts'
import { speakFromHere, useFocusAgain } from './language-choice'

const t = texts('language')

/** The other languages, one click each, for pages before sign-in: a menu would be most of their weight. */
export function LanguageButtons() {
  const { language } = useLanguage()
  const first = useFocusAgain<HTMLButtonElement>()
  return (
    <div role="group" aria-label={t('choose', { language: LANGUAGES[language] })}>
      {CODES.filter((code) => code !== language).map((code, at) => (
        <Button key={code} ref={at === 0 ? first : null} type="text" lang={code} onClick={() => void speakFromHere(code)}>
          {LANGUAGES[code]}
        </Button>
      ))}
    </div>
  )
}
