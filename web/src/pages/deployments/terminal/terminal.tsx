import './terminal.css'
import { Alert, Button, Tag } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { one } from '@/api/query'
import type { Deployment, Kind } from '@/api/types'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { ErrorPanel, QueryView, Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { sentence } from '@/lib/sentence'
import { useUrlState } from '@/lib/url-state'
import { serviceName, useCatalogue } from '../catalogue'
import { MembersOnly } from '../members-only'
import { usePlaces } from '../places'
import { type Rights, rightsOf } from '../rights'
import { t as site } from '../texts'
import { useUser } from '@/session/store'
import { POLICY } from '@/spec/policy'
import { type Connection, connect, type Ended } from './connection'
import type { Screen } from './screen'
import { t } from './texts'

const TerminalScreen = lazy(() => import('./screen'))

/** A shell in a container of a site. */
export default function TerminalPage() {
  const { id = '' } = useParams()
  const deployment = useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))
  const catalogue = useCatalogue()
  const places = usePlaces()
  const rights = rightsOf(deployment.data ?? { teamId: '', createdBy: '' }, useUser(), places.teams)
  return (
    <>
      <PageHeader title={site('shell')} description={deployment.data ? t('about', { name: deployment.data.name }) : undefined} />
      <QueryView again="retry" query={deployment} errorTitle={t('unread')} errors={{ byStatus: { 404: t('gone') } }} waiting={<Waiting rows={8} />}>
        {(found) => (
          <QueryView again="retry" query={catalogue} errorTitle={t('unread')} waiting={<Waiting rows={8} />}>
            {({ types }) => {
              const kind = types.find((each) => each.id === found.type)
              if (!kind) return <Alert type="warning" showIcon title={t('kind-unknown')} />
              return (
                <MembersOnly rights={rights} why={t('foreign')}>
                  <Shells key={found.id} deployment={found} kind={kind} rights={rights} />
                </MembersOnly>
              )
            }}
          </QueryView>
        )}
      </QueryView>
    </>
  )
}

/** What has a container: the application, and what is switched on beside it. */
const servicesOf = (deployment: Deployment, kind: Kind) => kind.services.filter((service, at) => at === 0 || deployment.services[service.id] === true)

type State = { now: 'closed' } | { now: 'connecting' } | { now: 'open'; pod: string; container: string; left: number | null } | { now: 'ended'; ended: Ended | null } | { now: 'refused'; error: unknown }

const COLOURS: Record<State['now'], string> = { closed: 'default', connecting: 'blue', open: 'green', ended: 'default', refused: 'red' }

function wordsOf(state: State): string {
  if (state.now === 'open') return state.left === null ? t('open', { container: state.container, pod: state.pod }) : t('idle', { seconds: state.left })
  if (state.now !== 'ended') return t(state.now)
  const { ended } = state
  if (!ended) return t('broken')
  return ended.exitCode === null ? sentence(ended.reason, ended.params, ended.error ?? t('broken')) : t('exited', { code: ended.exitCode })
}

function Shells({ deployment, kind, rights }: { deployment: Deployment; kind: Kind; rights: Rights }) {
  const [{ service: asked, pod, container }, setUrl] = useUrlState({ service: '', pod: '', container: '' })
  const services = servicesOf(deployment, kind)
  const chosen = services.find((each) => each.id === asked) ?? services[0]
  const [state, setState] = useState<State>({ now: 'closed' })
  const [shown, setShown] = useState(false)
  const screen = useRef<Screen>(null)
  const connection = useRef<Connection | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const service = chosen === services[0] ? '' : (chosen?.id ?? '')
  const busy = state.now === 'connecting' || state.now === 'open'

  const leave = useCallback(() => {
    connection.current?.close()
    connection.current = null
  }, [])
  useEffect(() => leave, [leave])

  const begin = (there: Screen) => {
    leave()
    there.clear()
    there.focus()
    setState({ now: 'connecting' })
    connection.current = connect({ id: deployment.id, service, pod, container }, there.size(), {
      opened: (opened) => setState({ now: 'open', pod: opened.pod, container: opened.container, left: null }),
      idle: (left) => setState((before) => (before.now === 'open' ? { ...before, left } : before)),
      output: (bytes, done) => there.show(bytes, done),
      ended: (ended) => setState({ now: 'ended', ended }),
      refused: (error) => setState({ now: 'refused', error }),
    })
  }
  /** The screen is there a moment after it was asked for: its file is loaded first. */
  const arrived = () => {
    if (screen.current) begin(screen.current)
  }
  const close = () => {
    leave()
    setState({ now: 'closed' })
  }
  const type = useCallback((text: string) => {
    connection.current?.type(text)
    setState((before) => (before.now === 'open' && before.left !== null ? { ...before, left: null } : before))
  }, [])
  const reasonOf = (id: string) => (busy ? t('close-first') : id === 'mysql' && rights.secrets !== 'all' ? t('database-right') : null)

  return (
    <div className="stack">
      {deployment.status === 'stopped' ? <Alert type="info" showIcon title={t('stopped')} /> : null}
      {state.now === 'refused' && state.error ? <ErrorPanel title={t('refused')} error={state.error} /> : null}
      <Panel
        title={chosen ? serviceName(chosen.id, chosen.name) : site('shell')}
        flush
        extra={
          <Button ref={button} type={busy ? 'default' : 'primary'} onClick={() => (busy ? close() : screen.current ? begin(screen.current) : setShown(true))}>
            {t(busy ? 'close' : state.now === 'closed' ? 'connect' : 'again')}
          </Button>
        }
      >
        <div className="terminal-bar">
          <span className="terminal-services" role="group" aria-label={t('services')}>
            {services.map(({ id, name }) => (
              <ReasonButton key={id} size="small" aria-pressed={id === chosen?.id} reason={id === chosen?.id ? null : reasonOf(id)} onClick={() => setUrl({ service: id === services[0]?.id ? '' : id, pod: '', container: '' })}>
                {serviceName(id, name)}
              </ReasonButton>
            ))}
          </span>
          <Tag color={state.now === 'open' && state.left !== null ? 'gold' : COLOURS[state.now]} role="status" className="terminal-state">
            {wordsOf(state)}
          </Tag>
        </div>
        {shown ? (
          <Suspense fallback={<Waiting rows={8} />}>
            <TerminalScreen ref={screen} onReady={arrived} onType={type} onResize={(size) => connection.current?.resize(size)} onLeave={() => button.current?.focus()} />
          </Suspense>
        ) : (
          <p className="quiet terminal-hint">{t('before')}</p>
        )}
        {shown ? <p className="quiet terminal-hint">{t('keys')}</p> : null}
      </Panel>
    </div>
  )
}
