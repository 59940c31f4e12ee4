import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Spark } from './spark'

const drawn = (values: (number | null)[], of?: number) => {
  const { container } = render(<Spark values={values} {...(of === undefined ? {} : { of })} />)
  return { lines: [...container.querySelectorAll('path:not(.below)')].map((path) => path.getAttribute('d')), dots: container.querySelectorAll('circle').length }
}

it('draws from the bottom to what the top stands for, with the last value as a dot', () => {
  expect(drawn([0, 5, 10], 10)).toEqual({ lines: ['M0.0 19.0L36.0 10.0L72.0 1.0'], dots: 1 })
})

it('takes the highest value for the top where there is no whole', () => {
  expect(drawn([2, 4]).lines).toEqual(['M0.0 10.0L72.0 1.0'])
})

it('leaves a gap where nothing was measured, and no dot where nothing is known now', () => {
  expect(drawn([1, null, 1, null], 1)).toEqual({ lines: ['M0.0 1.0', 'M48.0 1.0'], dots: 0 })
})

it('draws nothing of nothing', () => {
  const { container } = render(<Spark values={[null, null]} />)
  expect(container.innerHTML).toBe('')
})
