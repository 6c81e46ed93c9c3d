import { getEntranceEndpoint, listPasskeysEndpoint, listSessionsEndpoint } from '@shop/contract/admin/session'
import { callQuery } from '../app/query-client.ts'

export const sessionsQuery = callQuery(['sessions'], listSessionsEndpoint, {})

export const passkeysQuery = callQuery(['passkeys'], listPasskeysEndpoint, {})

/** Whether the shop has an owner. */
export const entranceQuery = callQuery(['entrance'], getEntranceEndpoint, {})
