import { Outlet } from 'react-router-dom'
import { texts } from '@/lib/texts'
import { Brand } from './brand'
import { LanguageButtons } from './language-buttons'
import { ThemeButton } from './theme-button'

const t = texts('public')

/** A centred card without navigation: set-up, login, register. */
export function PublicLayout() {
  return (
    <div className="public-page">
      <header>
        <Brand size={40} />
        <p>{t('about')}</p>
      </header>
      <main>
        <Outlet />
      </main>
      <footer>
        <LanguageButtons />
        <ThemeButton />
      </footer>
    </div>
  )
}
