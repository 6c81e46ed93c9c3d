import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forwardedState, GUEST_STATE, isGuest } from './shop-link.tsx'

it('the guest flag (R16) is { guest: true } in the navigation state, and survives our own links', () => {
  expect(isGuest(GUEST_STATE)).toBe(true)
  expect(isGuest(forwardedState({ guest: true, from: '/cart' }))).toBe(true)
})

it('the guest flag (R16) is forwarded without the rest of the state', () => {
  expect(forwardedState({ guest: true, from: '/cart' })).toEqual({ guest: true })
  expect(forwardedState({ from: '/cart' })).toBeUndefined()
})

it('the guest flag (R16) is nothing similar', () => {
  for (const state of [null, undefined, true, 'guest', { guest: 'true' }, { guest: 1 }, [{ guest: true }]]) {
    expect(isGuest(state)).toBe(false)
  }
  fc.assert(
    fc.property(fc.jsonValue(), (state) => {
      expect(isGuest(state)).toBe(false)
    }),
  )
})
