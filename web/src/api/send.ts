import { type DefaultError, useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * `useMutation` for what one click sends: while it is under way, another call is nothing. The state of a mutation is
 * drawn too late for that; the second half of a double click comes before.
 */
export function useSend<Data, Sent = void>(options: Omit<UseMutationOptions<Data, DefaultError, Sent>, 'onMutate'>): UseMutationResult<Data, DefaultError, Sent> {
  const under = useRef(false)
  const { mutationFn } = options
  const mutation = useMutation<Data, DefaultError, Sent>({
    ...options,
    ...(mutationFn
      ? {
          mutationFn: async (sent, context) => {
            try {
              return await mutationFn(sent, context)
            } finally {
              under.current = false
            }
          },
        }
      : {}),
  })
  const { mutate: send } = mutation
  const mutate = useCallback<typeof send>(
    (...sent) => {
      if (under.current) return
      under.current = true
      send(...sent)
    },
    [send],
  )
  return { ...mutation, mutate } as UseMutationResult<Data, DefaultError, Sent>
}
