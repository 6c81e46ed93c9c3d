import { adminDisputes } from '@shop/contract/payments/disputes'
import { adminPaymentTasks } from '@shop/contract/payments/tasks'
import { call } from '../app/call.ts'
import { callQuery, pagesQuery } from '../app/query-client.ts'

/** Of every query about payments, which one decision may change. */
export const PAYMENTS_KEY = ['payments'] as const

export const paymentTasksQuery = callQuery([...PAYMENTS_KEY, 'tasks'], adminPaymentTasks.getPaymentTasks, {})

/** The newest first, a page at a time. */
export const disputesQuery = pagesQuery([...PAYMENTS_KEY, 'disputes'], (after, signal) =>
  call(adminDisputes.listDisputes, { query: { after } }, signal),
)

export const disputeQuery = (id: string) =>
  callQuery([...PAYMENTS_KEY, 'dispute', id], adminDisputes.getDispute, { params: { dispute_id: id } })
