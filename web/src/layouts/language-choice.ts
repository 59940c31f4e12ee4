import { useEffect, useRef } from 'react'
import { keep } from '@/components/preferences'
import { toast } from '@/feedback/toast'
import { chooseLanguage, type Language } from '@/lib/language'
import { texts } from '@/lib/texts'

const t = texts('language')

/** Another language draws everything anew, this button too: the focus comes back to it. */
let chosenHere = false

export async function speakFromHere(language: Language): Promise<void> {
  chosenHere = true
  try {
    await chooseLanguage(language)
    void keep({ language })
  } catch {
    chosenHere = false
    toast.error(t('failed'))
  }
}

/** Takes the focus when the language was chosen here. */
export function useFocusAgain<E extends HTMLElement>() {
  const button = useRef<E>(null)
  useEffect(() => {
    if (!chosenHere) return
    chosenHere = false
    button.current?.focus()
  }, [])
  return button
}
