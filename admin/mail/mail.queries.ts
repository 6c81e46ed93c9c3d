import { listUnsentMailsEndpoint } from '@shop/contract/admin/mail'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'

/** The mails that have not been sent. */
export const outboxQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: ({ signal }) => call(listUnsentMailsEndpoint, {}, signal),
})
