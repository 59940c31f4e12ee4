import { Outlet } from 'react-router-dom'
import { Brand } from './brand'
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
        <ThemeButton />
      </footer>
    </div>
  )
}
