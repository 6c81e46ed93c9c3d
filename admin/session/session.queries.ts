import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { callQuery } from '../app/query-client.ts'

export const sessionsQuery = callQuery(['sessions'], adminSession.listSessions, {})

export const passkeysQuery = callQuery(['passkeys'], adminSession.listPasskeys, {})

/** Whether the shop has an owner. */
export const entranceQuery = callQuery(['entrance'], adminEntrance.getEntrance, {})
