import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from '@/api/query'
import { Console } from '@/app/console'
import { LanguageSwitch } from '@/layouts/language-switch'
import { PublicLayout } from '@/layouts/public-layout'
import { loadLanguage } from '@/lib/language'
import Login from '@/pages/login/login'
import { answer } from './render'

afterEach(() => loadLanguage('en'))

const show = (page: React.ReactElement) =>
  render(<Console client={createQueryClient()} router={createMemoryRouter([{ element: <PublicLayout />, children: [{ path: '*', element: page }] }], { initialEntries: ['/login'] })} />)

it('speaks another language at one click, all of it, and at the next visit', async () => {
  show(<Login />)
  await userEvent.click(screen.getByRole('button', { name: 'Français' }))
  expect(await screen.findByRole('heading', { name: 'Bienvenue' })).toBeTruthy()
  expect(screen.queryByText('Welcome back')).toBeNull()
  expect([document.documentElement.lang, localStorage.getItem('language')]).toEqual(['fr', 'fr'])
  // The buttons were drawn anew, and the reader is still at them.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('English'))
  expect(screen.queryByRole('button', { name: 'Français' })).toBeNull()
})

it('is chosen from a menu inside', async () => {
  show(<LanguageSwitch />)
  await userEvent.click(screen.getByRole('button', { name: 'Language: English' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Español' }))
  const button = await screen.findByRole('button', { name: 'Idioma: Español' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('says in its own words what the server broke on', async () => {
  const sentence = 'An unexpected error occurred. Please try again later.'
  answer({ 'POST /auth/login': { status: 500, code: 'INTERNAL_SERVER_ERROR', message: sentence } })
  show(<Login />)
  await userEvent.click(screen.getByRole('button', { name: 'Español' }))
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secret-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  expect((await screen.findByRole('alert')).textContent).toBe('No se ha podido iniciar sesión')
  expect(screen.queryByText(sentence)).toBeNull()
})
