import { Outlet } from 'react-router-dom'
import { Brand } from './brand'
import { LanguageButtons } from './language-buttons'
import { ThemeButton } from './theme-button'

/** A centred card without navigation: set-up, login, register. */
export function PublicLayout() {
  return (
    <div className="public-page">
      <header>
        <Brand />
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
