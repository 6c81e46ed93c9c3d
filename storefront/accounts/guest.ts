import { asRecord } from '@shop/contract/coercion'

/** The navigation state of 'Continue as Guest' (R16). */
export const GUEST_STATE = { guest: true } as const

/** Whether a navigation state has the guest flag. */
export function isGuest(state: unknown): boolean {
  return asRecord(state)?.guest === true
}

/** The navigation state of our own links, so that the guest flag is not lost (R16). */
export function forwardedState(state: unknown): typeof GUEST_STATE | undefined {
  return isGuest(state) ? GUEST_STATE : undefined
}
