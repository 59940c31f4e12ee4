// antd's styles come before all others: ours change them.
import 'virtual:antd.css'
import 'antd/dist/reset.css'
import './theme/face.css'
import './theme/base.css'
import './theme/frame.css'
import './theme/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query'
import { Console } from './app/console'
import { startPage } from './app/early'
import { createRouter } from './app/router'
import { followPreferences } from './components/preferences'
import { followSession } from './app/session-toasts'
import { loadLanguage, preferred } from './lib/language'
import { startLive } from './live/live'
import { followIdle } from './live/follow-idle'
import { session } from './session/store'

// On its way before anything else, beside the first page; without its words there is nothing to show.
const words = loadLanguage(preferred())
session.start()
const client = createQueryClient()
startPage(client, session.get(), window.location)
followSession(client)
followPreferences()
followIdle()
startLive(client)
const router = createRouter()

const root = document.getElementById('root')
if (root) {
  words.then(
    () =>
      createRoot(root).render(
        <StrictMode>
          <Console client={client} router={router} />
        </StrictMode>,
      ),
    // The page itself has a sentence for that, in all languages.
    () => document.documentElement.classList.add('unloaded'),
  )
}
