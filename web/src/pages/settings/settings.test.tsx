import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '@/session/store'
import { ADA, answer, type Call, renderPage } from '../../../tests/render'
import { agentWords } from './agent'
import Settings from './settings'
import { zoneOptions } from './zones'

// Whole pages on a busy machine: the limits are there for what never comes.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const preferences = { language: null, timezone: null, theme: null, firstSteps: null }
const profile = { user: ADA, security: { twoFactorEnabled: false, recoveryCodes: 0, hasPassword: true, provider: null as { name: string; linked: boolean } | null }, preferences }

const show = (section = '') => renderPage(<Settings />, { path: `/settings${section}`, route: '/settings/*' })
const sent = (calls: Call[]) => calls.find((call) => call.method !== 'GET')?.body

afterEach(() => {
  localStorage.removeItem('theme')
  localStorage.removeItem('timezone')
})

function Name() {
  return <output>{useSession()?.user.firstName}</output>
}

describe('the profile', () => {
  it('is saved once something differs, and is who is signed in from then on', async () => {
    const calls = answer({ 'GET /users/profile': { data: profile }, 'PUT /users/profile': { data: { ...profile, user: { ...ADA, firstName: 'Augusta' } } } })
    renderPage(
      <>
        <Settings />
        <Name />
      </>,
      { path: '/settings', route: '/settings/*' },
    )
    const first = await screen.findByLabelText('First name')
    const save = screen.getByRole('button', { name: 'Save Changes' })
    expect(save.hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('ada@example.com')).toBeTruthy()
    fireEvent.change(first, { target: { value: ' Augusta ' } })
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false))
    fireEvent.click(save)
    expect(await screen.findByText('Profile saved')).toBeTruthy()
    expect(sent(calls)).toEqual({ firstName: 'Augusta', lastName: 'Lovelace' })
    expect(screen.getByText('Augusta', { selector: 'output' })).toBeTruthy()
  })

  it('says that it could not be loaded', async () => {
    answer({ 'GET /users/profile': { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal error' } })
    show()
    expect((await screen.findAllByText('Failed to load profile data. Please try again later.')).length).toBeGreaterThan(0)
  })

  it('is shown for a section that is not there', async () => {
    answer({ 'GET /users/profile': { data: profile } })
    show('/billing')
    expect(await screen.findByLabelText('First name')).toBeTruthy()
  })
})

describe('the password', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('is changed when both are the same', async () => {
    const calls = answer({ 'GET /users/profile': { data: profile }, 'PUT /users/profile/password': { data: { sessions: 2 } } })
    show('/password')
    await screen.findByLabelText('Current Password')
    type('Current Password', 'correct horse')
    type('New Password', 'another horse')
    type('Confirm Password', 'another house')
    fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))
    expect(await screen.findByText('Passwords do not match')).toBeTruthy()
    expect(sent(calls)).toBeUndefined()
    type('Confirm Password', 'another horse')
    fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))
    expect(await screen.findByText('2 other sessions have ended.')).toBeTruthy()
    expect(sent(calls)).toEqual({ currentPassword: 'correct horse', newPassword: 'another horse' })
    expect((screen.getByLabelText('Current Password') as HTMLInputElement).value).toBe('')
  })

  it('shows at its field what the server says', async () => {
    answer({
      'GET /users/profile': { data: profile },
      'PUT /users/profile/password': { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details: { fields: { currentPassword: 'The current password is not right.' } } },
    })
    show('/password')
    await screen.findByLabelText('Current Password')
    type('Current Password', 'wrong horse')
    type('New Password', 'another horse')
    type('Confirm Password', 'another horse')
    fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))
    expect(await screen.findByText('The current password is not right.')).toBeTruthy()
  })
})

