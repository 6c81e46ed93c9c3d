import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forwardedState, GUEST_STATE, isGuest } from './shop-link.tsx'

describe('the guest flag (R16)', () => {
  it('is { guest: true } in the navigation state, and survives our own links', () => {
    expect(isGuest(GUEST_STATE)).toBe(true)
    expect(isGuest(forwardedState({ guest: true, from: '/cart' }))).toBe(true)
  })

  it('is forwarded without the rest of the state', () => {
    expect(forwardedState({ guest: true, from: '/cart' })).toEqual({ guest: true })
    expect(forwardedState({ from: '/cart' })).toBeUndefined()
  })

  it('is nothing similar', () => {
    for (const state of [null, undefined, true, 'guest', { guest: 'true' }, { guest: 1 }, [{ guest: true }]]) {
      expect(isGuest(state)).toBe(false)
    }
    fc.assert(
      fc.property(fc.jsonValue(), (state) => {
        expect(isGuest(state)).toBe(false)
      }),
    )
  })
})
