import { parseStateCode, US_STATES } from '@shop/contract/address/us-states'
import { type SalesTax, salesTaxCalls, selectTaxTerms } from '@shop/contract/tax/zip-rates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../data/api.tsx'
import { NO_TAX } from './order-estimate.ts'
import type { OrderTax } from './use-tax.ts'

/** The sales tax of an order: only where the shop collects it, by the rates that the shop charges. */
export function useSalesTax(state: string, zip: string): OrderTax {
  const api = useApi()
  const [committed, commit] = useState(state)
  const code = committed === state ? parseStateCode(state) : null
  const { data, isFetching, refetch, isError } = useQuery({
    queryKey: ['sales-tax', code],
    enabled: code !== null,
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<SalesTax> =>
      api.call(salesTaxCalls.getSalesTax, { params: { state: code ?? '' } }, { signal }),
  })
  const tax = code === null ? null : (data ?? null)
  return {
    terms: tax === null ? NO_TAX : selectTaxTerms(tax, zip),
    pending: code !== null && tax === null && isFetching,
    isKnown: tax !== null,
    note: noteOf(code, tax),
    commit: (next) => {
      commit(next)
      if (isError && next === committed) void refetch()
    },
  }
}

function noteOf(code: keyof typeof US_STATES | null, tax: SalesTax | null): string {
  if (code === null) return 'choose a state'
  return tax?.collected === false ? `no sales tax collected for ${US_STATES[code]}` : `for ${US_STATES[code]}`
}
