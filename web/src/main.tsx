import 'antd/dist/reset.css'
import './theme/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { createQueryClient } from './api/query'
import { createRouter } from './app/router'
import { followSession } from './app/session-toasts'
import { FeedbackHost } from './feedback/host'
import { startLive } from './live/live'
import { session } from './session/store'
import { ThemeProvider } from './theme/provider'

session.start()
const client = createQueryClient()
followSession(client)
startLive(client)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ThemeProvider>
          <FeedbackHost />
          <RouterProvider router={createRouter()} />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
