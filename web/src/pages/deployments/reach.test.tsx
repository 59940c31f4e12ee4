import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Deployment } from '@/api/types'
import { answer, renderPage } from '../../../tests/render'
import { SITE } from '../../../tests/site'
import { ReachMark, ReachNotice, ReachWords } from './reach'
import type { Rights } from './rights'

const CHECK = `POST /deployments/${SITE.id}/reachability/check`
const MAY: Rights = { known: true, change: true, secrets: 'none' }
const NO_RECORD = 'There is no A or AAAA record for shop.example.com. Create one that points to 203.0.113.7.'

const found = (change: Partial<Deployment['reachability']>): Deployment => ({ ...SITE, reachability: { ...SITE.reachability, ...change } })
const lost = found({ state: 'no-record', https: false, status: null, milliseconds: null, addresses: [], certificate: null, problem: NO_RECORD, problemReason: 'ReachNoRecord', problemParams: {} })

function start(deployment: Deployment, rights = MAY) {
  const calls = answer({ [CHECK]: { data: SITE } })
  renderPage(
    <>
      <ReachWords deployment={deployment} rights={rights} />
      <ReachNotice deployment={deployment} rights={rights} />
      <ReachMark reachability={deployment.reachability} />
    </>,
  )
  return calls
}

it('says in one line that visitors reach a site, how fast, and how long its certificate lasts', () => {
  start(SITE)
  screen.getByText('Reachable · 200 in 120 ms · certificate until Feb 12, 2027')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('img')).toBeNull()
})

it('says what is missing, what to do, and marks the row', () => {
  start(lost)
  screen.getByText('Not reachable')
  screen.getByRole('heading', { name: NO_RECORD })
  screen.getByRole('img', { name: NO_RECORD })
})

it('says that a site answers without HTTPS, and what is wrong with the certificate that it has', () => {
  const problem = 'The certificate of shop.example.com has expired.'
  start(found({ https: false, certificate: { valid: false, issuer: 'R3', notAfter: '2026-11-01T00:00:00Z', problem, problemReason: 'ReachCertificateExpired', problemParams: {} } }))
  screen.getByText('Reachable · 200 in 120 ms · without HTTPS')
  screen.getByRole('heading', { name: problem })
  expect(document.querySelector('.reach-mark')).toBeNull()
})

it('says that a certificate was not renewed in time, beside that visitors reach the site', () => {
  const problem = 'The certificate of shop.example.com should have been renewed: it ends on 2026-12-03.'
  start(found({ certificate: { valid: true, issuer: 'R3', notAfter: '2026-12-03T00:00:00Z', problem, problemReason: 'ReachCertificateLate', problemParams: {} } }))
  screen.getByText('Reachable · 200 in 120 ms · certificate until Dec 3, 2026')
  screen.getByRole('heading', { name: problem })
  screen.getByRole('img', { name: problem })
})

it('says on a simulated cluster that there is nothing to reach, and offers nothing', () => {
  const problem = 'This site runs on a simulated cluster: there is nothing to reach.'
  start(found({ state: 'simulated', status: null, milliseconds: null, certificate: null, problem, problemReason: 'ReachSimulated' }))
  screen.getByText(problem)
  expect(screen.queryByRole('button')).toBeNull()
})

it('checks now when that is asked for, and says so when it cannot', async () => {
  const calls = start(SITE)
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  await expect.poll(() => calls.map(({ method, path }) => `${method} ${path}`)).toContain(CHECK)
})

it('offers no check to those who may not change the site', () => {
  start(lost, { known: true, change: false, secrets: 'none' })
  expect(screen.queryByRole('button')).toBeNull()
})
