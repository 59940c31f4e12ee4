import { MenuOutlined, SearchOutlined } from '@ant-design/icons'
import { Alert, Button, Grid, Layout } from 'antd'
import { lazy, type MouseEvent, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { Outlet } from 'react-router-dom'
import { texts } from '@/lib/texts'
import { useAtWork } from '@/components/at-work'
import { usePageBadge } from '@/lib/page-name'
import { Brand } from './brand'
import { useFailedCount } from './counts'
import { useFavicon } from './favicon'
import { LanguageSwitch } from './language-switch'
import { LivePill } from './live-pill'
import { useShellKeys } from './shell-keys'
import { Sidebar } from './sidebar'
import { ThemeSwitch } from './theme-switch'
import { Trail } from './trail'
import { WorkMenu } from './work-menu'

const t = texts('shell')

const SHORTCUT = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

// Loaded when first asked for.
const Palette = lazy(() => import('./palette/palette'))
const MenuDrawer = lazy(() => import('./menu-drawer'))
const Keys = lazy(() => import('./palette/keys'))

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

const online = () => navigator.onLine

/** To the first row of the list, past all that narrows and sorts it. */
function toRows(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('.row-item .row-line :is(a, button)')?.focus()
}

/** The frame of every signed-in page. antd's Content is the <main>. */
export function Shell() {
  const wide = Grid.useBreakpoint().lg ?? window.matchMedia('(min-width: 992px)').matches
  const [open, setOpen] = useState(false)
  // Once it was opened it stays, so that it can be seen to close.
  const [opened, setOpened] = useState(false)
  const openMenu = () => {
    setOpened(true)
    setOpen(true)
  }
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null)
  const connected = useSyncExternalStore(subscribe, online)
  const failed = useFailedCount()
  const work = useAtWork()
  usePageBadge(failed)
  useFavicon(failed, work.total)
  useShellKeys(setShown)
  const hide = useCallback(() => setShown(null), [])
  const menu = { failed, work: work.total }
  return (
    <Layout className="shell">
      <a href="#content" className="skip-link">
        {t('skip')}
      </a>
      {/* Only seen, and reached, where there is a list. */}
      <a href="#content" className="skip-link skip-rows" onClick={toRows}>
        {t('skip-rows')}
      </a>
      <header className="shell-header">
        {wide ? null : <Button type="text" icon={<MenuOutlined aria-hidden />} aria-label={t('open')} aria-expanded={open} onClick={openMenu} />}
        <Brand />
        <Trail />
        <span className="shell-gap" />
        <button type="button" className="palette-open" aria-label={t('palette')} aria-keyshortcuts="Control+K Meta+K" onClick={() => setShown('palette')}>
          <SearchOutlined aria-hidden />
          <span className="palette-words" aria-hidden>
            {t('palette')}
          </span>
          <kbd aria-hidden>{SHORTCUT}</kbd>
        </button>
        <WorkMenu work={work} />
        <LivePill />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <Layout hasSider={wide}>
        {wide ? (
          <Layout.Sider theme="light" width={216} className="shell-sider">
            <Sidebar {...menu} />
          </Layout.Sider>
        ) : (
          <Suspense fallback={null}>{opened ? <MenuDrawer open={open} onClose={() => setOpen(false)} {...menu} /> : null}</Suspense>
        )}
        <Layout.Content id="content" tabIndex={-1}>
          {connected ? null : <Alert banner type="warning" title={t('offline')} role="status" />}
          <div className="shell-content">
            <Outlet />
          </div>
        </Layout.Content>
      </Layout>
      <Suspense fallback={null}>
        {shown === 'palette' ? <Palette onClose={hide} /> : null}
        {shown === 'keys' ? <Keys onClose={hide} /> : null}
      </Suspense>
    </Layout>
  )
}
