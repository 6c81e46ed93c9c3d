import { adminCustomers } from '@shop/contract/customers/admin'
import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { callQuery, pagesQuery } from '../app/query-client.ts'

/** Every query of people; a change of one refreshes them all. */
export const CUSTOMERS_KEY: readonly string[] = ['customers']

const PEOPLE_KEY: readonly string[] = [...CUSTOMERS_KEY, 'list']

export const customersQuery = (q: string) =>
  infiniteQueryOptions({
    ...pagesQuery([...PEOPLE_KEY, q], (after, signal) =>
      call(adminCustomers.listCustomers, { query: { q, after } }, signal),
    ),
    placeholderData: keepPreviousData,
  })

export const customerQuery = (email: string) =>
  callQuery([...CUSTOMERS_KEY, 'one', email], adminCustomers.getCustomer, { query: { email } })

/**
 * Takes what has been read and sent of people out of this page's memory, other screens included, which is kept for some
 * minutes otherwise. Lists that are shown are read again.
 */
export async function forgetPeople(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' })
  // The page of the person may still be there: it does not ask again for what is deleted.
  queryClient.removeQueries({ queryKey: [...CUSTOMERS_KEY, 'one'] })
  const changes = queryClient.getMutationCache()
  for (const change of changes.getAll()) if (change.state.status !== 'pending') changes.remove(change)
  await queryClient.resetQueries({ queryKey: PEOPLE_KEY })
}

/** The page of a person. The address is no part of the path, which logs of web servers have. */
export function customerPath(email: string): string {
  return `/customers/person?${new URLSearchParams({ email })}`
}
