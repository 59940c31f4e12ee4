import { request } from '@/api/request'
import type { Profile } from '@/api/types'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { chooseLanguage, CODES, type Language } from '@/lib/language'
import { texts } from '@/lib/texts'
import { chooseZone } from '@/lib/time'
import { profiles } from '@/live/live'
import { session } from '@/session/store'
import { chooseTheme, type Choice } from '@/theme/choice'

/**
 * Language, time zone and theme: those of the profile, wherever one signs in; what was not chosen is the browser's matter.
 * A choice acts here at once and is kept in the profile of whoever is signed in.
 */

const t = texts('preferences')

export type Preferences = Profile['preferences']

const THEMES: readonly string[] = ['light', 'dark', 'system']

/** What was asked of the server before then may be older than a choice made here. */
let chosenAt = 0

const isLanguage = (word: string): word is Language => CODES.some((code) => code === word)

/** Shows the console as the profile says. */
export async function apply({ language, timezone, theme }: Preferences): Promise<void> {
  chooseZone(timezone)
  if (theme !== null && THEMES.includes(theme)) chooseTheme(theme as Choice)
  if (language !== null && isLanguage(language) && document.documentElement.lang !== language) await chooseLanguage(language)
}

/** Keeps a choice in the profile; without a session it stays with this browser. */
export async function keep(change: Partial<Preferences>): Promise<Profile | null> {
  chosenAt = Infinity
  try {
    if (session.token() === null) return null
    const taken = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? '']))
    const { data } = await request('PUT', '/users/profile', { body: { preferences: taken } })
    return data
  } catch (error) {
    toast.error(t('failed'), present(error).description)
    return null
  } finally {
    chosenAt = Date.now()
  }
}

/** From now on the console follows the profile. Returns how to stop. */
export const followPreferences = (): (() => void) =>
  profiles.on(({ profile, at }) => {
    // A language that cannot be loaded now is tried again with the next answer.
    if (at > chosenAt) void apply(profile.preferences).catch(() => undefined)
  })
