import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type DataRouter, RouterProvider } from 'react-router-dom'
import { FeedbackHost } from '@/feedback/host'
import { useLanguage } from '@/lib/language'
import { ThemeProvider } from '@/theme/provider'

/** Everything on the screen. Another language draws it anew: words are made as it is drawn, and nothing of the old may stay. */
export function Console({ client, router }: { client: QueryClient; router: DataRouter }) {
  const { language } = useLanguage()
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider key={language}>
        <FeedbackHost />
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>
  )
}
