import {
  accountCalls,
  type Person,
  parseToken,
  parseUser,
  type Session,
  type User,
} from '@shop/contract/accounts/calls'
import { useSyncExternalStore } from 'react'
import type { Api } from '../data/api.tsx'
import { onStoredChange, parseJson, readStored, removeStored, writeStored } from '../data/storage.ts'
import { createStore } from '../data/store.ts'

const USER_STORAGE_KEY = 'user'
const TOKEN_STORAGE_KEY = 'token'

/** The visitor, signed in when there is a user. `restored` is false until local storage was read. */
export type Visitor = { user: User | null; token: string | null; restored: boolean }

const UNKNOWN_VISITOR: Visitor = { user: null, token: null, restored: false }
const store = createStore<Visitor>(UNKNOWN_VISITOR)

export function startSession(): void {
  restore()
  onStoredChange([USER_STORAGE_KEY, TOKEN_STORAGE_KEY], restore)
}

/** The visitor; anonymous on the server and during hydration. */
export function useVisitor(): Visitor {
  return useSyncExternalStore(store.subscribe, store.get, () => UNKNOWN_VISITOR)
}

/** The current visitor, for use outside of rendering. */
export function currentVisitor(): Visitor {
  return store.get()
}

/** Stores a session: `user` as JSON as it was sent (R3), `token` as the raw string (R29). */
export function saveSession(user: Session['sentUser'], token: string): void {
  writeStored(TOKEN_STORAGE_KEY, token)
  writeStored(USER_STORAGE_KEY, JSON.stringify(user))
  store.set({ user: parseUser(user), token, restored: true })
}

/** Removes user and token; the cart stays (R29). */
export function clearSession(): void {
  removeStored(USER_STORAGE_KEY)
  removeStored(TOKEN_STORAGE_KEY)
  store.set({ user: null, token: null, restored: true })
}

function restore(): void {
  const user = parseUser(parseJson(readStored(USER_STORAGE_KEY)))
  // The stored user is who is signed in (section 4). Calls that need a token fail without one, and lead to the sign-in.
  const token = user === null ? null : parseToken(readStored(TOKEN_STORAGE_KEY))
  store.set({ user, token, restored: true })
}

/** Signs out at once; revoking the token is best effort (R29). */
export function signOut(api: Api): void {
  const { token } = currentVisitor()
  clearSession()
  api
    .call(accountCalls.signOut, {}, { token, keepalive: true })
    .catch((error: unknown) => console.info('The token could not be revoked', error))
}

/** Values that a form takes from the account; empty ones remain editable. */
export function knownCustomer(user: User | null): Partial<Person> {
  if (user === null) return {}
  const { firstName, lastName, email } = user
  return Object.fromEntries(Object.entries({ firstName, lastName, email }).filter(([, value]) => value.trim() !== ''))
}

export function greeting({ firstName }: User): string {
  const name = firstName.trim()
  return name === '' ? 'Welcome' : `Welcome, ${name}`
}

export function customerLabel({ firstName, lastName, email }: User): string {
  const name = [firstName, lastName].join(' ').trim()
  return name === '' || email === '' ? name || email : `${name} (${email})`
}
