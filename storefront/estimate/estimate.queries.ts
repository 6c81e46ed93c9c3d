import type { StateCode } from '@shop/contract/address/us-states'
import { deliveryCalls } from '@shop/contract/delivery/calls'
import { CallError } from '@shop/contract/http/errors'
import { type TaxRate, taxCalls } from '@shop/contract/tax/calls'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../data/api.tsx'

/** A failure is logged only (section 8). */
export function deliveryOptionsQuery(api: Api) {
  return queryOptions({
    queryKey: ['delivery-options'],
    queryFn: ({ signal }) =>
      api.call(deliveryCalls.listDeliveryOptions, {}, { signal }).catch((error: unknown) => {
        logFailure('The delivery options', error, signal)
        throw error
      }),
  })
}

/** A state's tax rate as a fraction; `null` when it is missing. Both a failure and a missing rate are logged only (section 8). */
export function taxRateQuery(api: Api, state: StateCode) {
  return queryOptions({
    queryKey: ['tax-rate', state],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }): Promise<number | null> => {
      const { rate, percent } = await api
        .call(taxCalls.getStateTaxRate, { params: { state } }, { signal })
        .catch((error: unknown) => {
          if (error instanceof CallError && error.status === 404) return NO_RATE
          logFailure(`The tax rate for ${state}`, error, signal)
          throw error
        })
      if (rate === null) console.warn(`There is no tax rate for ${state}`)
      if (percent) console.warn(`The tax rate for ${state} came as a percentage`)
      return rate
    },
  })
}

const NO_RATE: TaxRate = { rate: null, percent: false }

/** A call that was aborted on purpose is not a failure. */
function logFailure(subject: string, error: unknown, signal: AbortSignal): void {
  if (!signal.aborted) console.info(`${subject} could not be loaded`, error)
}
