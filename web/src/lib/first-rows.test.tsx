import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useFirstRows } from './first-rows'

const MANY = Array.from({ length: 100 }, (_, at) => at)

it('draws what can be in sight at once, and then the rest', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ items }: { items: number[] | undefined }) => useFirstRows(items), { initialProps: { items: undefined as number[] | undefined } })
  expect(result.current).toEqual([])
  rerender({ items: MANY })
  expect(result.current).toEqual(MANY.slice(0, 30))
  act(() => void vi.runAllTimers())
  expect(result.current).toBe(MANY)
})

it('draws all of what was there before', () => {
  expect(renderHook(() => useFirstRows(MANY)).result.current).toBe(MANY)
})
