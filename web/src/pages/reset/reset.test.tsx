import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, renderPage } from '../../../tests/render'
import ForgotPassword from './forgot-password'
import ResetPassword from './reset-password'

vi.setConfig({ testTimeout: 60_000 })

const setUp = (mail: boolean) => ({ data: { open: false, registration: false, mail } })
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('a forgotten password', () => {
  it('is asked for by an address, and the answer says nothing about who has an account', async () => {
    const calls = answer({ 'GET /auth/setup': setUp(true), 'POST /auth/forgot-password': { data: {} } })
    renderPage(<ForgotPassword />)
    await screen.findByLabelText('Email')
    fireEvent.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText('Email is required')).toBeTruthy()
    write('Email', ' ada@example.com ')
    fireEvent.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText(/If there is an account with this address, the link is on its way/)).toBeTruthy()
    const sent = calls.find((call) => call.method === 'POST')
    expect([sent?.body, sent?.headers.get('authorization')]).toEqual([{ email: 'ada@example.com' }, null])
  })

  it('is an administrator’s matter where no mail is sent', async () => {
    answer({ 'GET /auth/setup': setUp(false) })
    renderPage(<ForgotPassword />)
    expect(await screen.findByText(/This installation sends no mail/)).toBeTruthy()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})

describe('another password', () => {
  it('is chosen with the link, typed twice', async () => {
    const calls = answer({ 'POST /auth/reset-password': { data: {} } })
    renderPage(<ResetPassword />, { path: '/reset-password#secret', route: '/reset-password' })
    write('New Password', 'another horse')
    write('Confirm Password', 'another cow')
    fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
    expect(await screen.findByText('Passwords do not match')).toBeTruthy()
    expect(calls).toEqual([])
    write('Confirm Password', 'another horse')
    fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
    expect(await screen.findByText('Password changed')).toBeTruthy()
    expect(calls[0]?.body).toEqual({ token: 'secret', password: 'another horse' })
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })

  it('says that a link is over and leads to another one; and that half a link is none', async () => {
    const over = { status: 409, code: 'CONFLICT', message: 'This link is not valid any more. Ask for another one.', details: { reason: 'RESET_OVER', params: {} } }
    answer({ 'POST /auth/reset-password': over })
    const { unmount } = renderPage(<ResetPassword />, { path: '/reset-password#old', route: '/reset-password' })
    write('New Password', 'another horse')
    write('Confirm Password', 'another horse')
    fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
    expect(await screen.findByText('This link is not valid any more. Ask for another one.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ask for another link' }).getAttribute('href')).toBe('/forgot-password')
    unmount()
    renderPage(<ResetPassword />, { path: '/reset-password', route: '/reset-password' })
    expect(await screen.findByText('This link is not complete. Copy all of it.')).toBeTruthy()
  })
})
