import { listDeliveryOptionsEndpoint } from '@shop/contract/delivery'
import { CallError } from '@shop/contract/errors'
import { getClientTokenEndpoint } from '@shop/contract/payments'
import { getStateTaxRateEndpoint, type StateCode } from '@shop/contract/tax'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../data/api.tsx'

/** A failure is logged only (section 8). */
export function deliveryOptionsQuery(api: Api) {
  return queryOptions({
    queryKey: ['delivery-options'],
    queryFn: ({ signal }) =>
      api.call(listDeliveryOptionsEndpoint, {}, { signal }).catch((error: unknown) => {
        if (!signal.aborted) console.info('The delivery options could not be loaded', error)
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
      try {
        const { rate, percent } = await api.call(getStateTaxRateEndpoint, { params: { state } }, { signal })
        if (rate === null) console.warn(`There is no tax rate for ${state}`)
        if (percent) console.warn(`The tax rate for ${state} came as a percentage`)
        return rate
      } catch (error) {
        if (error instanceof CallError && error.status === 404) {
          console.warn(`There is no tax rate for ${state}`)
          return null
        }
        if (!signal.aborted) console.info(`The tax rate for ${state} could not be loaded`, error)
        throw error
      }
    },
  })
}

/** What starts the card fields; `null` when there is none. Failing or empty, it is logged only (R21). */
export async function fetchClientToken(api: Api, signal: AbortSignal) {
  try {
    const token = await api.call(getClientTokenEndpoint, {}, { signal })
    if (token === null) console.info('The client token is empty')
    return token
  } catch (error) {
    if (!signal.aborted) console.info('The client token could not be loaded', error)
    return null
  }
}
