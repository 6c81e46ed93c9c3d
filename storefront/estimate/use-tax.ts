import { parseStateCode, type StateCode, US_STATES } from '@shop/contract/address/us-states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../data/api.tsx'
import { taxRateQuery } from './estimate.queries.ts'
import { NO_TAX } from './order-estimate.ts'

/** How the order is taxed; the note continues the label of the amount. */
export type OrderTax = {
  terms: typeof NO_TAX
  pending: boolean
  /** False once the call failed. */
  isKnown: boolean
  note: string
  commit: (state: string) => void
}

/** The tax rate of the state after its field was left; none while another one is being chosen (R19). */
export function useTax(state: string): OrderTax {
  const [committed, setCommitted] = useState(state)
  const code = committed === state ? parseStateCode(state) : null
  // The query is disabled without a state; its key then has a placeholder.
  const { data, isError, isFetching, refetch } = useQuery({
    ...taxRateQuery(useApi(), code ?? 'AL'),
    enabled: code !== null,
  })
  const rate = code === null ? null : (data ?? null)
  const pending = code !== null && rate === null && isFetching

  function commit(next: string): void {
    setCommitted(next)
    if (isError && next === committed) void refetch()
  }

  return {
    terms: { ...NO_TAX, taxRate: rate },
    pending,
    isKnown: data !== undefined,
    note: taxNote(state, rate === null && !pending ? null : code),
    commit,
  }
}

/** A missing rate or a failure is logged only (section 8), without a message here. */
function taxNote(state: string, code: StateCode | null): string {
  if (state === '') return 'choose a state'
  return code === null ? '' : `for ${US_STATES[code]}`
}
