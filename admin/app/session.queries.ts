import { getSessionEndpoint } from '@shop/contract/admin/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { sessionExpiry } from './session-expiry.ts'

/** The signed-in user; fails with 401 without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const admin = await call(getSessionEndpoint, {}, signal)
    sessionExpiry.open(admin.id)
    return admin
  },
})
