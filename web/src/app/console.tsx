import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type DataRouter, RouterProvider } from 'react-router-dom'
import { HintHost } from '@/components/hint/host'
import { FeedbackHost } from '@/feedback/host'
import { useLanguage } from '@/lib/language'
import { useChosenZone } from '@/lib/time'
import { ThemeProvider } from '@/theme/provider'

/**
 * Everything on the screen. Another language or time zone draws it anew: words and times are made as it is drawn, and nothing
 * of the old may stay.
 */
export function Console({ client, router }: { client: QueryClient; router: DataRouter }) {
  const { language } = useLanguage()
  const zone = useChosenZone()
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider key={`${language} ${zone ?? ''}`}>
        <FeedbackHost />
        <HintHost />
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>
  )
}