describe('preferences', () => {
  it('act at once and are kept in the profile', async () => {
    const calls = answer({ 'GET /users/profile': { data: profile }, 'PUT /users/profile': { data: { ...profile, preferences: { ...preferences, theme: 'dark' } } } })
    show('/preferences')
    fireEvent.mouseDown(await screen.findByLabelText('Theme'))
    fireEvent.click(await screen.findByText('Dark', { selector: '.ant-select-item-option-content' }))
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'))
    expect(sent(calls)).toEqual({ preferences: { theme: 'dark' } })
  })

  it('say so when the profile cannot keep them, and stay as they were', async () => {
    answer({ 'GET /users/profile': { data: profile }, 'PUT /users/profile': { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Away.' } })
    show('/preferences')
    fireEvent.mouseDown(await screen.findByLabelText('Theme'))
    fireEvent.click(await screen.findByText('Dark', { selector: '.ant-select-item-option-content' }))
    expect(await screen.findByText('Your choice could not be kept in your profile')).toBeTruthy()
    expect(localStorage.getItem('theme')).toBeNull()
  })

  it('offer the common zones first and the chosen one always', () => {
    const [common, all] = zoneOptions('Mars/Phobos')
    expect(common?.options.map(({ value }) => value).slice(0, 3)).toEqual(['UTC', 'America/New_York', 'America/Chicago'])
    expect(all?.options[0]?.value).toBe('Mars/Phobos')
    expect(all?.options.some(({ value }) => value === 'UTC')).toBe(false)
  })
})

describe('sessions', () => {
  const session = (id: string, current: boolean) => ({
    id,
    createdAt: '2026-11-01T00:00:00Z',
    lastSeenAt: '2026-11-01T00:00:00Z',
    expiresAt: '2026-11-08T00:00:00Z',
    address: '198.51.100.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    current,
  })

  it('are ended one by one, but for this one', async () => {
    let all = [session('a', true), session('b', false)]
    const calls = answer({
      'GET /users/profile': { data: profile },
      'GET /auth/sessions': () => ({ data: all }),
      'DELETE /auth/sessions/b': () => {
        all = all.slice(0, 1)
        return { data: { id: 'b' } }
      },
    })
    show('/sessions')
    expect(await screen.findAllByText('Firefox on Linux')).toHaveLength(2)
    expect(screen.getByText('This session')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'End session: Firefox on Linux, 198.51.100.7' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }))
    expect(await screen.findByText('Session ended')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('Firefox on Linux')).toHaveLength(1))
    expect(calls.filter((call) => call.method === 'DELETE')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull()
  })

  it('are ended all at once', async () => {
    const calls = answer({ 'GET /users/profile': { data: profile }, 'GET /auth/sessions': { data: [session('a', true), session('b', false)] }, 'DELETE /auth/sessions': { data: { sessions: 1 } } })
    show('/sessions')
    fireEvent.click(await screen.findByRole('button', { name: 'End all others' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End all others' }))
    expect(await screen.findByText('All other sessions ended')).toBeTruthy()
    expect(calls.some((call) => call.method === 'DELETE' && call.path === '/auth/sessions')).toBe(true)
  })

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome on macOS'],
    ['curl/8.14.1', 'curl'],
    ['python-requests/2.32', 'python-requests/2.32'],
    ['', 'Unknown program'],
  ])('%s is %s', (agent, words) => {
    expect(agentWords(agent)).toBe(words)
  })
})

describe('API tokens', () => {
  const token = (name: string, more = {}) => ({ id: name, name, scope: 'read', createdAt: '2026-11-01T12:00:00Z', expiresAt: null, lastUsedAt: null, ...more })

  it('are shown once when they are made', async () => {
    let all: unknown[] = []
    const calls = answer({
      'GET /users/profile': { data: profile },
      'GET /auth/tokens': () => ({ data: all }),
      'POST /auth/tokens': () => {
        all = [token('Backups')]
        return { data: { token: all[0], secret: 'canopy_abc' } }
      },
    })
    show('/tokens')
    fireEvent.click(await screen.findByRole('button', { name: 'Create Token' }))
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' Backups ' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Token' }))
    expect(await screen.findByText('canopy_abc')).toBeTruthy()
    expect(screen.getByText(/^curl -H 'Authorization: Bearer canopy_abc' http/)).toBeTruthy()
    expect(sent(calls)).toEqual({ name: 'Backups', scope: 'read', expiresInDays: 90 })
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('Backups')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('canopy_abc')).toBeNull())
  })

  it('say when they were used and when they expire, and are revoked', async () => {
    let all = [token('Old', { expiresAt: '2026-01-01T12:00:00Z' }), token('New', { scope: 'full', lastUsedAt: '2026-11-01T12:00:00Z', expiresAt: '2999-01-01T12:00:00Z' })]
    answer({
      'GET /users/profile': { data: profile },
      'GET /auth/tokens': () => ({ data: all }),
      'DELETE /auth/tokens/Old': () => {
        all = all.slice(1)
        return { data: { id: 'Old' } }
      },
    })
    show('/tokens')
    expect(await screen.findByText(/^expired on/)).toBeTruthy()
    expect(screen.getByText('Never used')).toBeTruthy()
    expect(screen.getByText('Everything you may do')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Revoke token: Old' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Token revoked')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Old')).toBeNull())
  })
})

describe('two-factor authentication', () => {
  const codes = Array.from({ length: 10 }, (_, n) => `abcd-efgh-ijkl-mno${n}`)

  it('takes the password and a first code, and shows recovery codes once', async () => {
    let on = false
    const calls = answer({
      'GET /users/profile': () => ({ data: { ...profile, security: { twoFactorEnabled: on, recoveryCodes: on ? 10 : 0 } } }),
      'POST /auth/two-factor': { data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Canopy:ada?secret=ABCDEFGH' } },
      'POST /auth/two-factor/confirm': (call) => {
        if ((call.body as { code: string }).code !== '123456') return { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details: { fields: { code: 'This code is not right.' } } }
        on = true
        return { data: { recoveryCodes: codes } }
      },
    })
    show('/two-factor')
    fireEvent.click(await screen.findByRole('button', { name: 'Enable' }))
    fireEvent.change(await screen.findByLabelText('Current Password'), { target: { value: 'correct horse' } })
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('ABCDEFGH')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' }).querySelector('svg')).toBeTruthy()
    const enable = () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Enable' }))
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '000000' } })
    enable()
    expect(await screen.findByText('This code is not right.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } })
    enable()
    for (const code of codes) expect(await screen.findByText(code)).toBeTruthy()
    expect(calls.find((call) => call.path === '/auth/two-factor')?.body).toEqual({ currentPassword: 'correct horse' })
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull())
  })

  it('is turned off with the password and a code', async () => {
    let on = true
    const calls = answer({
      'GET /users/profile': () => ({ data: { ...profile, security: { twoFactorEnabled: on, recoveryCodes: 0 } } }),
      'DELETE /auth/two-factor': () => {
        on = false
        return { data: {} }
      },
    })
    show('/two-factor')
    expect(await screen.findByText('No recovery code is left.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Turn off' }))
    fireEvent.change(await screen.findByLabelText('Current Password'), { target: { value: 'correct horse' } })
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByRole('button', { name: 'Enable' })).toBeTruthy()
    expect(sent(calls)).toEqual({ currentPassword: 'correct horse', code: '123456' })
  })
})
