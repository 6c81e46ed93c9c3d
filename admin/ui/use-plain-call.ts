import { useMutation } from '@tanstack/react-query'
import { messageOf } from './error-state.tsx'

/** A call that must complete now: without a connection it fails at once. */
export function usePlainCall<V = void, R = unknown>(send: (values: V) => Promise<R>, onDone: (result: R) => unknown) {
  const { mutate, isPending, variables, error, data } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    retry: false,
    onSuccess: onDone,
  })
  return {
    press: mutate,
    isPending,
    pressed: variables,
    failure: error === null ? null : messageOf(error),
    result: data,
  }
}
