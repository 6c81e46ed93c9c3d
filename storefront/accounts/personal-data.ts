import type { User } from '@shop/contract/accounts/calls'
import type { QueryClient } from '@tanstack/react-query'
import { removeTabStored } from '../data/storage.ts'
import { useOnChange } from '../ui/effects.ts'
import { useVisitor } from './session-store.ts'

export const CHECKOUT_TAB_KEY = 'checkout'

const PRIVATE_KEY = 'private'
const GUEST_KEY = 'guest'

/** Tells visitors of one browser apart; a customer without an id by the e-mail address. */
export function ownerOf({ user }: { user: Pick<User, 'customer_id' | 'email'> | null }): string {
  return user === null ? GUEST_KEY : `customer ${user.customer_id || user.email}`
}

/** The key of a query with personal data; such queries are removed when the visitor changes. */
export function personalKey<Rest extends readonly unknown[]>(owner: string, ...rest: Rest) {
  return [PRIVATE_KEY, owner, ...rest] as const
}

export function forgetOthersData(client: QueryClient, owner: string): void {
  client.removeQueries({ predicate: ({ queryKey: [kind, whose] }) => kind === PRIVATE_KEY && whose !== owner })
}

/** Removes personal data after a sign-out or a change of user, in this tab or another. */
export function useForgetOthersData(client: QueryClient): void {
  const owner = ownerOf(useVisitor())
  useOnChange(owner, (before) => {
    forgetOthersData(client, owner)
    // What a guest typed is kept when they sign in.
    if (before !== GUEST_KEY) removeTabStored(CHECKOUT_TAB_KEY)
  })
}
