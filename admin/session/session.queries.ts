import { getEntranceEndpoint, listPasskeysEndpoint, listSessionsEndpoint } from '@shop/contract/admin/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessionsEndpoint, {}, signal),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(listPasskeysEndpoint, {}, signal),
})

/** Whether the shop has an owner. */
export const entranceQuery = queryOptions({
  queryKey: ['entrance'],
  queryFn: ({ signal }) => call(getEntranceEndpoint, {}, signal),
})
