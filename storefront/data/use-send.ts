import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

/** A call that a press makes, one at a time. */
export function useSend<Input, Result>(call: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  const mutationKey = [useId()]
  const { isPending, isSuccess, data, error, variables, reset, mutateAsync } = useMutation<Result, Error, Input>({
    mutationKey,
    mutationFn: (input) => call(input),
  })

  /**
   * Resolves with the result, or with `null` after a failure and for a press while another is answered. `options` are only
   * called while the component is shown.
   */
  async function send(input: Input, options: MutateOptions<Result, Error, Input> = {}): Promise<Result | null> {
    // Asked of the client: a second press may come before the first one is rendered.
    return client.isMutating({ mutationKey }) > 0 ? null : mutateAsync(input, options).catch(() => null)
  }

  return { isPending, isSuccess, data, error, variables, reset, send }
}
