import { asRecord } from '@shop/contract/coercion'

/** What 'Continue as Guest' leaves in the navigation state (R16). */
export const GUEST_STATE = { guest: true } as const

/** True when a navigation state carries the guest flag. */
export function isGuest(state: unknown): boolean {
  return asRecord(state)?.guest === true
}

/** The state our own links hand on, so that the guest flag survives a walk through the shop (R16). */
export function forwardedState(state: unknown): typeof GUEST_STATE | undefined {
  return isGuest(state) ? GUEST_STATE : undefined
}
