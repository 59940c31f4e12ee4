import { App, ConfigProvider } from 'antd'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { antdWords } from '@/lib/antd-words'
import { useLanguage } from '@/lib/language'
import { TOAST } from '@/spec/policy'
import { useShownTheme } from './choice'
import { themeOf } from './tokens'

function subscribeToMotion(listener: () => void): () => void {
  const query = window.matchMedia('(prefers-reduced-motion: reduce)')
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function ThemeProvider({ children }: { children: ReactNode }) {
  const shown = useShownTheme()
  const { language } = useLanguage()
  const still = useSyncExternalStore(subscribeToMotion, prefersStill)
  const config = useMemo(() => themeOf(shown, still), [shown, still])
  const locale = useMemo(() => antdWords(language), [language])
  useEffect(() => {
    document.documentElement.dataset.theme = shown
  }, [shown])
  return (
    <ConfigProvider theme={config} locale={locale}>
      <App notification={{ maxCount: TOAST.visible, placement: 'bottomRight', bottom: 16 }}>{children}</App>
    </ConfigProvider>
  )
}
