import { adminOwners } from '@shop/contract/access/owners'
import { adminCheckout } from '@shop/contract/delivery/admin'
import { adminSettings } from '@shop/contract/settings/admin'
import { adminSalesTax } from '@shop/contract/tax/admin'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { callQuery } from '../app/query-client.ts'

/** The texts that name the shop. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(adminSettings.getSettings, {}, signal)).settings,
})

/**
 * The requirements missing before orders can be opened: refetched after every change and on return to the window;
 * `isTesting`: a test mail is on its way.
 */
export const missingQuery = (isTesting: boolean) =>
  queryOptions({
    queryKey: ['missing', isTesting],
    queryFn: async ({ signal }) => (await call(adminSettings.listMissing, {}, signal)).missing,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const ownersQuery = queryOptions({
  queryKey: ['owners'],
  queryFn: async ({ signal }) => (await call(adminOwners.listOwners, {}, signal)).owners,
})

export const invitesQuery = queryOptions({
  queryKey: ['invites'],
  queryFn: async ({ signal }) => (await call(adminOwners.listInvites, {}, signal)).invites,
})

export const deliveryQuery = queryOptions({
  queryKey: ['delivery-options'],
  queryFn: async ({ signal }) => (await call(adminCheckout.getDeliveryOptions, {}, signal)).options,
})

export const taxQuery = callQuery(['tax-rates'], adminCheckout.getTaxRates, {})

/** Where sales tax is collected, and what was sold to each state. */
export const taxStatesQuery = callQuery(['tax-states'], adminSalesTax.getTaxStates, {})

export const zipRatesQuery = callQuery(['zip-rates'], adminSalesTax.listZipRates, {})
