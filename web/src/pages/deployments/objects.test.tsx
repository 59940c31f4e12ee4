import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { byKind, named, Objects } from './objects'

const OBJECTS = [
  { kind: 'Service', name: 'shop-web' },
  { kind: 'ConfigMap', name: 'shop-php' },
  { kind: 'Service', name: 'shop-db' },
]

it('sorts kinds and the names in them', () => {
  expect(byKind(OBJECTS)).toEqual([
    ['ConfigMap', ['shop-php']],
    ['Service', ['shop-db', 'shop-web']],
  ])
  expect(named(OBJECTS)).toBe('ConfigMap shop-php; Service shop-db, shop-web')
})

it('counts a kind of which there are several', () => {
  render(<Objects objects={OBJECTS} />)
  expect(screen.getAllByRole('term').map((kind) => kind.textContent)).toEqual(['ConfigMap', 'Service × 2'])
  expect(screen.getAllByRole('definition').map((names) => [...names.children].map((name) => name.textContent))).toEqual([['shop-php'], ['shop-db', 'shop-web']])
})
