import { CloseOutlined, MenuOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Flex, Grid, Layout } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { Outlet } from 'react-router-dom'
import { texts } from '@/lib/texts'
import { Brand } from './brand'
import { LanguageSwitch } from './language-switch'
import { LivePill } from './live-pill'
import { Sidebar } from './sidebar'
import { ThemeSwitch } from './theme-switch'

const t = texts('shell')

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

const online = () => navigator.onLine

/** The frame of every signed-in page. antd's Content is the <main>. */
export function Shell() {
  const wide = Grid.useBreakpoint().lg ?? window.matchMedia('(min-width: 992px)').matches
  const [open, setOpen] = useState(false)
  const connected = useSyncExternalStore(subscribe, online)
  return (
    <Layout className="shell">
      <a href="#content" className="skip-link">
        {t('skip')}
      </a>
      <Flex component="header" align="center" className="shell-header">
        {wide ? null : <Button type="text" icon={<MenuOutlined aria-hidden />} aria-label={t('open')} aria-expanded={open} onClick={() => setOpen(true)} />}
        <Brand />
        <span style={{ flex: 1 }} />
        <LivePill />
        <LanguageSwitch />
        <ThemeSwitch />
      </Flex>
      <Layout hasSider={wide}>
        {wide ? (
          <Layout.Sider theme="light" width={224} className="shell-sider">
            <Sidebar />
          </Layout.Sider>
        ) : (
          <Drawer
            open={open}
            placement="left"
            size={264}
            onClose={() => setOpen(false)}
            title={<Brand />}
            closable={false}
            extra={<Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} onClick={() => setOpen(false)} />}
            styles={{ body: { padding: 0 } }}
          >
            <Sidebar onChoose={() => setOpen(false)} />
          </Drawer>
        )}
        <Layout.Content id="content" tabIndex={-1}>
          {connected ? null : <Alert banner type="warning" title={t('offline')} role="status" />}
          <div className="shell-content">
            <Outlet />
          </div>
        </Layout.Content>
      </Layout>
    </Layout>
  )
}
