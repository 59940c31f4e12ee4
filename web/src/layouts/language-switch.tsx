import { ChoiceMenu } from '@/components/choice-menu'
import { CODES, LANGUAGES, useLanguage } from '@/lib/language'
import { texts } from '@/lib/texts'
import { speakFromHere, useFocusAgain } from './language-choice'

const t = texts('language')

export function LanguageSwitch() {
  const { language } = useLanguage()
  const button = useFocusAgain<HTMLButtonElement>()
  return (
    <ChoiceMenu
      buttonRef={button}
      label={t('choose', { language: LANGUAGES[language] })}
      value={language}
      options={CODES.map((value) => ({ value, label: <span lang={value}>{LANGUAGES[value]}</span> }))}
      onChoose={(next) => void speakFromHere(next)}
    >
      <span className="language-code">{language.toUpperCase()}</span>
    </ChoiceMenu>
  )
}
