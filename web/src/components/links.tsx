import './links.css'
import { ExportOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { texts } from '@/lib/texts'
import { useIsAdmin } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'

/** Names that lead to the thing itself, the same everywhere. A name that is not known is the beginning of its id. */

const t = texts('links')

interface Named {
  id: string
  name?: string | undefined
  /** The name of a row: in bold and in the colour of text. */
  strong?: boolean | undefined
  children?: ReactNode
}

function NameLink({ to, id, name, strong, children }: Named & { to: string }) {
  const shown = name || id.slice(0, LIMITS.shortId)
  return (
    <Link to={to} className={strong ? 'name-link strong' : 'name-link'} title={shown}>
      {children ?? shown}
    </Link>
  )
}

export const SiteLink = (props: Named) => <NameLink {...props} to={paths.deployment(props.id)} />

export const TaskLink = (props: Named) => <NameLink {...props} to={paths.task(props.id)} />

export const EventLink = (props: Named) => <NameLink {...props} to={paths.event(props.id)} />

/** What somebody did. */
export const ActorLink = (props: Named) => <NameLink {...props} to={paths.events({ actor: props.id })} />

export const ClusterLink = (props: Named) => <NameLink {...props} to={paths.cluster(props.id)} />

/** A team opens in its list; an admin's list of all has those of others too. */
export function TeamLink(props: Named) {
  const admin = useIsAdmin()
  return <NameLink {...props} to={admin ? paths.adminTeams({ open: props.id }) : paths.teams({ open: props.id })} />
}

/** The address of a site. */
export const siteAddress = (host: string, secure: boolean): string => `${secure ? 'https' : 'http'}://${host}`

/** A host on the internet, opened beside the console. */
export function DomainLink({ host, secure }: { host: string; secure: boolean }) {
  return (
    <a className="name-link" href={siteAddress(host, secure)} target="_blank" rel="noreferrer" title={host}>
      {host}
      <ExportOutlined aria-hidden className="out" />
      <span className="unseen">{t('outside')}</span>
    </a>
  )
}
