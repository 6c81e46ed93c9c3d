import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { removeTabStored } from '../data/tab-storage.ts'
import { useVisitor } from './session-store.ts'

/** Where the tab keeps what a visitor typed about themselves, such as an address. */
export const CHECKOUT_TAB_KEY = 'checkout'

const PRIVATE = 'private'
const GUEST = 'guest'

/** Whose data a query holds: a customer's id, or nobody's in particular. */
export function ownerOf(visitor: { user: { customer_id: string } | null }): string {
  return visitor.user === null ? GUEST : `customer ${visitor.user.customer_id}`
}

/** The key of a query that holds somebody's own data; such queries do not outlive that person's stay. */
export function personalKey<Rest extends readonly unknown[]>(owner: string, ...rest: Rest) {
  return [PRIVATE, owner, ...rest] as const
}

/** Drops everything that belongs to anybody but the given owner. */
export function forgetOthersData(client: QueryClient, owner: string): void {
  client.removeQueries({ predicate: ({ queryKey: [kind, whose] }) => kind === PRIVATE && whose !== owner })
}

/** After a sign-out or a change of user, in this tab or another, nothing of the one before is left in this tab. */
export function useForgetOthersData(client: QueryClient): void {
  const owner = ownerOf(useVisitor())
  const before = useRef(owner)
  useEffect(() => {
    forgetOthersData(client, owner)
    // What a guest typed goes along into their account.
    if (before.current !== owner && before.current !== GUEST) removeTabStored(CHECKOUT_TAB_KEY)
    before.current = owner
  }, [client, owner])
}
