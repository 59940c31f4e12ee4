import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answer, renderPage } from '../../../tests/render'
import Register from './register'

vi.setConfig({ testTimeout: 60_000 })

it.each([
  ['grace@example.com', 'grace@example.com'],
  ['j%C3%BCrgen/x@example.com', 'jürgen/x@example.com'],
  ['100%@example.com', '100%@example.com'],
])('offers the address that the invitation %s is for, although registration is closed', async (written, read) => {
  answer({ 'GET /auth/setup': { data: { open: false, registration: false, mail: false } } })
  renderPage(<Register />, { path: `/register#canopy_token/${written}`, route: '/register' })
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(read)
  expect(screen.getByText(/You are invited/)).toBeTruthy()
})
